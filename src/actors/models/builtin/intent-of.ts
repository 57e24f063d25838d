/** What the last message asks for, with what the question before it leaves open. */
import { isWhichQuestion } from "./act/find.ts";
import type { Turn } from "./shared/conversation.ts";
import type { Intent, Present } from "./shared/intents.ts";
import { readMessage } from "./read/message.ts";

/** A bare number answers the question which todo. */
export function intentOf(turns: readonly Turn[], present: Present): Intent {
  const intent = readMessage(turns.at(-1)?.text ?? "", present);
  if (intent.kind !== "pick") return intent;
  const before = turns.slice(0, -1);
  const asked = isWhichQuestion(before.at(-1)?.answer ?? "") ? intentOf(before, present) : null;
  if (asked?.kind === "change") return { ...asked, reference: { by: "numbers", numbers: intent.numbers } };
  const [number] = intent.numbers;
  const text = `What shall I do with number ${number}? For example \`complete ${number}\` or \`archive ${number}\`.`;
  return { kind: "say", text };
}
