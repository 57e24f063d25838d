/** Counts todos. */
import { today } from "../calendar.ts";
import { amount } from "../format.ts";
import type { Filter, Present } from "../intents.ts";
import type { Play } from "../play.ts";
import { problemOf } from "../todo.ts";
import { isRecord } from "../../../../schema/json.ts";
import { count } from "../json.ts";
import { findList, listLists } from "./find-list.ts";
import { toInput } from "./look.ts";

/** The counts of the todos that pass the filter; without a status, how many of them are overdue as well. */
export function* summarise(filter: Filter, present: Present): Play {
  const list = filter.listName === undefined ? null : findList((yield [listLists])[0], filter.listName);
  if (list?.ok === false) return list.answer;
  const input = toInput(filter, list?.id);
  const late = { ...input, status: "active", dueBefore: today(present).subtract({ days: 1 }).toString() };
  const whole = filter.status === undefined;
  const inputs = whole ? [input, late] : [input];
  const [all, overdue] = yield inputs.map((each) => ({ name: "summarise_todos", input: each }));
  const problem = problemOf(all);
  if (problem !== null) return `I could not count the todos: ${problem}`;
  const tail = [filter.tail, list === null ? "" : `in **${list.name}**`].filter(Boolean).join(" ");
  const total = number(all?.value, "total");
  const heading = `There ${total === 1 ? "is" : "are"} ${amount(total, filter.adjective, tail)}`;
  if (total === 0) return `${heading}.`;
  const lines = [...(whole ? [statusLine(all?.value)] : []), priorityLine(all?.value)];
  if (whole && problemOf(overdue) === null) lines.push(`- Overdue: ${number(overdue?.value, "total")}`);
  return `${heading}:\n\n${lines.join("\n")}`;
}

function statusLine(value: unknown): string {
  const by = part(value, "byStatus");
  const parts = `${number(by, "ready")} ready, ${number(by, "in_progress")} in progress`;
  return `- Open: ${number(value, "active")} (${parts})\n- Done: ${number(by, "done")}`;
}

function priorityLine(value: unknown): string {
  const by = part(value, "byPriority");
  const levels = ["urgent", "high", "medium", "low", "none"].filter((level) => number(by, level) > 0);
  return `- Priority: ${levels.map((level) => `${number(by, level)} ${level}`).join(", ")}`;
}

function part(value: unknown, field: string): unknown {
  return isRecord(value) ? value[field] : undefined;
}

function number(value: unknown, field: string): number {
  return count(part(value, field)) ?? 0;
}
