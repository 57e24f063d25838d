/** Sentences about lists and agents as such. */
import { cleanName } from "../clean.ts";
import type { Intent, ListChange } from "../intents.ts";

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

const LIST_NAME = "(?:(?:the|my|our)\\s+)?(?:todo\\s+|task\\s+)?list\\s+(?:called\\s+|named\\s+)?(?<name>.+?)";
const NAME_LIST = "(?:the|my|our)\\s+(?<name>(?:(?!\\s(?:from|in|on|off|of|to)\\s).)+?)\\s+list";
const RENAME = [LIST_NAME, NAME_LIST].map(
  (what) => new RegExp(`^rename\\s+${what}\\s+(?:to|as|into)\\s+(?<to>.+)$`, "i"),
);
const ARCHIVE = [LIST_NAME, NAME_LIST].map(
  (what) => new RegExp(`^(?:delete|remove|archive|drop)\\s+${what}[.!]*$`, "i"),
);
const RESTORE = [LIST_NAME, NAME_LIST].map(
  (what) => new RegExp(`^(?:restore|unarchive|undelete|recover|bring back)\\s+${what}[.!]*$`, "i"),
);

/** Renaming, archiving and restoring a list; null when the sentence is about something else. */
function readListChange(sentence: string): Intent | null {
  const read = (patterns: readonly RegExp[], toChange: (to: string) => ListChange): Intent | null => {
    const groups = patterns.map((pattern) => pattern.exec(sentence)?.groups).find((each) => each !== undefined);
    const name = cleanName(groups?.["name"] ?? "");
    return name === "" ? null : { kind: "changeList", name, change: toChange(cleanName(groups?.["to"] ?? "")) };
  };
  return (
    read(RENAME, (name) => ({ kind: "rename", name })) ??
    read(ARCHIVE, () => ({ kind: "archive" })) ??
    read(RESTORE, () => ({ kind: "restore" }))
  );
}

/** Creating, renaming, archiving and restoring a list, showing the lists, showing the agents; null when the sentence is about something else. */
export function readNamed(sentence: string): Intent | null {
  const name = cleanName(CREATE_LIST.exec(sentence)?.[1] ?? "");
  if (name !== "") return { kind: "createList", name };
  const change = readListChange(sentence);
  if (change !== null) return change;
  if (LISTS.test(sentence)) return { kind: "lists" };
  return AGENTS.test(sentence) ? { kind: "agents" } : null;
}
