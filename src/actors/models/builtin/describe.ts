/** Names a conversation by rule: the first thing asked, and the first line of the last answer. */
import type { Description, ModelMessage } from "../../runtime/ports.ts";
import { capitalise, oneLine, shorten } from "../shared/text.ts";
import { withoutPoliteness } from "./shared/words.ts";

/** Characters of the first line that a name is made of. */
const longestRead = 1000;

/** Title (at most 60 characters) and subtitle (at most 120). */
export function describeConversation(messages: readonly ModelMessage[]): Description {
  const asked = messages.find((message) => message.role === "user" && message.text.trim() !== "");
  const answered = messages.findLast((message) => message.role === "assistant" && message.text.trim() !== "");
  return {
    title: titleOf(asked?.role === "user" ? asked.text : ""),
    subtitle: subtitleOf(answered?.role === "assistant" ? answered.text : ""),
  };
}

function titleOf(text: string): string {
  const sentence = firstSentence(firstLine(text));
  const subject = withoutPoliteness(sentence).rest.replace(/(?<![\s.!,;:])[\s.!,;:]+$/, "");
  return subject === "" ? "New conversation" : shorten(capitalise(subject), 60);
}

function subtitleOf(text: string): string {
  const sentence = firstSentence(firstLine(text)).replace(/:$/, ".");
  return sentence === "" ? "No answer yet" : shorten(sentence, 120);
}

/** Cut, as the line may be as long as a message. */
function firstLine(text: string): string {
  const line = text.split("\n").find((each) => plain(each) !== "") ?? "";
  return plain(line).slice(0, longestRead);
}

function firstSentence(text: string): string {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
  const [first] = segmenter.segment(text);
  return first?.segment.trim() ?? "";
}

/** The line without markdown marks. */
function plain(line: string): string {
  const unmarked = line.replace(/^\s*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s*)?|>\s*|\d+[.)]\s+)/, "");
  return oneLine(unmarked.replace(/\*\*|__|`/g, ""));
}
