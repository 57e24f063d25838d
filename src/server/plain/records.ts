/** Every record of a workspace, once, kind by kind. */
import { type Collection, collections, type Query } from "./pages/collections.ts";
import type { Plain, Reading } from "./pages/reading.ts";

export interface RecordWriter {
  /** Takes a record of a kind; they come kind by kind. */
  take(kind: string, record: Plain): void;
  /** Called after each page. */
  progress(): void;
}

/** Walks all collections. `people`: ids of those who have lists of their own. */
export function walkRecords(reading: Reading, people: readonly string[], writer: RecordWriter): void {
  /** Ids of the records, of kinds that others belong to. */
  const ids = new Map<string, readonly string[]>();
  for (const collection of collections()) {
    const seen = new Set<string>();
    for (const { asked, more } of listings(collection, people, ids)) {
      for (const page of reading.pages(collection.list, asked)) {
        for (const item of page) {
          const id = item["id"];
          if (typeof id === "string") {
            if (seen.has(id)) continue;
            seen.add(id);
          }
          writer.take(collection.kind, { ...more, ...fuller(reading, collection, item) });
        }
        writer.progress();
      }
    }
    ids.set(collection.kind, [...seen]);
  }
}

interface Listing {
  readonly asked: { readonly path?: Readonly<Record<string, string>>; readonly query: Query; readonly userId?: string };
  /** What a record does not say of itself: whom it belongs to. */
  readonly more: Plain;
}

function* listings(
  { of, also, queries, isOwn }: Collection,
  people: readonly string[],
  ids: ReadonlyMap<string, readonly string[]>,
): Generator<Listing> {
  const known = (kind: string): readonly string[] => ids.get(kind) ?? [];
  if (of !== null) {
    for (const id of known(of.kind)) {
      const path = { [of.parameter]: id };
      for (const query of queries) yield { asked: { path, query }, more: path };
    }
    return;
  }
  if (isOwn) {
    for (const userId of people) for (const query of queries) yield { asked: { query, userId }, more: { userId } };
    return;
  }
  for (const query of queries) yield { asked: { query }, more: {} };
  if (also === null) return;
  for (const id of known(also.kind)) {
    for (const query of queries) yield { asked: { query: { ...query, [also.parameter]: id } }, more: {} };
  }
}

function fuller(reading: Reading, { get }: Collection, item: Plain): Plain {
  if (get === null) return item;
  return reading.ask(get.operation, { path: { [get.parameter]: item["id"] } } as never);
}
