/** A record in the answer of a tool as a row: its title, the way to it, and a few facts. */
import { titleOf } from "../../../parts/capture-title.ts";
import { dayInWords, momentInWords } from "../../../parts/due.tsx";
import { occurrenceHref } from "../../../parts/planned.tsx";
import { scheduleInWords } from "../../../parts/rule-words.ts";
import { choiceInWords } from "../../../parts/value-words.ts";
import type { Store } from "../../../store/store.ts";
import { words } from "../../../words/index.ts";
import { type Fields, numberIn, textIn } from "./read.ts";

export interface Row {
  readonly title: string;
  readonly href: string | null;
  /** Of a todo. */
  readonly status: "ready" | "in_progress" | "done" | null;
  readonly facts: readonly string[];
}

interface Reader {
  readonly store: Store;
  readonly today: string;
}

type Made = Omit<Row, "facts" | "status"> & {
  readonly status?: Row["status"];
  /** What is not known is left out. */
  readonly facts: readonly (string | null | undefined)[];
};

/** A row of the record; null for one that is none of the workspace's. */
export function rowOf(reader: Reader, record: Fields): Row | null {
  const made = makers[textIn(record, "object") ?? ""]?.(record, reader);
  if (made === undefined) return null;
  const archived = record["isArchived"] === true ? words.history.fields.isArchived : null;
  const facts = [...made.facts, archived].filter((fact) => fact != null && fact !== "") as string[];
  return { status: null, ...made, facts };
}

const makers: Readonly<Record<string, (record: Fields, reader: Reader) => Made>> = {
  todo: (todo, { store, today }) => {
    const status = (textIn(todo, "status") ?? "ready") as NonNullable<Row["status"]>;
    return {
      title: textIn(todo, "title") ?? textIn(todo, "content") ?? words.untitled,
      href: `/todos/${textIn(todo, "id")}`,
      status,
      facts: [
        status === "ready" ? null : words.statuses[status],
        said(todo, "priority", (priority) => choiceInWords("priority", priority)),
        said(todo, "dueDate", (day) => dayInWords(day, today)),
        said(todo, "nextRunAt", (moment) => words.schedules.next(momentInWords(moment))),
        said(todo, "todoListId", (id) => store.lists.get(id)?.name),
        todo["isSuggested"] === true ? words.history.fields.isSuggested : null,
      ],
    };
  },
  todo_list: (list) => ({
    title: textIn(list, "name") ?? words.untitled,
    href: `/lists/${textIn(list, "id")}`,
    facts: [counted(list, "activeTodoCount", words.answer.open)],
  }),
  todo_run: (run, { store }) => ({
    title: store.todos.get(textIn(run, "todoId") ?? "")?.title ?? words.answer.run,
    href: `/chats/${textIn(run, "chatId")}`,
    facts: [
      said(run, "status", (status) => (words.runStates as Named)[status]),
      said(run, "startedAt", momentInWords),
      textIn(run, "errorMessage"),
    ],
  }),
  scheduled_series: (series) => ({
    title: textIn(series, "title") ?? words.untitled,
    href: `/todos/${textIn(series, "todoId")}`,
    facts: [
      ruleOf(series),
      said(series, "nextRunAt", (moment) => words.schedules.next(momentInWords(moment))),
      said(series, "status", (status) => seriesStates()[status]),
    ],
  }),
  scheduled_occurrence: (occurrence) => ({
    title: said(occurrence, "scheduledFor", momentInWords) ?? words.schedules.once,
    href: occurrenceHref(textIn(occurrence, "todoId") ?? "", textIn(occurrence, "id") ?? ""),
    facts: [
      said(occurrence, "status", (status) => (words.schedules.states as Named)[status]),
      said(occurrence, "reason", (reason) => (words.schedules.reasons as Named)[reason]),
    ],
  }),
  chat: (chat, { store }) => ({
    title: textIn(chat, "title") ?? words.chat.new,
    href: `/chats/${textIn(chat, "id")}`,
    facts: [
      said(chat, "status", (status) => (words.chatStates as Named)[status]),
      said(chat, "agentId", (id) => store.agents.get(id)?.name),
      said(chat, "lastMessageAt", momentInWords),
    ],
  }),
  message: (message) => ({
    title: `${(words.roles as Named)[textIn(message, "role") ?? ""] ?? ""} ${textIn(message, "text") ?? ""}`.trim(),
    href: `/chats/${textIn(message, "chatId")}?message=${textIn(message, "id")}`,
    facts: [said(message, "createdAt", momentInWords)],
  }),
  agent: (agent) => ({
    title: textIn(agent, "name") ?? words.untitled,
    href: `/agents/${textIn(agent, "id")}`,
    facts: [textIn(agent, "description")],
  }),
  agent_skill: (skill, { store }) => ({
    title: textIn(skill, "name") ?? words.untitled,
    href: `/agents/${textIn(skill, "agentId")}?tab=skills&skill=${textIn(skill, "id")}`,
    facts: [said(skill, "agentId", (id) => store.agents.get(id)?.name)],
  }),
  capture: (capture) => ({
    title: captureTitle(capture),
    href: `/captures/${textIn(capture, "id")}`,
    facts: [
      said(capture, "type", (type) => choiceInWords("type", type)),
      said(capture, "status", (status) => (words.captures.states as Named)[status]),
      counted(capture, "durationSeconds", words.clock),
      said(capture, "createdAt", momentInWords),
    ],
  }),
  tag: (tag) => ({
    title: textIn(tag, "name") ?? words.untitled,
    href: null,
    facts: [counted(tag, "captureCount", words.answer.counts.capture)],
  }),
};

function captureTitle(capture: Fields): string {
  const [title, createdAt] = [textIn(capture, "title"), textIn(capture, "createdAt")];
  const type = capture["type"] === "note" ? "note" : "recording";
  return createdAt === null ? (title ?? words.captures.open) : titleOf({ title, type, createdAt });
}

type Named = Readonly<Record<string, string | undefined>>;

function seriesStates(): Named {
  const { paused, attention, history: ended } = words.schedules.views;
  return { paused, attention, ended };
}

function ruleOf(series: Fields): string {
  const rule = { rrule: textIn(series, "rrule"), runAt: textIn(series, "runAt") };
  return scheduleInWords({ ...rule, timezone: textIn(series, "timezone") ?? "UTC" }, textIn(series, "nextRunAt"));
}

function said<T>(record: Fields, name: string, say: (value: string) => T): T | null {
  const value = textIn(record, name);
  return value === null ? null : say(value);
}

function counted<T>(record: Fields, name: string, say: (value: number) => T): T | null {
  const value = numberIn(record, name);
  return value === null ? null : say(value);
}
