/** Erasing a capture, with all that was made of it and that nobody has made their own. */
import { eraseApprovals } from "../approvals/queries.ts";
import { erasedText } from "../captures/boundary.ts";
import { eraseCaptureRow } from "../captures/queries.ts";
import type { CaptureRow } from "../captures/row.ts";
import { dropTags } from "../captures/tags.ts";
import { processingOf } from "../captures/work.ts";
import { eraseCarriedInMessages } from "../chats/messages.ts";
import { chatsCarrying } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import { suggestionsOf, unlinkCapture } from "../todos/queries.ts";
import { eraseMentions, rewriteMentions } from "../protocol/idempotency.ts";
import { eraseTodo } from "./erase-todo.ts";
import type { Sql } from "../protocol/sql.ts";
import { oweIndexErasure, withdraw } from "../work/queue.ts";
import { endErased } from "../runs/decisions.ts";
import { eraseRecording } from "../captures/recordings.ts";
import { eraseSaidOfCapture } from "../chats/model-calls.ts";
import { type CallKey, callId, carryingCalls, eraseCalls, firstOpen } from "../chats/tool-calls.ts";
import { findTurn } from "../chats/turn-rows.ts";
import { answerAsStored } from "../runs/turn-view.ts";

/**
 * Erases the capture: row, search text, tags that no other carries, and with them what refers to the row (segments, the sound,
 * the link to chats). Suggestions that nobody accepted go too; a todo that a person has taken on stays, without its capture. In
 * chats, what carried content of the capture is replaced by words that say so; what agents still wanted to do with it is not done.
 */
export function eraseCapture(context: Context, capture: CaptureRow): void {
  const { sql, now } = context;
  const own = actingCall(context);
  for (const chatId of chatsCarrying(sql, capture.id)) {
    const keys = eraseInChat(sql, chatId, capture.id);
    endErased(
      context,
      keys.filter((key) => callId(key) !== own),
    );
  }
  eraseSaidOfCapture(sql, capture.id);
  for (const todo of suggestionsOf(sql, capture.id)) {
    eraseTodo(sql, todo);
    eraseMentions(sql, todo.id);
  }
  unlinkCapture(sql, capture.id, now);
  withdraw(sql, processingOf(capture), capture.id);
  dropTags(sql, capture, now);
  eraseRecording({ sql, now }, capture.id);
  eraseCaptureRow(sql, capture.n);
  oweIndexErasure(context);
}

/** The id of the call by which an agent erases; null when a person or a program does. */
function actingCall({ sql, acting }: Context): string | null {
  const turn = acting === null ? undefined : findTurn(sql, acting.turnId);
  const call = turn === undefined ? undefined : firstOpen(sql, turn.id, turn.steps);
  return call === undefined ? null : callId(call);
}

/** Takes it out of what was said, asked and done in a chat, and out of what is stored of it for replays; answers the calls. */
function eraseInChat(sql: Sql, chatId: string, captureId: string): readonly CallKey[] {
  const calls = carryingCalls(sql, chatId, captureId);
  eraseCarriedInMessages(sql, chatId, captureId, calls);
  eraseApprovals(sql, calls.keys, erasedText);
  eraseCalls(sql, calls.keys, erasedText);
  rewriteMentions(sql, chatId, (answer) => answerAsStored(sql, answer));
  return calls.keys;
}
