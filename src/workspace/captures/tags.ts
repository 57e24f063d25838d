/** The rows of tags. A tag is there while a capture carries it: its name is content of captures, and goes with the last of them. */
import { fold } from "../../schema/fold.ts";
import type { Tag } from "../../schema/capture.ts";
import { toInstant } from "../time/instant.ts";
import type { Sql } from "../protocol/sql.ts";
import { captureChanging } from "./recorded.ts";

/** What changing tags needs of its command. */
interface Moment {
  readonly sql: Sql;
  readonly now: number;
  readonly newId: () => string;
}

/** All tags, by name. */
export function tagRows(sql: Sql): Tag[] {
  const rows = sql.all("SELECT id, name, capture_count, created_at, updated_at FROM tags ORDER BY name_key");
  return rows.map((row) => ({
    object: "tag",
    id: row[0] as string,
    name: row[1] as string,
    captureCount: row[2] as number,
    createdAt: toInstant(row[3] as number),
    updatedAt: toInstant(row[4] as number),
  }));
}

/**
 * For each of the first tags one of the captures that carry it. Whoever was shown the tag was shown it as content of that one: what
 * came of it goes with that capture, be it the last that carries the tag or not, and so never outlasts all of them.
 */
export function carriersOf(sql: Sql, tags: number): string[] {
  return sql
    .all(
      `SELECT DISTINCT c.id FROM (SELECT n FROM tags ORDER BY name_key LIMIT ?) t JOIN captures c ON c.n =
         (SELECT capture_n FROM capture_tags WHERE tag_n = t.n ORDER BY is_archived, capture_n LIMIT 1)`,
      tags,
    )
    .map((row) => row[0] as string);
}

/** The n of the tag of that name, in any case, and how many captures carry it; zeros when there is none. */
export function tagNamed(sql: Sql, name: string): readonly [n: number, captureCount: number] {
  const row = sql.get("SELECT n, capture_count FROM tags WHERE name_key = ?", fold(name));
  return row === undefined ? [0, 0] : (row as readonly [number, number]);
}

/** Makes the capture carry these tags and no others; a repetition in other case is the same. True when that changes something. */
export function setTags(
  { sql, now, newId }: Moment,
  capture: { readonly n: number; readonly isArchived: boolean; readonly tags: readonly string[] },
  names: readonly string[],
): boolean {
  const wanted = new Map(names.map((name) => [fold(name), name] as const).reverse());
  const keys = [...new Set(names.map(fold))];
  if (keys.join("\u0001") === capture.tags.map(fold).join("\u0001")) return false;
  const before = new Set(capture.tags.map(fold));
  const after = keys.map((key) => {
    const known = sql.get("SELECT n, name FROM tags WHERE name_key = ?", key);
    const name = (known?.[1] ?? wanted.get(key)) as string;
    if (!before.has(key))
      carry(sql, (known?.[0] as number | undefined) ?? addTag(sql, { id: newId(), name, key }, now), capture, now);
    return name;
  });
  for (const key of before) if (!wanted.has(key)) putDown(sql, tagNamed(sql, key)[0], capture, now);
  captureChanging(sql, capture.n);
  sql.run("UPDATE captures SET tags = ? WHERE n = ?", JSON.stringify(after), capture.n);
  return true;
}

/** The tags of a capture that was archived or brought back: they count it out or in. */
export function archiveTags(sql: Sql, captureN: number, isArchived: boolean, now: number): void {
  for (const n of tagsOf(sql, captureN)) {
    sql.run("UPDATE capture_tags SET is_archived = ? WHERE capture_n = ? AND tag_n = ?", isArchived, captureN, n);
    count(sql, n, isArchived ? -1 : 1, now);
  }
}

/** Takes every tag off a capture that is erased. */
export function dropTags(sql: Sql, capture: { readonly n: number; readonly isArchived: boolean }, now: number): void {
  for (const n of tagsOf(sql, capture.n)) putDown(sql, n, capture, now);
}

function tagsOf(sql: Sql, captureN: number): number[] {
  return sql.all("SELECT tag_n FROM capture_tags WHERE capture_n = ?", captureN).map((row) => row[0] as number);
}

/** Adds the tag for a capture and answers its n. */
function addTag(
  sql: Sql,
  { id, name, key }: { readonly id: string; readonly name: string; readonly key: string },
  now: number,
): number {
  sql.run(
    "INSERT INTO tags (id, name, name_key, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)",
    id,
    name,
    key,
    now,
  );
  return tagNamed(sql, name)[0];
}

function carry(sql: Sql, n: number, capture: { readonly n: number; readonly isArchived: boolean }, now: number): void {
  sql.run(
    "INSERT INTO capture_tags (tag_n, is_archived, capture_n) VALUES (?, ?, ?)",
    n,
    capture.isArchived,
    capture.n,
  );
  count(sql, n, capture.isArchived ? 0 : 1, now);
}

function putDown(
  sql: Sql,
  n: number,
  capture: { readonly n: number; readonly isArchived: boolean },
  now: number,
): void {
  sql.run("DELETE FROM capture_tags WHERE tag_n = ? AND capture_n = ?", n, capture.n);
  if (sql.get("SELECT 1 FROM capture_tags WHERE tag_n = ? LIMIT 1", n) === undefined) {
    sql.run("DELETE FROM tags WHERE n = ?", n);
  } else {
    count(sql, n, capture.isArchived ? 0 : -1, now);
  }
}

/** Counts the capture among those of the tag, or no more. */
function count(sql: Sql, n: number, more: number, now: number): void {
  sql.run(
    "UPDATE tags SET capture_count = capture_count + ?, updated_at = max(updated_at, ?) WHERE n = ?",
    more,
    now,
    n,
  );
}
