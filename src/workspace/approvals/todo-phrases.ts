/** Changes of todos and lists as sentences. */
import type { InputOf } from "../../schema/operations/index.ts";
import { englishRules } from "../../schema/rule-language.ts";
import { isSayable, ruleInWords, ruleWithStart } from "../../schema/rule-words.ts";
import type { ScheduleInput } from "../../schema/schedule.ts";
import type { TodoUpdate } from "../../schema/todo.ts";
import { type Names, type Change, changesOf, field, inBrackets, listed } from "./words.ts";
import { quote } from "../protocol/text.ts";

type CreateBody = InputOf<"createTodo">["body"];

/** `Create the todo "…" (…)`. */
export function createTodo(names: Names, { body }: InputOf<"createTodo">): string {
  return `Create the todo ${described(names, body)}`;
}

/** `Create 2 todos: "…" and "…"`. */
export function batchCreateTodos(names: Names, { body: { data } }: InputOf<"batchCreateTodos">): string {
  const [only] = data;
  if (only !== undefined && data.length === 1) return createTodo(names, { path: {}, query: {}, body: only });
  return `Create ${data.length} todos: ${listed(data.map((each) => described(names, each)))}${startsOf(data)}`;
}

/** What starts must not hide among what is left out. */
function startsOf(data: readonly CreateBody[]): string {
  const count = data.filter(({ run }) => run === true).length;
  return count === 0 ? "" : `; an agent starts on ${count} of them`;
}

function described(names: Names, body: CreateBody): string {
  const { title, content, dueDate, priority, type, todoListId, todoListName, assignees, schedule, run } = body;
  const details = [
    ...(dueDate === undefined ? [] : [`due ${dueDate}`]),
    ...(priority === undefined ? [] : [priority]),
    ...(type === "responsibility" ? [type] : []),
    ...(todoListId === undefined ? [] : [`in ${names.list(todoListId)}`]),
    ...(todoListName === undefined ? [] : [`in the list ${quote(todoListName)}`]),
    ...(assignees === undefined || assignees.length === 0 ? [] : [`for ${names.assignees(assignees)}`]),
    ...(title === undefined || content === undefined ? [] : [field("text", content)]),
    ...(schedule === undefined ? [] : [scheduled(schedule)]),
    ...(run === true ? ["the agent starts at once"] : []),
  ];
  return quote(title ?? content ?? "") + inBrackets(details);
}

function scheduled({ rrule, runAt, startsAt, timezone, message }: ScheduleInput): string {
  const when = rrule === undefined ? `runs at ${runAt ?? ""}` : repeated(rrule, startsAt);
  const zone = timezone === undefined ? "" : `, ${timezone}`;
  return when + zone + (message === undefined ? "" : ` with the message ${quote(message)}`);
}

/** `repeats every day at 09:00`; what is no rule stands in quotes, as it was written. */
function repeated(rrule: string, startsAt: string | undefined): string {
  if (!isSayable(rrule)) return `repeats by ${quote(rrule)}`;
  const rule = ruleInWords(startsAt === undefined ? rrule : ruleWithStart(rrule, startsAt), englishRules);
  return `repeats ${rule.charAt(0).toLowerCase()}${rule.slice(1)}`;
}

