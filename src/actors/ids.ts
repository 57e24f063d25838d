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

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Makes ids from the clock's wall time and a pool of random bytes. */
export function createIds(clock: Pick<Clock, "now">): Ids {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  let millisecond = -1;
  let counter = 0;
  let prefix = "";

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
    const digits = moment.toString(16).padStart(12, "0");
    prefix = `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
  };

  return {
    uuid() {
      const at = take();
      const now = clock.now();
      if (now > millisecond) begin(now, at);
      else if (++counter === counterEnd) begin(millisecond + 1, at);
      return `${prefix}${(counter + counterEnd).toString(16).slice(1)}-${randomTail(pool, at)}`;
    },
  };
}

/** Variant `10`, then 62 random bits. */
function randomTail(pool: Uint8Array, at: number): string {
  const byte = (offset: number): string => hex[pool[at + offset] as number] as string;
  const first = hex[((pool[at] as number) & 0x3f) | 0x80] as string;
  return `${first}${byte(1)}-${byte(2)}${byte(3)}${byte(4)}${byte(5)}${byte(6)}${byte(7)}`;
}
