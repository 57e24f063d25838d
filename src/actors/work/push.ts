/** Sends the note of a notification to the browsers of its person, after the commit of what happened; once, as it is no record. */
import { noteOf } from "../../workspace/notifications/notes.ts";
import { complete, type Work } from "../../workspace/work/queue.ts";
import { type TurnParts, abortable } from "../parts/turn-parts.ts";

/** Rejects when the service stops. */
export async function pushNotification(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const note = parts.mailbox.read((sql) => noteOf(sql, work.subjectId));
  const { push } = parts.mailer;
  if (note !== null && push !== undefined) await abortable(signal, () => push(note));
  signal.throwIfAborted();
  await parts.mailbox.write((sql) => complete(sql, work.id));
}
