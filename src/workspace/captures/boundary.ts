/**
 * Who sees the content of captures in what an agent leaves behind. Source: semantics "Work", interface "Authentication" 8.
 *
 * Content comes to an agent as the context of its chat or as the result of a tool, and whatever it says from then on may hold
 * some of it. So what is marked follows from what the model was shown: a reply to a request in which something carried content
 * carries it too (text, inputs of calls, requests for approval), and so do the results of those calls and the first message
 * of a chat that such a call begins. The blocks name the captures; who may not read captures gets them with their content
 * withheld, in lists, waits and replays, and so does the model of a turn that was begun without `captures:read`. What such a
 * turn says is then clean, although it stands in the same chat. Chats are named from what carries nothing.
 *
 * When a capture is erased, whatever carries its content goes from the chats: blocks that name it, and the whole of each step in
 * which an agent wrote it, as a call that makes a capture can not name it beforehand. A reply to a request that showed it and is
 * still on its way is dropped, and the model is asked again.
 *
 * What an agent writes into a todo, a list, an agent or a skill is not marked: it is written with the rights of whoever began
 * the turn, who could read the capture and write the todo by hand; a todo is read under `todos:read`, like the suggestions made
 * from captures. Approval is the means to look at each such write before it happens.
 */
import type { Block, Message } from "../../schema/chat.ts";
import type { Scope } from "../../schema/scopes.ts";
import { agentTools } from "../../schema/tools.ts";

/** The captures whose content something carries, perhaps not known by id (tags are of no one capture); null for no content. */
export type Carried = readonly string[] | null;

/** Stands in the place of content. */
export const withheldText = "Withheld: this carries content of captures, which needs the scope captures:read.";
/** Stands in the place of content whose capture was erased. */
export const erasedText = "Erased, with the capture whose content this carried.";

/** True for a credential, or an agent, that may see the content of captures. */
export function mayReadCaptures(scopes: readonly Scope[]): boolean {
  return scopes.includes("captures:read");
}

/** What all of them carry. */
export function together(...all: readonly Carried[]): Carried {
  const carried = all.filter((one) => one !== null);
  return carried.length === 0 ? null : [...new Set(carried.flat())];
}

/** What the blocks of these messages carry, as they are stored: one whose content was erased carries none any more. */
export function carriedIn(messages: readonly { readonly blocks: readonly Block[] }[]): Carried {
  const blocks = messages.flatMap((message) => message.blocks.filter(({ withheld }) => withheld !== true));
  return together(...blocks.map(({ captureIds }) => captureIds ?? null));
}

/** The tools that write content into captures, by their names. */
export const writingTools: readonly string[] = agentTools
  .filter(({ operation }) => operation.auth === "captures:write" && operation.body !== null)
  .map(({ name }) => name);

/** What the input of a call carries by itself: a call that writes into captures carries what it writes. */
export function carriedByCall(name: string, input: Readonly<Record<string, unknown>>): Carried {
  if (!writingTools.includes(name)) return null;
  const id = input["captureId"];
  return typeof id === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? [id.toLowerCase()] : [];
}

/** The capture that a call wrote, as its answer tells; null for a call that writes none. */
export function writtenBy(name: string, answer: unknown): Carried {
  if (!writingTools.includes(name) || typeof answer !== "object" || answer === null) return null;
  return "id" in answer && typeof answer.id === "string" ? [answer.id] : null;
}

/** The block, naming what it carries. */
export function naming<B extends Block>(block: B, carried: Carried): B {
  return carried === null ? block : { ...block, captureIds: [...carried] };
}

/** The messages as somebody with these scopes may see them. */
export function seenWith(scopes: readonly Scope[], messages: readonly Message[]): Message[] {
  if (mayReadCaptures(scopes)) return [...messages];
  return messages.map((message) => withoutContent(message, withheldText, (block) => block.captureIds !== undefined));
}

/** The message with other words in the place of the content of some of its blocks. */
export function withoutContent(message: Message, words: string, isMeant: (block: Block) => boolean): Message {
  if (!message.blocks.some(isMeant)) return message;
  const blocks = message.blocks.map((block) => (isMeant(block) ? emptied(block, words) : block));
  const isTextMeant = message.blocks.some((block) => "text" in block && isMeant(block));
  return { ...message, text: isTextMeant ? words : message.text, blocks };
}

function emptied(block: Block, words: string): Block {
  if (block.type === "tool_call") return { ...block, input: {}, withheld: true };
  if (block.type === "tool_result") return { ...block, content: words, withheld: true };
  if (block.type === "approval_request") return { ...block, summary: words, withheld: true };
  return { ...block, text: words, withheld: true };
}
