/**
 * UUIDs of version 7 (RFC 9562, 5.7 and 6.2 method 1): 48 bits of milliseconds, a 12-bit counter, 62 random bits. Ids of one
 * process sort in the order in which they were made, also when the wall clock steps back; nothing built in promises that.
 */
import type { Clock, Ids } from "./ports.ts";

const poolBytes = 4096;
const bytesPerId = 10;
/** The counter starts each millisecond in its lower half, so that at least 2,048 ids fit before the next millisecond is borrowed. */
const counterStartMask = 0x7ff;
const counterEnd = 0x1000;

const codeOf = (character: string): number => character.charCodeAt(0);
/** Character codes of the digits. */
const digits = Array.from("0123456789abcdef", codeOf);
/** Where the two digits of each random byte stand. */
const places = [19, 21, 24, 26, 28, 30, 32, 34];

/** Makes ids from the clock's wall time and a pool of random bytes. */
export function createIds(clock: Pick<Clock, "now">): Ids {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  let millisecond = -1;
  let counter = 0;
  /** The character codes of the latest id: the milliseconds rarely change, hyphens and version never. */
  const codes = Array.from("00000000-0000-7000-0000-000000000000", codeOf);

  const take = (): number => {
    if (used + bytesPerId > poolBytes) {
      crypto.getRandomValues(pool);
      used = 0;
    }
    const at = used;
    used += bytesPerId;
    return at;
  };

  const begin = (moment: number, at: number): void => {
    millisecond = moment;
    counter = (((pool[at + 8] as number) << 8) | (pool[at + 9] as number)) & counterStartMask;
    const text = moment.toString(16).padStart(12, "0");
    for (let index = 0; index < 12; index += 1) codes[index < 8 ? index : index + 1] = text.charCodeAt(index);
  };

  return {
    /**
     * Milliseconds, version 7, the counter; variant `10`, then 62 random bits. The text is made in one piece: of what holds one that is
     * joined of others `JSON.stringify` takes longer, and it stands in every answer (workspace/time/instant.ts).
     */
    uuid() {
      const at = take();
      const now = clock.now();
      if (now > millisecond) begin(now, at);
      else if (++counter === counterEnd) begin(millisecond + 1, at);
      codes[15] = digits[counter >> 8] as number;
      codes[16] = digits[(counter >> 4) & 0xf] as number;
      codes[17] = digits[counter & 0xf] as number;
      for (let index = 0; index < 8; index += 1) {
        const byte = pool[at + index] as number;
        const place = places[index] as number;
        codes[place] = digits[index === 0 ? 0x8 | ((byte >> 4) & 0x3) : byte >> 4] as number;
        codes[place + 1] = digits[byte & 0xf] as number;
      }
      return String.fromCharCode(...codes);
    },
  };
}
