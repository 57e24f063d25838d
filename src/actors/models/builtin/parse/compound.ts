/** Two requests in one sentence ("add a todo to call Ana, then show what is open"). */
import { shorten } from "../../text.ts";
import type { Intent } from "../intents.ts";

const LOOK = "(?:show|list|tell me|give me|summari[sz]e|what(?:'s| is| are)|which|how many)\\b";
/** Between two requests; without a "then" the second has to be a question. */
const BREAK = new RegExp(
  `(?<then>\\s*[,;.!?]\\s+(?:and\\s+)?then,?\\s+|\\s+and\\s+then,?\\s+|\\s+then\\s+(?=${LOOK}|(?:mark|set|complete|archive|add|create|restore)\\b))|\\s*[,;.!?]\\s+(?:and\\s+)?(?=${LOOK})|\\s+and\\s+(?=${LOOK})`,
  "gi",
);
const COMMAND = new RegExp(
  `^(?:${LOOK}|(?:add|create|remind|find|complete|finish|mark|archive|delete|remove|restore|reopen|rename|set)\\b)`,
  "i",
);
/** Orders that are as well the next step of what a title tells ("open the oven, then start the bake"). */
const EVERYDAY = /^(?:start|begin|check|tick|move|put|close|finish|resolve|push|shift|drop|clear|remove|make)\b/i;

/** Bounds what a sentence full of breaks can cost. */
const MOST_BREAKS = 6;
const DEEPEST = 2;

const LOOKS: readonly Intent["kind"][] = ["list", "lists", "agents", "summary", "next"];
const ACTS: readonly Intent["kind"][] = [...LOOKS, "create", "change", "createList", "changeList", "both"];

/** Both requests when each part is one; a text when the second part reads like an order that is none; null when it is one request. */
export function readBoth(sentence: string, read: (part: string) => Intent, depth = 0): Intent | null {
  for (const match of Array.from(sentence.matchAll(BREAK)).slice(0, MOST_BREAKS)) {
    const head = sentence.slice(0, match.index);
    const rest = sentence.slice(match.index + match[0].length);
    if (insideQuotes(head)) continue;
    const first = read(head);
    if (!ACTS.includes(first.kind)) continue;
    const second = (depth < DEEPEST ? readBoth(rest, read, depth + 1) : null) ?? read(rest);
    const sequel = match.groups?.["then"] !== undefined;
    if (!sequel && !LOOKS.includes(second.kind)) continue;
    const clear = ACTS.includes(second.kind) && !mayBeTitle(first, second, rest);
    if (clear) return { kind: "both", first, second, rest };
    if (COMMAND.test(rest) || ACTS.includes(second.kind)) return { kind: "say", text: unclear(rest) };
  }
  return null;
}

function mayBeTitle(first: Intent, second: Intent, rest: string): boolean {
  if (second.kind === "create") return second.unsure;
  return first.kind === "create" && second.kind === "change" && EVERYDAY.test(rest);
}

function unclear(rest: string): string {
  return `I am not sure what “${shorten(rest, 60)}” belongs to. Nothing was changed. Say one thing at a time, or put a title in quotes.`;
}

function insideQuotes(before: string): boolean {
  return (before.match(/["“”]/g) ?? []).length % 2 === 1;
}
