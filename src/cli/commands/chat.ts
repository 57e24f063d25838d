/** A conversation with an agent in the terminal: its words, what it does, and what it asks leave for. */
import type { Command } from "commander";
import { CliFailure, exitCodes } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { blockLines, type Prose, proseFor } from "../output/chat-lines.ts";
import { type Style, styleFor, wrap } from "../output/text.ts";
import { begin, type Chat, type Messages, read, readAfter, type Said, send, upload } from "./chat-calls.ts";
import { decidePending } from "./approvals.ts";
import { type Asking, idOf } from "./given-ids.ts";
import { connect, type Connection, type Flags, flagsOf } from "../session/context.ts";

interface ChatFlags extends Flags {
  readonly agent?: string;
  readonly chat?: string;
  readonly todo?: string;
  readonly image?: readonly string[];
}

/** Everything a conversation needs at hand. */
interface Talk {
  readonly io: Io;
  readonly api: Connection["api"];
  readonly style: Style;
  readonly prose: Prose;
  /** Only a signed-in person decides; a key cannot. */
  readonly mayDecide: boolean;
  /** The last message that was shown. */
  seen: number;
}

/** Milliseconds between two looks; the interface asks for no more than one a second. */
const pollMs = 1000;
const busy: ReadonlySet<string> = new Set(["queued", "running"]);

/** Adds `chat`. */
export function addChat(program: Command, io: Io): void {
  program
    .command("chat")
    .description("Talk with an agent; without words, a conversation until Ctrl-D")
    .argument("[words...]")
    .option("--agent <name>", "agent to talk with, in place of the assistant")
    .option("--chat <title>", "continue this chat")
    .option("--todo <title>", "talk about this todo")
    .option("--image <file>", "an image to send with the first message; can be given again", andAlso)
    .action((words: string[], _options: unknown, command: Command) => chat(io, words.join(" "), flagsOf(command)));
}

/** A list of files would take the words behind it, too. */
function andAlso(file: string, files: readonly string[] = []): readonly string[] {
  return [...files, file];
}

async function chat(io: Io, words: string, given: ChatFlags): Promise<void> {
  const connection = await connect(io, given);
  const { api, profile } = connection;
  const flags = { ...given, ...(await meant({ io, connection }, given)) };
  const style = styleFor(io.stdout.isTerminal, io.env);
  const prose = await proseFor(io);
  const talk: Talk = { io, api, style, prose, mayDecide: profile.token.startsWith("dss_"), seen: 0 };
  let state: Chat | null = flags.chat === undefined ? null : await read(api, flags.chat);
  // What it waits for is asked first: the next line would be a message, which rejects it.
  const isConversation = words === "" && io.stdin.isTerminal;
  if (isConversation && state !== null && !isOver(state)) state = await follow(talk, state, flags.json === true);
  let message: string | null = words === "" ? await nextWords(io) : words;
  let files = flags.image ?? [];
  while (message !== null) {
    const said: Said = { message, ...(files.length > 0 && { attachmentIds: await upload(io, api, files) }) };
    files = [];
    state = state === null ? await begin(io, api, said, flags) : await send(api, state.id, said);
    state = await follow(talk, state, flags.json === true);
    message = words === "" ? await nextWords(io) : null;
  }
  if (state === null) return;
  if (flags.json === true) show(io, state, true);
  else say(io, `Continue with: dayshift chat --chat ${state.id}`, style.dim);
  if (state.status === "failed") throw new CliFailure(state.errorMessage ?? "The agent failed.", exitCodes.error);
}

/** The ids of what the flags name, by a title, the beginning of an id or a number of the last list. */
async function meant(asking: Asking, { agent, chat, todo }: ChatFlags): Promise<ChatFlags> {
  return {
    ...(agent !== undefined && { agent: await idOf(asking, "listAgents", agent) }),
    ...(chat !== undefined && { chat: await idOf(asking, "listChats", chat) }),
    ...(todo !== undefined && { todo: await idOf(asking, "listTodos", todo) }),
  };
}

function say({ stderr }: Io, text: string, paint: (text: string) => string): void {
  for (const line of wrap(text, stderr.columns ?? Infinity)) stderr.write(`${paint(line)}\n`);
}

/** The next line that says something; null at the end. */
async function nextWords(io: Io): Promise<string | null> {
  for (;;) {
    const line = await io.stdin.line(io.stdin.isTerminal ? "> " : "");
    if (line === null || line.trim() === "/quit") return null;
    if (line.trim() !== "") return line;
  }
}

/** Shows what happens until the turn has ended, and asks for decisions on the way; answers the chat as it stands then. */
async function follow(talk: Talk, begun: Chat, isQuiet: boolean): Promise<Chat> {
  let chat = begun;
  for (;;) {
    await showNew(talk, chat.id, isQuiet);
    if (chat.status === "awaiting_input") {
      if (!(await decidePending(talk, chat.id, !isQuiet))) return chat;
    } else if (isOver(chat)) {
      return chat;
    }
    if (talk.io.stderr.isTerminal) talk.io.stderr.write(talk.style.dim(`\r… ${chat.status}`));
    await talk.io.sleep(pollMs);
    if (talk.io.stderr.isTerminal) talk.io.stderr.write("\r\u001b[K");
    chat = await read(talk.api, chat.id);
  }
}

function isOver({ status }: Chat): boolean {
  return status !== "awaiting_input" && !busy.has(status);
}

async function showNew(talk: Talk, chatId: string, isQuiet: boolean): Promise<void> {
  let page: Messages;
  do {
    page = await readAfter(talk.api, chatId, talk.seen);
    for (const message of page.data) {
      talk.seen = message.sequence;
      if (isQuiet || message.role === "user") continue;
      for (const line of blockLines(message.blocks, talk)) talk.io.stdout.write(`${line}\n`);
    }
  } while (page.hasMore);
}
