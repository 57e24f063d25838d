/**
 * The sum of each file in the store: of the checksums of its pages. It is kept up with what is sent of the file, at a microsecond a page,
 * so that a node that has all pages knows whether they are those that were sent.
 */
import { crc32 } from "node:zlib";
import type { Change, FileChange } from "./port.ts";

/** The sum of pages, which may come in any order. */
export interface PageSum {
  /** Puts a page in the place of what was there. */
  readonly set: (page: number, bytes: Uint8Array) => void;
  /** Takes away the pages from there on. */
  readonly cut: (page: number) => void;
  readonly value: () => number;
  /** Goes on from that value: of pages that are not those that were sent, the sum stays wrong. */
  readonly resume: (value: number) => void;
}

/** Of no pages. */
export function createPageSum(): PageSum {
  const pages: (number | undefined)[] = [];
  let sum = 0;
  return {
    set(page, bytes) {
      const next = crc32(bytes, page);
      sum = (sum - (pages[page] ?? 0) + next) >>> 0;
      pages[page] = next;
    },
    cut(page) {
      for (const gone of pages.splice(page)) sum = (sum - (gone ?? 0)) >>> 0;
    },
    value: () => sum,
    resume: (value) => void (sum = value),
  };
}

export interface Sums {
  /** Says what the store has of a file: nothing, when no sum is given. */
  readonly begin: (name: string, sum?: PageSum) => void;
  /** The change with the sums of the files after it; of one of which not all pages are known there is none. In the order in which changes go up. */
  readonly after: (change: Change) => Change;
  readonly forget: (isStale: (name: string) => boolean) => void;
}

export function createSums(): Sums {
  const sums = new Map<string, PageSum>();

  function fileAfter(name: string, file: FileChange): FileChange {
    const count = Math.ceil(file.length / file.pageSize);
    const isWhole = file.pages.size === count;
    const sum = isWhole ? createPageSum() : sums.get(name);
    if (sum === undefined) return file;
    sums.set(name, sum);
    for (const [page, bytes] of file.pages) sum.set(page, bytes);
    sum.cut(count);
    return { ...file, sum: sum.value() };
  }

  return {
    begin: (name, sum = createPageSum()) => void sums.set(name, sum),
    after(change) {
      if (change.files === undefined) return change;
      const files = new Map<string, FileChange | null>();
      for (const [name, file] of change.files) {
        if (file === null) sums.delete(name);
        files.set(name, file && fileAfter(name, file));
      }
      return { ...change, files };
    },
    forget(isStale) {
      for (const name of sums.keys()) if (isStale(name)) sums.delete(name);
    },
  };
}
