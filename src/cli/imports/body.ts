/** The body of a todo, in Markdown: what it said, its parts as a task list, and what has no field here. */
import type { Draft } from "./formats/draft.ts";
import type { Tree } from "./nest.ts";

/** `parts` go into the body; `facts` are those of the draft and what the import adds. */
export function bodyOf(draft: Draft, parts: readonly Tree[], facts: Draft["facts"]): string {
  const pieces = [
    draft.notes,
    parts.flatMap((part) => partLines(part, 0)).join("\n"),
    facts.map(({ name, text }) => `- ${name}: ${text}`).join("\n"),
    commentLines(draft).join("\n"),
  ];
  return pieces.filter((piece) => piece !== "").join("\n\n");
}

function partLines({ draft, parts }: Tree, depth: number): string[] {
  const pad = "  ".repeat(depth);
  const box = draft.status === "done" ? "[x]" : "[ ]";
  const extras = [
    ...(draft.priority === null ? [] : [draft.priority]),
    ...draft.facts.filter(isTold).map(({ text }) => text),
  ];
  const title = extras.length === 0 ? draft.title : `${draft.title} (${extras.join("; ")})`;
  const more = [...(draft.notes === "" ? [] : draft.notes.split("\n")), ...remarks(draft)];
  return [
    `${pad}- ${box} ${title}`,
    ...more.map((line) => `${pad}  ${line}`.trimEnd()),
    ...parts.flatMap((part) => partLines(part, depth + 1)),
  ];
}

/** The section of a part is that of the whole. */
function isTold({ name }: Draft["facts"][number]): boolean {
  return name !== "Section";
}

function commentLines(draft: Draft): string[] {
  return draft.comments.length === 0 ? [] : ["Comments:", "", ...remarks(draft)];
}

function remarks({ comments }: Draft): string[] {
  return comments.flatMap(({ by, text }) => {
    const [first = "", ...more] = text.split("\n");
    return [`- ${by === null ? "" : `${by}: `}${first}`, ...more.map((line) => `  ${line}`.trimEnd())];
  });
}
