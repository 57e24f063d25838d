/** Hash, salt and compression for the journal: long images are stored compressed. */
import { randomFillSync } from "node:crypto";
import type { JournalPorts } from "../../workspace/protocol/journal/journal.ts";
import type { Clock, Ids } from "../runtime/ports.ts";
import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Of each salt. */
const saltBytes = 16;

const day = 24 * 60 * 60 * 1000;

/** The ports of a journal that forgets after so many days. */
export function journalPorts(clock: Pick<Clock, "now">, ids: Ids, days: number): JournalPorts {
  return {
    now: () => clock.now(),
    newId: () => ids.uuid(),
    hash: sha256,
    salt: createSalts(),
    lifetime: days * day,
    pack,
  };
}

/** Random bytes are taken many at a time: asking for them costs more than using them. */
function createSalts(): () => string {
  const pool = Buffer.alloc(saltBytes * 256);
  let used = pool.length;
  return () => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += saltBytes;
    return pool.toString("base64url", used - saltBytes, used);
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
