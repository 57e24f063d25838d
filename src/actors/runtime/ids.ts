/**
 * UUIDs of version 7 (RFC 9562, 5.7 and 6.2 method 1): 48 bits of milliseconds, a 12-bit counter, 62 random bits. Ids of one
 * process sort in the order in which they were made, also when the wall clock steps back; nothing built in promises that.
 */
import type { Clock, Ids } from "./ports.ts";
import { randomFillSync, hash } from "node:crypto";
import type { JournalPorts } from "../../workspace/protocol/journal/journal.ts";
import { deflateRawSync, inflateRawSync } from "node:zlib";

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

  const refill = (): void => {
    crypto.getRandomValues(pool);
    used = 0;
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
      if (used + bytesPerId > poolBytes) refill();
      const at = used;
      used += bytesPerId;
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

/** Of each salt; three bytes are four characters. */
const saltBytes = 18;
const saltLength = 24;

const day = 24 * 60 * 60 * 1000;

/** The ports of a journal that forgets after so many days. */
export function journalPorts(clock: Pick<Clock, "now">, ids: Ids, days: number): JournalPorts {
  return {
    now: clock.now,
    newId: ids.uuid,
    hash: sha256,
    salt: createSalts(),
    lifetime: days * day,
    pack,
  };
}

/** Random bytes are taken, and written as text, many at a time: both cost more for each salt than to cut one out. */
function createSalts(): () => string {
  const pool = Buffer.alloc(saltBytes * 256);
  let text = "";
  let used = 0;
  return () => {
    if (used === text.length) {
      text = randomFillSync(pool).toString("base64url");
      used = 0;
    }
    used += saltLength;
    return text.slice(used - saltLength, used);
  };
}

/** Images above so many characters are compressed. */
const packedAbove = 4096;
/** Begins a compressed one; JSON never does. */
const mark = "~";

/** The image as it is stored. */
function pack(image: string): string {
  return image.length > packedAbove ? mark + deflateRawSync(image, { level: 1 }).toString("base64") : image;
}

/** The image of what is stored. */
export function unpack(stored: string): string {
  return stored.startsWith(mark) ? inflateRawSync(Buffer.from(stored.slice(1), "base64")).toString() : stored;
}

/** SHA-256 of the text, in base64url. */
export function sha256(text: string): string {
  return hash("sha256", text, "base64url");
}
