/** A model names a conversation with its first answer, in two lines that nobody is shown: no request is made for that alone. */
import type { Description } from "../../runtime/ports.ts";
import { oneLine, shorten } from "../shared/text.ts";

/** The tags between which those lines stand. */
export const namingTags = ["chat_title", "chat_subtitle"] as const;

/** Up to the end where there is no closing tag: from each opening tag on, a long answer would be gone through again. */
const title = /<chat_title>([\s\S]*?)(<\/chat_title>|$)/i;
const subtitle = /<chat_subtitle>([\s\S]*?)(<\/chat_subtitle>|$)/i;
/** A line that was cut off hides the rest. */
const all = /<(chat_title|chat_subtitle)>[\s\S]*?(?:<\/\1>|$)/gi;

/** The text without these lines, and what they say; null when either is missing. */
export function readNaming(text: string): { readonly text: string; readonly description: Description | null } {
  if (!/<chat_/i.test(text)) return { text, description: null };
  const made = { title: lineOf(title, text, 60), subtitle: lineOf(subtitle, text, 120) };
  const isWhole = made.title !== "" && made.subtitle !== "";
  return { text: text.replace(all, "").trim(), description: isWhole ? made : null };
}

function lineOf(pattern: RegExp, text: string, limit: number): string {
  const [, line = "", isClosed] = pattern.exec(text) ?? [];
  return isClosed ? shorten(oneLine(line), limit) : "";
}
