/** What an agent's tool does, as a sentence, and its input as fields with names and values that people know. */
import { capital, humanized, snake, valueInWords } from "../../parts/value-words.ts";
import type { Approval } from "../../../schema/app.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

export interface ToolField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** What it is now, where the page knows; null elsewhere, and where nothing would change. */
  readonly was: string | null;
  /** A text that a person may change in place; null for what is not one. */
  readonly text: string | null;
}

type Input = Readonly<Record<string, unknown>>;
type Diff = NonNullable<Approval["diff"]>;

/** `Change the todo “Call Ana”`; an unknown tool is named by its words. */
export function toolSentence(store: Store, name: string, input: Input): string {
  const [server = "", tool] = name.split(/__(.+)/);
  if (tool !== undefined) return words.outside.call(tool, server);
  const verb = (words.tools as Readonly<Record<string, string>>)[name] ?? humanized(name);
  const subject = subjectOf(store, input);
  return subject === null ? verb : `${verb} ${words.quoted(subject)}`;
}

/** What the input says, without the ids that name the subject. */
export function toolFields(store: Store, input: Input, today: string, diff: Diff | null = null): ToolField[] {
  return Object.entries(input)
    .filter(([name]) => !subjects.has(name))
    .map(([name, value]) => ({
      name,
      label: (words.toolFields as Readonly<Record<string, string>>)[name] ?? capital(humanized(snake(name))),
      value: valueInWords(store, name, value, today),
      was: wasInWords(store, wasOf(store, input, diff, name), input[name], { name, today }),
      text: typeof value === "string" && !name.endsWith("Id") ? value : null,
    }));
}

/** The value that a change would replace: as the service says it, else as the page knows it. */
function wasOf(store: Store, input: Input, diff: Diff | null, name: string): unknown {
  const change = diff?.find(({ field }) => field === name);
  if (change !== undefined) return change.from;
  const id = input["todoId"];
  const todo = typeof id === "string" ? (store.todos.get(id) as Input | undefined) : undefined;
  return todo?.[name];
}

interface Named {
  readonly name: string;
  readonly today: string;
}

function wasInWords(store: Store, was: unknown, value: unknown, { name, today }: Named): string | null {
  if (was === undefined || JSON.stringify(was) === JSON.stringify(value)) return null;
  return valueInWords(store, name, was, today);
}

const subjects = new Set(["todoId", "agentId", "chatId", "captureId", "skillId"]);

function subjectOf({ todos, agents, chats }: Store, input: Input): string | null {
  const id = (name: string): string => (typeof input[name] === "string" ? input[name] : "");
  const named = todos.get(id("todoId"))?.title ?? agents.get(id("agentId"))?.name ?? chats.get(id("chatId"))?.title;
  const own = input["title"] ?? input["name"];
  return named ?? (typeof own === "string" ? own : null);
}
