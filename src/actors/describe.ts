/** Names a chat: a title while it has none (one that a person gave stays), and a one-line summary once its turn has ended. */
import { recentMessages } from "../workspace/chats/messages.ts";
import { type ChatRow, findChat, setTexts } from "../workspace/chats/queries.ts";
import { complete, retryLater, type Work } from "../workspace/work.ts";
import { abortable } from "./abortable.ts";
import { toModelMessages } from "./conversation.ts";
import type { Description, ModelMessage } from "./ports.ts";
import type { TurnParts } from "./turn-parts.ts";

/** Characters of the conversation before its last turn that the model is shown. */
const earlierCharacters = 8000;
const timeLimit = 60_000;
/** The model is asked so often; then the title is made of the first message. */
const mostAttempts = 3;
const retryDelay = 30_000;
const titleLength = 60;

/** Names the chat and takes the piece out of the table, or puts it back for later. Rejects when the service stops. */
export async function describeChat(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox, clock } = parts;
  const chat = mailbox.read((sql) => findChat(sql, work.subjectId));
  if (chat === undefined || !isWanted(chat)) return mailbox.write((sql) => complete(sql, work.id));
  const messages = mailbox.read((sql) => recentMessages(sql, chat.id, chat.turnId, earlierCharacters));
  const made = await ask(parts, toModelMessages(messages, new Map()), signal);
  signal.throwIfAborted();
  await mailbox.write((sql) => {
    if (made === null && work.attempts < mostAttempts) {
      return retryLater(sql, work.id, clock.now() + work.attempts * retryDelay);
    }
    const now = findChat(sql, chat.id);
    if (now === undefined) return complete(sql, work.id);
    const said = messages.find(({ role }) => role === "user")?.text ?? "";
    const title = now.title ?? tidy(made?.title ?? said.slice(0, 1000), "New conversation");
    const subtitle = hasEnded(chat) && made !== null ? tidy(made.subtitle, "") || now.subtitle : now.subtitle;
    setTexts(sql, chat.id, title, subtitle);
    // The end of the turn asked for a summary while this was on its way.
    if (hasEnded(now) && !hasEnded(chat)) retryLater(sql, work.id, clock.now());
    else complete(sql, work.id);
  });
}

/** Null when the model could not. */
async function ask(
  { model, clock }: TurnParts,
  messages: readonly ModelMessage[],
  signal: AbortSignal,
): Promise<Description | null> {
  const limit = new AbortController();
  const cancelTimer = clock.timer(timeLimit, () => limit.abort());
  try {
    return await abortable(AbortSignal.any([signal, limit.signal]), (both) => model.describe(messages, both));
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    cancelTimer();
  }
}

function isWanted(chat: ChatRow): boolean {
  return chat.title === null || (hasEnded(chat) && chat.subtitle === null);
}

function hasEnded({ status }: ChatRow): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** One line of at most 60 characters for a title made by rule; what a model made fits by itself. */
function tidy(text: string, otherwise: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const characters = Array.from(line);
  if (characters.length > 2 * titleLength)
    return `${characters
      .slice(0, titleLength - 1)
      .join("")
      .trimEnd()}…`;
  return line === "" ? otherwise : line;
}
