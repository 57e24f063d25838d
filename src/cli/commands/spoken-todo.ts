/** What of the line of a new todo was taken for its title although it looks like more. */
import { hearRepeat, type Present } from "../../client/spoken/hear.ts";
import { sounding, type SpokenTodo } from "../../client/spoken/todo.ts";
import { reasons } from "./spoken-repeat.ts";

/** A time of day that stays in a title, with what leads to it. */
const clock =
  /(?<![\p{L}\d:])(?:(?:at|um|à|a las?) )?(?:\d{1,2}(?::\d\d)? ?[ap]\.?m(?![\p{L}\d])|\d{1,2}:\d\d(?!\d)|\d{1,2} ?(?:uhr|h|heures|horas)(?!\p{L})|noon(?!\p{L})|midnight(?!\p{L}))|(?<!\p{L})(?:um|at) \d{1,2}(?![\d:.])/iu;
/** What looks like a priority and is none. */
const oddPriority = /(?:^|\s)(!\p{L}+|[pP]\d)(?=\s|$)/u;

/** What of a line was taken for words of the title although it looks like more, a sentence each. */
export function notesOn({ title, schedule }: SpokenTodo, present: Present): string[] {
  const repeat = schedule === undefined ? sounding.exec(title)?.[0] : undefined;
  const time = repeat === undefined ? clock.exec(title)?.[0] : undefined;
  const priority = oddPriority.exec(title)?.[1];
  const notes: string[] = [];
  if (repeat !== undefined) notes.push(aboutRepeat(repeat, title, present));
  if (time !== undefined)
    notes.push(
      `"${time.trim()}" stays in the title: a day is due as a whole. What comes again has a time: every day at 9.`,
    );
  if (priority !== undefined)
    notes.push(
      `"${priority}" is no priority, and stays in the title: !urgent, !high, !medium and !low are, and p1 to p4.`,
    );
  return notes;
}

function aboutRepeat(words: string, title: string, present: Present): string {
  const heard = hearRepeat(words, present);
  if (!("no" in heard)) return `"${title}" is the title: what comes again stands behind the words of one.`;
  if (heard.no === "unknown") return `"${words}" was not understood, and stays in the title.`;
  return `"${words}" stays in the title: ${reasons[heard.no]}.`;
}
