/**
 * Compares a database as its owner has it with what the store has of it: a page that never went up is missed by nobody else before the
 * next owner is.
 */
import { statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { withDescriptor, withFile } from "../../files/handles.ts";
import { isMissing } from "../files.ts";
import { beginOfLog, readLog } from "../log-frames.ts";
import type { Replica } from "./replica.ts";
import { createPageSum } from "./sums.ts";

/** `changing`: it was written to in the meantime, so that nothing can be said. Pages are counted from 0; none differs where the sum of the file alone does. */
export type Comparison =
  | { readonly outcome: "same" | "changing" }
  | { readonly outcome: "different"; readonly pages: readonly number[] };

/** More different pages than these say nothing more. */
const maxPages = 20;

/** Compares it page by page. A commit that is on its way up counts as one that has come: what differs is looked at again when it has. */
export async function compareFile(
  replica: Pick<Replica, "owned" | "settled">,
  name: string,
  path: string,
): Promise<Comparison> {
  await replica.settled();
  const first = await compareOnce(replica, name, path);
  if (first.outcome !== "different") return first;
  await replica.settled();
  return compareOnce(replica, name, path);
}

async function compareOnce({ owned }: Pick<Replica, "owned">, name: string, path: string): Promise<Comparison> {
  const before = stateOf(path);
  const newest = newestInLog(path);
  const shape = await owned.shape(name);
  if (shape === null) return { outcome: "different", pages: [0] };
  const { pageSize, length } = shape;
  const sum = createPageSum();
  const differing = await withFile(path, "r", (file) =>
    withFile(`${path}-wal`, "r", (log) => compareAll(file, log)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
      return compareAll(file, null);
    }),
  );
  if (stateOf(path) !== before) return { outcome: "changing" };
  const isAsSent = shape.sum === undefined || differing.length > 0 || shape.sum === sum.value();
  return differing.length === 0 && isAsSent ? { outcome: "same" } : { outcome: "different", pages: differing };

  async function compareAll(file: FileHandle, log: FileHandle | null): Promise<number[]> {
    const different = new Set<number>();
    const size = newest?.size ?? (await file.stat()).size / pageSize;
    if (length !== size * pageSize) different.add(Math.min(size, length / pageSize));
    const isSame = async (page: number, bytes: Uint8Array): Promise<boolean> => {
      const here = Buffer.alloc(pageSize);
      const offset = newest?.pages.get(page + 1);
      if (log !== null && offset !== undefined) await log.read(here, 0, pageSize, offset);
      else await file.read(here, 0, pageSize, page * pageSize);
      return here.equals(bytes);
    };
    const empty = Buffer.alloc(pageSize);
    let next = 0;
    for await (const [page, bytes] of owned.read(name)) {
      for (; next < page; next += 1) if (!(await isSame(next, empty))) different.add(next);
      if (!(await isSame(page, bytes))) different.add(page);
      sum.set(page, bytes);
      next = page + 1;
      if (different.size > maxPages) break;
    }
    return [...different];
  }
}

interface NewestInLog {
  /** Pages of the database. */
  readonly size: number;
  /** Where in the log each page stands, by its number from 1. */
  readonly pages: ReadonlyMap<number, number>;
}

/** What the log has on top of the file; null when that is nothing. */
function newestInLog(path: string): NewestInLog | null {
  try {
    return withDescriptor(`${path}-wal`, "r", (log) => {
      const begin = beginOfLog(log);
      const run = begin && readLog(log, begin);
      return run === null || run.commits === 0 ? null : run;
    });
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Another text whenever the file or its log was written to. */
function stateOf(path: string): string {
  return ["", "-wal"]
    .map((suffix) => statSync(path + suffix, { bigint: true, throwIfNoEntry: false }))
    .map((stats) => (stats === undefined ? "none" : `${stats.size} ${stats.mtimeNs}`))
    .join();
}
