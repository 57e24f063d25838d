/** Several changes of one todo in one sentence ("set report to high priority and due Friday"). */
import type { Change, FieldChange, Intent } from "../intents.ts";

const JOINT = /\s*,\s*(?:and\s+)?|\s+and\s+/gi;

/** What makes a sentence of a part such as "due Friday", "done", "to Finance". */
const LEADS = ["", "set it ", "mark it ", "move it "];

/** A todo has no more fields to change; bounds what a sentence full of "and" can cost. */
const MOST = 5;

type ReadOne = (sentence: string) => Intent | null;

/** One change with all of them; null when the sentence is not the change of a todo followed by more about it. */
export function readSeveral(sentence: string, read: ReadOne): Intent | null {
  for (const joint of Array.from(sentence.matchAll(JOINT)).slice(0, MOST)) {
    const head = read(sentence.slice(0, joint.index));
    if (head?.kind !== "change" || head.target.by === "told") continue;
    const first = fieldOf(head.change);
    if (first === null || first.kind === "title") continue;
    const others = restOf(sentence.slice(joint.index + joint[0].length), read);
    if (others !== null) return { ...head, change: { kind: "several", changes: [first, ...others] } };
  }
  return null;
}

function restOf(text: string, read: ReadOne): FieldChange[] | null {
  const changes: FieldChange[] = [];
  const parts = text.split(JOINT);
  if (parts.length > MOST) return null;
  for (const part of parts) {
    const found = LEADS.map((lead) => changeOf(`${lead}${part}`, read)).find((change) => change !== null);
    if (found === undefined) return null;
    changes.push(found);
  }
  return changes;
}

function changeOf(sentence: string, read: ReadOne): FieldChange | null {
  const intent = read(sentence);
  return intent?.kind === "change" && intent.target.by === "context" ? fieldOf(intent.change) : null;
}

function fieldOf(change: Change): FieldChange | null {
  return change.kind === "archive" || change.kind === "restore" || change.kind === "several" ? null : change;
}
