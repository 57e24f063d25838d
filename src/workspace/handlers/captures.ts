/** The operations on captures and tags; what becomes of a recording stands in captures/recordings.ts. */
import { ApiError, conflict } from "../../schema/errors.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { page } from "../protocol/cursor.ts";
import { toInstant } from "../time/instant.ts";
import { eraseCapture } from "../erasure/erase-capture.ts";
import { openRecording, stopRecording } from "../captures/recordings.ts";
import { hasLiveSeries } from "../todos/queries.ts";
import { readFilter } from "../captures/filter.ts";
import { captureRows, countCaptures, positionOf } from "../captures/page.ts";
import * as queries from "../captures/queries.ts";
import { inFull } from "../captures/read.ts";
import { type CaptureRow, toLight, toListItem } from "../captures/row.ts";
import { archiveTags, carriersOf, setTags, tagRows } from "../captures/tags.ts";
import { changeTexts, createNote } from "../captures/texts.ts";

/** One page, newest first, without the long texts. Throws 400 for a cursor of another list. */
export const listCaptures: Handler<"listCaptures"> = ({ sql, acting }, { query }) => {
  const { limit } = query;
  const filter = readFilter(sql, query);
  const shown = page(captureRows(sql, filter, limit + 1, query.cursor), limit, positionOf);
  acting?.shows(shown.rows.map(({ id }) => id));
  return {
    object: "list",
    data: shown.rows.map(toListItem),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
    totalCount: query.include === "totalCount" ? countCaptures(sql, filter) : null,
  };
};

/** The new note, or the recording that is open from here on, light. Throws 400 naming the field; 402 for a recording. */
export const createCapture: Handler<"createCapture"> = (context, { body }) => {
  if (body.type === "recording") return openRecording(context, body);
  return showLight(context, createNote(context, body));
};

/** The capture in full, archived or not. Throws 404. */
export const getCapture: Handler<"getCapture"> = ({ sql, acting }, { path }) => {
  const capture = queries.captureRow(sql, path.captureId);
  acting?.shows([capture.id]);
  return inFull(sql, capture);
};

/** The capture as changed, light; `updatedAt` moves only when something did. Throws 400, 404; 409 for a stale `expectedUpdatedAt`. */
export const updateCapture: Handler<"updateCapture"> = (context, { path, body }) => {
  const capture = queries.captureRow(context.sql, path.captureId);
  refuseStale(capture, body.expectedUpdatedAt);
  const changes = [
    changeTexts(context, capture, body),
    body.tags !== undefined && setTags(context, capture, body.tags),
  ];
  if (changes.includes(true)) queries.touchCapture(context.sql, capture.n, context.now);
  return showLight(context, capture.id);
};

/**
 * Archives, or erases with `permanent`. A running recording ends with it. Throws 404; 409
 * while a live series of its todos needs it.
 */
export const deleteCapture: Handler<"deleteCapture"> = (context, { path, query }) => {
  const { sql, now } = context;
  const capture = queries.captureRow(sql, path.captureId);
  refuseLiveSeries(context, capture);
  if (query.permanent === true) {
    eraseCapture(context, capture);
    return { object: "deleted", deleted: true, recoverable: false };
  }
  if (capture.isArchived) return { object: "deleted", deleted: true, recoverable: true, alreadyArchived: true };
  setArchived(sql, capture, true, now);
  return { object: "deleted", deleted: true, recoverable: true };
};

/** The capture, active again, light. Throws 404. */
export const restoreCapture: Handler<"restoreCapture"> = (context, { path }) => {
  const capture = queries.captureRow(context.sql, path.captureId);
  if (capture.isArchived) setArchived(context.sql, capture, false, context.now);
  return showLight(context, capture.id);
};

/** The recording as stopped, light: it is processed from here on. Throws 404; 409 when it is no running recording. */
export const stopCapture: Handler<"stopCapture"> = (context, { path }) => stopRecording(context, path.captureId);

/** All tags, by name, on one page. A tag is content of the captures that carry it. */
export const listTags: Handler<"listTags"> = ({ sql, acting }) => {
  acting?.shows(carriersOf(sql, shownTags));
  return { object: "list", data: tagRows(sql), hasMore: false, nextCursor: null };
};

/** More tags than fit into the result of a tool. */
const shownTags = 200;

function showLight({ sql }: Context, id: string) {
  return toLight(queries.captureRow(sql, id));
}

function setArchived(sql: Context["sql"], { n }: CaptureRow, isArchived: boolean, now: number): void {
  queries.setCaptureArchived(sql, n, isArchived);
  archiveTags(sql, n, isArchived, now);
  queries.touchCapture(sql, n, now);
}

/** Throws 409 for a moment that is not the one of the capture's last change. */
function refuseStale({ updatedAt }: CaptureRow, expected: string | undefined): void {
  if (expected === undefined || Date.parse(expected) === updatedAt) return;
  throw conflict(
    `The capture was changed at ${toInstant(updatedAt)}: read it again, and send what is still to be changed.`,
    "expectedUpdatedAt",
  );
}

function refuseLiveSeries({ sql }: Context, capture: CaptureRow): void {
  if (!hasLiveSeries(sql, capture.id)) return;
  throw new ApiError(
    "series_action_required",
    "A todo of this capture has a live schedule: pause it with schedulePaused true, or end it, first.",
  );
}
