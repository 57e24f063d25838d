/** The history of a workspace in a file that nobody has open: is its chain what was written, and where does it end. */
import { rowName } from "../../workspace/protocol/journal/read.ts";
import {
  chainEntries,
  unverified,
  type Verification,
  type Verified,
  verifyEntries,
} from "../../workspace/protocol/journal/verify.ts";
import { withAttached } from "./attached.ts";
import type { Aside } from "./driver.ts";
import { sha256 } from "../runtime/ids.ts";

/** The last entry of a history, by which what is taken off its end is noticed. */
export interface HistoryHead {
  readonly changeId: string;
  readonly hash: string;
}

/** Entries that are read at once. */
const atOnce = 5000;

/** Verifies the history in the attached file: the first change that is not what was written, in words, and the last one that is. */
export async function verifyHistory(
  aside: Aside,
): Promise<{ readonly problem: string | null; readonly head: HistoryHead | null }> {
  let part: Verified & Partial<Verification> = unverified;
  do {
    const rows = await aside.all(`${chainEntries} AND n > ${part.n} ORDER BY n LIMIT ${atOnce + 1}`);
    part = verifyEntries(rows, part, atOnce, sha256);
  } while (part.isWhole === false && part.broken === null);
  const { broken } = part;
  const problem =
    broken === null || broken === undefined ? null : `The change ${rowName(broken)} in its history: ${broken.why}`;
  return { problem, head: headAt(part) };
}

/** Where the history in the file ends; null when it is empty, or the schema older than it. */
export function historyHead(file: string): Promise<HistoryHead | null> {
  return withAttached(file, async (aside) => {
    const isThere = await aside.all("SELECT 1 FROM ws.sqlite_schema WHERE name = 'changes'");
    if (isThere.length === 0) return null;
    const [row] = await aside.all("SELECT n, hash FROM ws.changes WHERE op <> 'touched' ORDER BY n DESC LIMIT 1");
    return row === undefined ? null : headAt({ n: row[0] as number, hash: row[1] as string });
  });
}

function headAt({ n, hash }: Verified): HistoryHead | null {
  return n === 0 ? null : { changeId: rowName({ n, hash }), hash };
}
