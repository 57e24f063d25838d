/** A chat for people to read. */
import type { AttachedImage, Block, Chat, Message } from "../../../schema/chat.ts";
import type { Reading } from "./reading.ts";
import { code, inline, moment, prefixed } from "./markdown.ts";

/** The page in pieces. `agent`: the name of who answers. */
export function* chatPage(reading: Reading, chat: Chat, agent: string): Generator<string> {
  yield `# ${inline(chat.title ?? "Untitled")}\n\nWith ${inline(agent)}, begun ${moment(chat.createdAt)}.\n`;
  const who = { user: "Person", assistant: inline(agent), system: "Dayshift" } as const;
  for (const page of reading.pages("listMessages", { path: { chatId: chat.id } })) {
    for (const message of page as readonly unknown[] as readonly Message[]) {
      const blocks = message.blocks.map(blockText).filter((text) => text !== "");
      const images = (message.attachments ?? []).map((image) => `![Image](../${imagePath(image)})`);
      yield `\n**${who[message.role]}**, ${moment(message.createdAt)}\n\n${[...blocks, ...images].join("\n\n")}\n`;
    }
  }
}

/** Where an image lies in the folder. */
export function imagePath({ id, contentType }: Pick<AttachedImage, "id" | "contentType">): string {
  return `images/${id}.${contentType.slice("image/".length).replace("jpeg", "jpg")}`;
}

/** What was said stands as it is; what was done stands as a quotation. */
function blockText(block: Block): string {
  if (block.type === "text") return block.text.trim();
  if (block.type === "tool_call") return `> ${code(block.name)} ${code(JSON.stringify(block.input))}`;
  if (block.type === "tool_result") return prefixed(`${block.isError ? "Error: " : ""}${block.content}`, "> ");
  return prefixed(block.type === "notice" ? block.text : `Asked for approval: ${block.summary}`, "> ");
}
