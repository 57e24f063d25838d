/** What the last message asks for, with what the question before it leaves open. */
import { noTitle, noTodos, notUnderstood } from "./answers.ts";
import type { Turn } from "./conversation.ts";
import type { Intent, Present } from "./intents.ts";
import { parse } from "./parse/parse.ts";
import { isQuestion } from "./plays/change-words.ts";

/** A bare number completes the question which todo; a sentence that is no order answers the question what a todo should say. */
export function intentOf(turns: readonly Turn[], present: Present): Intent {
  const text = turns.at(-1)?.text ?? "";
  const intent = parse(text, present);
  const before = turns.slice(0, -1);
  if (intent.kind === "say" && intent.text === notUnderstood) return titled(text, before, present) ?? intent;
  return intent.kind === "pick" ? picked(intent.numbers, before, present) : intent;
}

function titled(text: string, before: readonly Turn[], present: Present): Intent | null {
  const asked = before.at(-1)?.answer;
  if (asked !== noTitle && asked !== noTodos) return null;
  const several = asked === noTodos;
  const lead = several ? (text.includes("\n") ? "add these todos:\n" : "add todos: ") : "add a todo to ";
  const intent = parse(`${lead}${text}`, present);
  return intent.kind === "create" ? intent : null;
}

function picked(numbers: readonly number[], before: readonly Turn[], present: Present): Intent {
  const asked = isQuestion(before.at(-1)?.answer ?? "") ? intentOf(before, present) : null;
  if (asked?.kind === "change") return { ...asked, target: { by: "number", numbers } };
  if (asked?.kind === "both" && asked.first.kind === "change")
    return { ...asked, first: { ...asked.first, target: { by: "number", numbers } } };
  const [number] = numbers;
  return {
    kind: "say",
    text: `What shall I do with number ${number}? For example \`complete ${number}\` or \`archive ${number}\`.`,
  };
}
