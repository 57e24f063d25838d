/** Erasing a capture, with all that was made of it and that nobody has made their own. Source: decisions §6. */
import type { Context } from "../context.ts";
import { eraseRecording } from "../flows/recordings.ts";
import { withdraw } from "../work.ts";
import { eraseTodo, suggestionsOf, unlinkCapture } from "../todos/queries.ts";
import { eraseCaptureRow } from "./queries.ts";
import type { CaptureRow } from "./row.ts";
import { dropTags } from "./tags.ts";

/**
 * Erases the capture: row, search text, tags that no other carries, and with them what refers to the row (segments, the sound,
 * the link to chats). Suggestions that nobody accepted go too; a todo that a person has taken on stays, without its capture.
 */
export function eraseCapture({ sql, now }: Context, capture: CaptureRow): void {
  for (const n of suggestionsOf(sql, capture.id)) eraseTodo(sql, n);
  unlinkCapture(sql, capture.id, now);
  withdraw(sql, "capture", capture.id);
  dropTags(sql, capture, now);
  eraseRecording({ sql, now }, capture.id);
  eraseCaptureRow(sql, capture.n);
}
