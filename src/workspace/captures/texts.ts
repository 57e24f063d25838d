/** The texts of a capture as people write and change them. */
import type { CaptureCreate, CaptureUpdate } from "../../schema/capture.ts";
import { invalid } from "../../schema/errors.ts";
import type { Context } from "../protocol/context.ts";
import { enqueue } from "../work/queue.ts";
import { readNote } from "./note.ts";
import * as queries from "./queries.ts";
import type { CaptureRow } from "./row.ts";
import { setTags } from "./tags.ts";
import { processingOf } from "./work.ts";

/** Sets title, body and notes; what the capture says now is summed up again. Returns whether anything changed. Throws 400. */
export function changeTexts(context: Context, capture: CaptureRow, body: CaptureUpdate): boolean {
  const { sql } = context;
  const before = queries.captureTexts(sql, capture.n);
  const title = body.title === undefined ? capture.title : body.title;
  const content = body.content === undefined ? before.content : body.content || null;
  const notes = body.notes === undefined ? before.notes : body.notes || null;
  if (capture.type === "recording" && content !== null) {
    throw invalid("content", "A recording has no content, and its transcript cannot be changed: use notes.");
  }
  if (title === capture.title && content === before.content && notes === before.notes) return false;
  queries.setCaptureTexts(sql, capture.n, title, { content, notes });
  // What it says now is summed up again; a recording that is still on its way will be in any case.
  const isWhole = capture.status === "completed";
  if (isWhole && (content !== before.content || notes !== before.notes)) {
    enqueue(context, processingOf(capture), capture.id);
  }
  return true;
}

/** Adds a note, and puts its summary on its way. Returns its id. Throws 400 naming the field. */
export function createNote(context: Context, body: CaptureCreate): string {
  const { sql, now, newId, caller } = context;
  if (body.content === undefined) throw invalid("content", "content is required: the text of the note.");
  if (body.source !== undefined) throw invalid("source", "Only a recording has a source.");
  const read = body.title === undefined ? readNote(body.content) : { title: body.title, content: body.content };
  const id = newId();
  const n = queries.insertCapture(
    sql,
    {
      id,
      type: "note",
      status: "completed",
      createdBy: caller.userId,
      recordingId: null,
      source: null,
      language: body.language ?? null,
      titleBy: read.title === null ? null : "person",
      ...read,
      notes: null,
    },
    now,
  );
  setTags(context, { n, isArchived: false, tags: [] }, body.tags ?? []);
  enqueue(context, "note", id);
  return id;
}
