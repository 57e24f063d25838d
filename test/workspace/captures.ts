/** A capture for tests of what refers to one. */
import { type NewCapture, insertCapture } from "../../src/workspace/captures/queries.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { fakeId } from "../helpers/ids.ts";

/** Adds a note, or whatever `more` makes of it, and answers its n. */
export function addCapture(sql: Sql, id: string, more: Partial<NewCapture> = {}, now = 0): number {
  const note: NewCapture = {
    id,
    type: "note",
    status: "completed",
    createdBy: fakeId(0xb),
    recordingId: null,
    source: null,
    language: null,
    titleBy: null,
    title: null,
    content: "A note.",
    notes: null,
  };
  return insertCapture(sql, { ...note, ...more }, now);
}