/** One change as `Mark "…" as done`, several after the name of the todo. */
export function updateTodo(names: Names, { path: { todoId }, body }: InputOf<"updateTodo">): string {
  const thing = names.todo(todoId);
  const name = thing.replace(/^the todo (?=")/, "");
  return changesOf(thing, [
    ...textChanges(name, body),
    ...stateChanges(name, body),
    ...placeChanges(names, name, body),
    ...scheduleChanges(name, body),
  ]);
}

function textChanges(name: string, { title, content }: TodoUpdate): Change[] {
  const changes: Change[] = [];
  if (title !== undefined) {
    const to = `to ${quote(title)}`;
    changes.push({ all: `rename ${name} ${to}`, part: `rename it ${to}` });
  }
  if (content === null || content === "") changes.push({ all: `empty the text of ${name}`, part: "empty its text" });
  else if (content !== undefined) {
    const to = `to ${quote(content)}`;
    changes.push({ all: `change the text of ${name} ${to}`, part: `change its text ${to}` });
  }
  return changes;
}

const statusWords = { ready: "ready", in_progress: "in progress", done: "done" } as const;

function stateChanges(name: string, { status, priority, dueDate, type }: TodoUpdate): Change[] {
  const changes: Change[] = [];
  if (status !== undefined) {
    const as = `as ${statusWords[status]}`;
    changes.push({ all: `mark ${name} ${as}`, part: `mark it ${as}` });
  }
  if (priority !== undefined) changes.push(setting("priority", name, priority));
  if (dueDate !== undefined) changes.push(setting("due date", name, dueDate));
  if (type !== undefined) changes.push({ all: `make ${name} a ${type}`, part: `make it a ${type}` });
  return changes;
}

function setting(what: string, name: string, value: string | null): Change {
  if (value === null) return { all: `remove the ${what} of ${name}`, part: `remove its ${what}` };
  return { all: `set the ${what} of ${name} to ${value}`, part: `set its ${what} to ${value}` };
}

function placeChanges(names: Names, name: string, { todoListId, assignees }: TodoUpdate): Change[] {
  const changes: Change[] = [];
  if (todoListId !== undefined) {
    const to = `to ${names.list(todoListId)}`;
    changes.push({ all: `move ${name} ${to}`, part: `move it ${to}` });
  }
  if (assignees?.length === 0) changes.push({ all: `assign ${name} to nobody`, part: "assign it to nobody" });
  else if (assignees !== undefined) {
    const starts = assignees.some(({ type }) => type === "agent") ? " (an agent that is new to it starts to work)" : "";
    const to = `to ${names.assignees(assignees)}${starts}`;
    changes.push({ all: `assign ${name} ${to}`, part: `assign it ${to}` });
  }
  return changes;
}

function scheduleChanges(name: string, { schedule, schedulePaused }: TodoUpdate): Change[] {
  const changes: Change[] = [];
  if (schedule === null) changes.push({ all: `end the schedule of ${name}`, part: "end its schedule" });
  else if (schedule !== undefined) {
    const how = inBrackets([scheduled(schedule)]);
    changes.push({ all: `schedule ${name}${how}`, part: `schedule it${how}` });
  }
  if (schedulePaused !== undefined) {
    const verb = schedulePaused ? "pause" : "resume";
    changes.push({ all: `${verb} the schedule of ${name}`, part: `${verb} its schedule` });
  }
  return changes;
}

/** `Archive the todo "…"`, or `Erase the todo "…" for ever`. */
export function deleteTodo(names: Names, { path: { todoId }, query }: InputOf<"deleteTodo">): string {
  const thing = names.todo(todoId);
  return query.permanent === true ? `Erase ${thing} for ever` : `Archive ${thing}`;
}

/** `Restore the todo "…"`. */
export function restoreTodo(names: Names, { path: { todoId } }: InputOf<"restoreTodo">): string {
  return `Restore ${names.todo(todoId)}`;
}

/** `End the schedule of the todo "…" for good`. */
export function retireTodoSchedule(names: Names, { path, body }: InputOf<"retireTodoSchedule">): string {
  const run = body.retirementRunPolicy === "cancel" ? ", and cancel the run that is under way" : "";
  return `End the schedule of ${names.todo(path.todoId)} for good${run}`;
}

/** `Start the agent "…" on the todo "…"`. */
export function runTodo(names: Names, { path: { todoId }, body: { agentId, message } }: InputOf<"runTodo">): string {
  const agent = agentId === undefined ? "the assigned agent" : names.agent(agentId);
  const words = message === undefined ? "" : ` with the message ${quote(message)}`;
  return `Start ${agent} on ${names.todo(todoId)}${words}`;
}
