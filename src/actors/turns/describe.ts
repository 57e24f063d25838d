/**
 * Names a chat: a title while it has none (one that a person gave stays), and a one-line summary of what was answered, made again
 * now and then. A model does that with its answer; one that did not is asked afterwards. While a turn goes on, a rule names the chat.
 */
import type { Message } from "../../schema/chat.ts";
import { recentMessages } from "../../workspace/chats/messages.ts";
import { chatRow, findChat, setTexts } from "../../workspace/chats/queries.ts";
import type { ChatRow } from "../../workspace/chats/row.ts";
import type { TurnView } from "../../workspace/runs/turn-view.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import { complete, retryLater, type Work, withdraw } from "../../workspace/work/queue.ts";
import { abortable, type TurnParts } from "../parts/turn-parts.ts";
import { toModelMessages } from "./request.ts";
import { insertModelCall } from "../../workspace/chats/model-calls.ts";
import { agentRow } from "../../workspace/agents/queries.ts";
import { describeConversation } from "../models/builtin/describe.ts";
import { ownModel } from "../models/chosen.ts";
import type { Description, ModelCall, ModelMessage } from "../runtime/ports.ts";

/** Characters of the conversation before its last turn that the model is shown. */
const earlierCharacters = 8000;
const timeLimit = 60_000;
/** How often the model is asked before the title is made of the first message. */
const maxAttempts = 3;
const retryDelay = 30_000;
const titleLength = 60;
const unnamed = "New conversation";

/** Names the chat and takes the piece out of the table, or puts it back for later. Rejects when the service stops. */
export async function describeChat(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox, clock } = parts;
  const chat = mailbox.read((sql) => findChat(sql, work.subjectId));
  if (chat === undefined || !isWanted(chat)) return mailbox.write((sql) => complete(sql, work.id));
  const all = mailbox.read((sql) => recentMessages(sql, chat.id, chat.turnId, earlierCharacters));
  const messages = carryingNothing(all);
  const conversation = toModelMessages(messages, new Map());
  if (chat.title !== null && !isAnswered(conversation)) return mailbox.write((sql) => complete(sql, work.id));
  const calls: ModelCall[] = [];
  const { settings } = mailbox.read((sql) => agentRow(sql, chat.agentId));
  const { model } = await ownModel(parts.model, settings);
  const asks = hasEnded(chat) || model.window === undefined;
  const made = asks ? await ask({ ...parts, model }, conversation, calls, signal) : describeConversation(conversation);
  signal.throwIfAborted();
  await mailbox.write((sql) => {
    const moment = { sql, now: clock.now() };
    const purpose = { kind: "name", chatId: chat.id, turnId: chat.turnId, agentId: chat.agentId } as const;
    for (const call of calls) insertModelCall(sql, call, purpose, moment.now);
    if (made === null && work.attempts < maxAttempts) {
      return retryLater(moment, work.id, moment.now + work.attempts * retryDelay);
    }
    const now = findChat(sql, chat.id);
    if (now === undefined) return complete(sql, work.id);
    const said = messages.find(({ role }) => role === "user")?.text ?? "";
    const subtitle = hasEnded(chat) && isAnswered(conversation) ? (made?.subtitle ?? "") : "";
    setTexts(sql, chat.id, ...textsOf(now, { title: made?.title ?? said.slice(0, 1000), subtitle }));
    // The end of the turn, or of a later one, asked for a summary while this was on its way.
    if (hasEnded(now) && (!hasEnded(chat) || now.turnId !== chat.turnId)) retryLater(moment, work.id);
    else complete(sql, work.id);
  });
}

/** Titles and summaries are shown to everyone who may read chats: content of captures must not come into them. */
function carryingNothing(messages: readonly Message[]): Message[] {
  return messages.filter(({ blocks }) =>
    blocks.every(({ captureIds, withheld }) => (captureIds ?? withheld) === undefined),
  );
}

/** Null when the model could not. */
async function ask(
  { model, clock }: TurnParts,
  messages: readonly ModelMessage[],
  calls: ModelCall[],
  signal: AbortSignal,
): Promise<Description | null> {
  const limit = new AbortController();
  const cancelTimer = clock.timer(timeLimit, () => limit.abort());
  try {
    return await abortable(AbortSignal.any([signal, limit.signal]), (both) =>
      model.describe(messages, both, (call) => void calls.push(call)),
    );
  } catch {
    signal.throwIfAborted();
    return null;
  } finally {
    cancelTimer();
  }
}

/** What a model that answers at once makes of a turn that ends with this answer; null for any other, or without an answer. */
export function describeNow({ model }: TurnParts, view: TurnView, answer: string): Description | null {
  if (model.describeNow === undefined || !saysSomething(answer)) return null;
  const conversation = toModelMessages(carryingNothing(view.messages), view.edited);
  return model.describeNow([...conversation, { role: "assistant", text: answer, toolCalls: [] }]);
}

/**
 * Names the chat in the commit that ends its turn; nobody need be asked for that afterwards. The title that a rule gave it in the
 * meantime makes way for that of the model.
 */
export function nameChat(sql: Sql, { chatId, made, view }: Naming): void {
  const chat = chatRow(sql, chatId);
  const first = view.messages.find(({ role }) => role === "user");
  const isByRule = first?.sequence === 1 && chat.title === titleByRule(first);
  setTexts(sql, chatId, ...textsOf(isByRule ? { ...chat, title: null } : chat, made));
  withdraw(sql, "describe", chatId);
}

export interface Naming {
  readonly chatId: string;
  readonly made: Description;
  /** The turn as it was when the model was asked. */
  readonly view: TurnView;
}

function titleByRule(first: Message): string {
  return tidy(describeConversation(toModelMessages(carryingNothing([first]), new Map())).title, unnamed);
}

/** Title and subtitle of the chat from now on; an empty subtitle leaves the one it has. */
function textsOf(chat: ChatRow, made: Description): [title: string, subtitle: string | null] {
  return [chat.title ?? tidy(made.title, unnamed), tidy(made.subtitle, "") || chat.subtitle];
}

/** Without an answer there is nothing to sum up. */
function isAnswered(messages: readonly ModelMessage[]): boolean {
  return messages.some((message) => message.role === "assistant" && saysSomething(message.text));
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** A piece for a chat that has ended was put there because its summary is due. */
function isWanted(chat: ChatRow): boolean {
  return chat.title === null || hasEnded(chat);
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
