/** What an agent says just now, word by word; the message that is recorded afterwards has it all. */
import { Records } from "./records.ts";

/** The next words of a chat, as the feed brings them. */
export interface Delta {
  readonly chatId: string;
  readonly turnId: string;
  /** Characters of this answer before these words. */
  readonly at: number;
  readonly text: string;
}

/** The answer of a chat so far; its id is that of the chat. */
export interface Words {
  readonly id: string;
  readonly turnId: string;
  readonly text: string;
}

/** Puts the words behind those that were said before; where some are missing nothing is shown until the answer begins again. */
export function hear(words: Records<Words>, { chatId: id, turnId, at, text }: Delta): void {
  const before = words.get(id);
  const said = before?.turnId === turnId ? before.text : "";
  if (at === 0 || at === said.length) words.put({ id, turnId, text: at === 0 ? text : said + text });
  else words.remove(id);
}

/** What is to be shown of them: nothing once a message has it. `recorded` is the text of the last message of the agent. */
export function stillSaid(words: Words | undefined, recorded: string): string {
  const text = words?.text.trim() ?? "";
  return recorded.startsWith(text) ? "" : text;
}
