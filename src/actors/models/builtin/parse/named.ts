/** Sentences about lists and agents as such. */
import { cleanName } from "../clean.ts";
import type { Intent } from "../intents.ts";

const CREATE_LIST =
  /^(?:add|create|make|new|start|set up)\s+(?:a\s+|another\s+)?(?:new\s+)?(?:todo\s+|to-do\s+|task\s+)?list\s+(?:called\s+|named\s+|for\s+|:\s*)?(?!of\b|with\b|to\b)(.+)$/i;
const SHOW =
  "(?:show|list|display|give me|get|see|what are|which are|what|which)\\s+(?:me\\s+)?(?:all\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+)?";
const LISTS = new RegExp(
  `^(?:${SHOW})?(?:todo |task )?lists(?:\\s+(?:are there|do (?:i|we) have|exist|there are))?$`,
  "i",
);
const AGENTS = new RegExp(
  `^(?:${SHOW}|who are the )?agents(?:\\s+(?:are there|do (?:i|we) have|exist|there are))?$`,
  "i",
);

/** Creating a list, showing the lists, showing the agents; null when the sentence is about something else. */
export function readNamed(sentence: string): Intent | null {
  const name = cleanName(CREATE_LIST.exec(sentence)?.[1] ?? "");
  if (name !== "") return { kind: "createList", name };
  if (LISTS.test(sentence)) return { kind: "lists" };
  return AGENTS.test(sentence) ? { kind: "agents" } : null;
}
