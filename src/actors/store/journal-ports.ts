/** Hash, salt and compression for the journal. */
import { randomFillSync } from "node:crypto";
import type { JournalPorts } from "../../workspace/protocol/journal/journal.ts";
import type { Clock, Ids } from "../runtime/ports.ts";
import { pack, sha256 } from "./image-text.ts";

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
