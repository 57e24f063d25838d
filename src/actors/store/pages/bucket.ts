/** A bucket for finished recordings, and what the store says of those that are there: rows without pages. */
import type { FileChange, Holding } from "./port.ts";

/** Objects by their keys; the key of a recording is the name that it has in the store. */
export interface Bucket {
  /** As messages name it, without credentials. */
  readonly name: string;
  /** Stores a file under the key: whole and durable, or not at all. The signal ends it. */
  put(key: string, file: string, signal: AbortSignal): Promise<void>;
  /** Writes all of an object into a new file. Rejects when there is none. */
  get(key: string, file: string): Promise<void>;
  /** The bytes from `start` up to `end`, in pieces of at most 64 KB. Rejects when the object is not there, or shorter. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Takes an object away, and what a process that was killed left of one. Nothing happens when there is none. */
  remove(key: string): Promise<void>;
  /** The keys that begin so, in order. */
  list(prefix: string): Promise<string[]>;
}

/**
 * What is said of a recording: `moving`, it is finished, has its pages in the store and goes to the bucket; `object`, the bucket has it;
 * `erased`, the bucket is not to have it, and what comes there late is removed again.
 */
export type Standing = "moving" | "object" | "erased";

const prefix = "media/";

/** The name of the row that says so of a recording; without the recording, what the names of all such rows begin with. */
export function standingName(standing: Standing, medium: string = prefix): string {
  return `${standing}/${medium.slice(prefix.length)}`;
}

/** The recording that such a row is about. */
export function mediumOf(name: string): string {
  return prefix + name.slice(name.indexOf("/") + 1);
}

/** Bytes of a recording in the bucket; null when it is not there. */
export async function objectLength({ shape }: Pick<Holding, "shape">, medium: string): Promise<number | null> {
  return (await shape(standingName("object", medium)))?.length ?? null;
}

/** The row that says something of a recording of that many bytes. */
export function standingRow(length: number): FileChange {
  return { pageSize: 1, length, pages: new Map() };
}

/**
 * The rows of a workspace whose recordings were replaced: those that stay have their pages and go to the bucket again, and it is to have
 * no others.
 */
export async function replacedRows(
  { names }: Pick<Holding, "names">,
  workspaceId: string,
  stays: ReadonlySet<string>,
): Promise<[string, FileChange | null][]> {
  const there = (["moving", "object"] as const).map((standing) =>
    names(standingName(standing, `${prefix}${workspaceId}/`)),
  );
  const former = (await Promise.all(there)).flat().map(mediumOf);
  return [...new Set([...former, ...stays])].flatMap((medium): [string, FileChange | null][] => [
    [standingName("object", medium), null],
    [standingName("moving", medium), stays.has(medium) ? standingRow(0) : null],
    [standingName("erased", medium), stays.has(medium) ? null : standingRow(0)],
  ]);
}
