/** What the last message asks for, with what the question before it leaves open. */
import { noTitle, noTodos, notUnderstood } from "./shared/answers.ts";
import { isYesQuestion } from "./act/change.ts";
import { isWhichQuestion } from "./act/find.ts";
import type { Turn } from "./shared/conversation.ts";
import type { Intent, Present } from "./shared/intents.ts";
import { readMessage } from "./read/message.ts";

/** A bare number answers the question which todo, a yes whether one; a sentence that is no request, what a todo should say. */
export function intentOf(turns: readonly Turn[], present: Present): Intent {
  const text = turns.at(-1)?.text ?? "";
  const before = turns.slice(0, -1);
  const asked = before.at(-1)?.answer ?? "";
  const intent = readMessage(text, present);
  if (intent.kind === "pick") return picked(intent.numbers, before, asked, present);
  if (intent.kind === "yes") return confirmed(before, asked, present);
  if (intent.kind !== "say" || intent.text !== notUnderstood) return intent;
  return titled(text, asked, present) ?? intent;
}

function titled(text: string, asked: string, present: Present): Intent | null {
  if (asked !== noTitle && asked !== noTodos) return null;
  const lead = asked === noTitle ? "add a todo to " : text.includes("\n") ? "add these todos:\n" : "add todos: ";
  const intent = readMessage(`${lead}${text}`, present);
  return intent.kind === "create" ? intent : null;
}

function confirmed(before: readonly Turn[], asked: string, present: Present): Intent {
  const intent = isYesQuestion(asked) ? intentOf(before, present) : null;
  return intent?.kind === "change" ? { ...intent, mayBeMatter: false } : { kind: "say", text: notUnderstood };
}

function picked(numbers: readonly number[], before: readonly Turn[], asked: string, present: Present): Intent {
  const intent = isWhichQuestion(asked) ? intentOf(before, present) : null;
  if (intent?.kind === "change") return { ...intent, reference: { by: "numbers", numbers } };
  const [number] = numbers;
  const text = `What shall I do with number ${number}? For example \`complete ${number}\` or \`archive ${number}\`.`;
  return { kind: "say", text };
}
