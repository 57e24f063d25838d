/**
 * Who sees the content of captures in what an agent leaves behind.
 *
 * Content comes to an agent as the context of its chat or as the result of a tool, and whatever it says from then on may hold
 * some of it. So what is marked follows from what the model was shown: a reply to a request in which something carried content
 * carries it too (text, inputs of calls, requests for approval), and so do the results of those calls and the first message
 * of a chat that such a call begins. The blocks name the captures; who may not read captures gets them with their content
 * withheld, in lists, waits and replays, and so does the model of a turn that was begun without `captures:read`. What such a
 * turn says is then clean, although it stands in the same chat. Chats are named from what carries nothing.
 *
 * When a capture is erased, whatever carries its content goes from the chats: blocks that name it, and the whole of each step in
 * which an agent wrote it, as a call that makes a capture cannot name it beforehand. A reply to a request that showed it and is
 * still on its way is dropped, and the model is asked again. A call of it that waits for a decision, or to be carried out, is not: its
 * approval is cancelled, the agent is given the reason, and the turn continues.
 *
 * What such a call writes into a todo is redacted, text by text: who may not read captures finds words in its place, in every answer
 * that shows the text, and does not find the todo by it (todos/redaction.ts). A suggestion made from a capture is redacted likewise.
 * The chat of a run that begins with a redacted text carries what the text carries, and an agent that is shown the todo is shown
 * content. A text is free once somebody who may read captures, and is no agent, writes it or accepts the suggestion; once a person
 * approved the very call that writes it; and once somebody's own text takes its place. Erasing a capture takes suggestions that
 * nobody accepted; any other todo stays, as it is, and redacted.
 *
 * Words that such a call writes anywhere else where they are read without `captures:read` (lists, agents, skills) wait for a
 * person's decision, whatever the agent may do otherwise and whichever tools were let pass. What becomes of the words of a tool
 * stands in its operation (`agentTexts`); of a tool that does not say they are held.
 */
import type { Block, Message } from "../../schema/chat.ts";
import { freeTextFields } from "../../schema/free-text.ts";
import type { Scope } from "../../schema/scopes.ts";
import { agentTools, toolNamed } from "../../schema/operations/tools.ts";

/** The captures whose content something carries, as far as they are known by id: perhaps none; null for no content. */
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

/** The capture that a call wrote, as its answer says; null for a call that writes none. */
export function writtenBy(name: string, answer: unknown): Carried {
  if (!writingTools.includes(name) || typeof answer !== "object" || answer === null) return null;
  return "id" in answer && typeof answer.id === "string" ? [answer.id] : null;
}

/**
 * True for a call that a person decides on, whether or not its agent must ask: it carries content of captures, and writes words
 * of its own where they are read without `captures:read` and nothing keeps in mind what they carry.
 */
export function needsApproval(name: string, input: Readonly<Record<string, unknown>>, carried: Carried): boolean {
  const tool = toolNamed(name);
  if (carried === null || tool?.changes !== true) return false;
  const { operation } = tool;
  if (operation.auth === "captures:write" || operation.agentTexts === "marked") return false;
  return freeTextFields(operation).some((field) => (input[field] ?? null) !== null);
}

/** Why a person is asked about such a call, after what it would do. */
export const needsApprovalBecause =
  " (asked because it may repeat what captures hold, where it is read without the scope captures:read)";

/** The block, naming what it carries. */
export function naming<B extends Block>(block: B, carried: Carried): B {
  return carried === null ? block : { ...block, captureIds: [...carried] };
}

/** Whether the words of a message are withheld from who may not read captures. */
export function carriesWords(blocks: readonly Block[]): boolean {
  return blocks.some((block) => "text" in block && block.captureIds !== undefined);
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
