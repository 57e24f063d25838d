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

/** Character codes of the digits. */
const digits = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
const [hyphen, seven] = [0x2d, 0x37];

/** Makes ids from the clock's wall time and a pool of random bytes. */
export function createIds(clock: Pick<Clock, "now">): Ids {
  const pool = new Uint8Array(poolBytes);
  let used = poolBytes;
  let millisecond = -1;
  let counter = 0;
  /** The character codes of the milliseconds. */
  let begun: readonly number[] = [];

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
    begun = Array.from(moment.toString(16).padStart(12, "0"), (digit) => digit.charCodeAt(0));
  };

  return {
    uuid() {
      const at = take();
      const now = clock.now();
      if (now > millisecond) begin(now, at);
      else if (++counter === counterEnd) begin(millisecond + 1, at);
      return idText(begun, counter, pool, at);
    },
  };
}

/**
 * Version 7, then the counter; variant `10`, then 62 random bits. The text is made in one piece: of what holds one that is joined of
 * others `JSON.stringify` takes longer, and it stands in every answer (workspace/instant.ts).
 */
function idText(begun: readonly number[], counter: number, random: Uint8Array, from: number): string {
  const moment = (at: number): number => begun[at] as number;
  const byte = (at: number): number => random[from + at] as number;
  const variant = (byte(0) & 0x3f) | 0x80;
  // oxfmt-ignore
  return String.fromCharCode(
    moment(0), moment(1), moment(2), moment(3), moment(4), moment(5), moment(6), moment(7), hyphen,
    moment(8), moment(9), moment(10), moment(11), hyphen, seven, low(counter >> 8), low(counter >> 4), low(counter), hyphen,
    low(variant >> 4), low(variant), low(byte(1) >> 4), low(byte(1)), hyphen,
    low(byte(2) >> 4), low(byte(2)), low(byte(3) >> 4), low(byte(3)), low(byte(4) >> 4), low(byte(4)),
    low(byte(5) >> 4), low(byte(5)), low(byte(6) >> 4), low(byte(6)), low(byte(7) >> 4), low(byte(7)),
  );
}

/** The character code of the lowest digit of a number. */
function low(value: number): number {
  return digits[value & 0xf] as number;
}
