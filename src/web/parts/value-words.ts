/** Values of records in words. */
import { dayInWords, momentInWords } from "./due.tsx";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";

type Input = Readonly<Record<string, unknown>>;

/** A value as people say it: names instead of ids, days and moments in words. */
export function valueInWords(store: Store, name: string, value: unknown, today: string): string {
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value))
    return value.map((one) => valueInWords(store, name, one, today)).join(", ") || words.nothing;
  if (typeof value === "object") return objectInWords(store, value as Input, today);
  const text = value as string;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayInWords(text, today);
  if (/^\d{4}-\d{2}-\d{2}T.*Z$/.test(text)) return momentInWords(text);
  const known: Readonly<Record<string, string>> = { ...words.statuses, ...words.priorities };
  if (name === "status" || name === "priority") return known[text] ?? text;
  return nameOf(store, text) ?? text;
}

function objectInWords(store: Store, value: Input, today: string): string {
  const id = value["id"];
  const named = typeof id === "string" ? nameOf(store, id) : null;
  if (named !== null) return named;
  return Object.entries(value)
    .map(([key, one]) => `${humanized(snake(key))}: ${valueInWords(store, key, one, today)}`)
    .join(", ");
}

function nameOf({ lists, agents, members, todos }: Store, id: string): string | null {
  const member = members.get(id);
  return lists.get(id)?.name ?? agents.get(id)?.name ?? member?.name ?? todos.get(id)?.title ?? null;
}

/** `dueDate` as `due_date`. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `due_date` as `Due date`. */
export function humanized(name: string): string {
  return capital(name.replaceAll("_", " "));
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
