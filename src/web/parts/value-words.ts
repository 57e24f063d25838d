/** Values of records in words. */
import type { WorkingHours } from "../../schema/agent.ts";
import { ruleInWords } from "../../schema/rule-words.ts";
import { dayInWords, momentInWords } from "./due.tsx";
import { wholeScheduleInWords } from "./rule-words.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";

type Input = Readonly<Record<string, unknown>>;

/** A value as people say it: names instead of ids, days and moments in words. */
export function valueInWords(store: Store, name: string, value: unknown, today: string): string {
  if (value === null && name in asService()) return asService()[name] ?? words.nothing;
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return String(value);
  if (name === "workingHours" && isHours(value)) return hoursInWords(value);
  if (name === "tools" && typeof value === "string") return toolInWords(value);
  if (name === "rrule" && typeof value === "string") return ruleInWords(value, words.rules);
  if (name === "schedule" && typeof value === "object") return wholeScheduleInWords(value);
  if (Array.isArray(value))
    return value.map((one) => valueInWords(store, name, one, today)).join(", ") || words.nothing;
  if (typeof value === "object") return objectInWords(store, value as Input, today);
  const text = value as string;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return dayInWords(text, today);
  if (/^\d{4}-\d{2}-\d{2}T.*Z$/.test(text)) return momentInWords(text);
  return choices()[name]?.[text] ?? nameOf(store, text) ?? text;
}

/** One of the few values that a field has: `in_progress` as `In progress`. */
export function choiceInWords(name: string, value: string): string {
  return choices()[name]?.[value] ?? humanized(value);
}

function objectInWords(store: Store, value: Input, today: string): string {
  const id = value["id"];
  const named = typeof id === "string" ? nameOf(store, id) : null;
  if (named !== null) return named;
  return Object.entries(value)
    .map(([key, one]) => words.fieldIs(labelOf(key), valueInWords(store, key, one, today)))
    .join(", ");
}

/** What a field of a record is called. */
export function labelOf(name: string): string {
  const known: Readonly<Record<string, string>> = { ...words.agents.settings.limits, ...words.history.fields };
  return known[name] ?? humanized(snake(name));
}

/** What a tool of agents does. */
export function toolInWords(name: string): string {
  const known: Readonly<Record<string, string>> = words.tools;
  return (known[name] ?? humanized(name)).replace(/:$/, "");
}

/** Values of which there are a few, by their fields. */
function choices(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const { lists, statuses, priorities, schedules, todoTypes, captureTypes, captureSources, undoConflicts } = words;
  return {
    type: { ...todoTypes, ...captureTypes },
    source: captureSources,
    onConflict: undoConflicts,
    color: lists.colors,
    status: statuses,
    priority: priorities,
    scheduleType: schedules.types,
    scheduleStatus: schedules.statuses,
    retirementRunPolicy: schedules.runPolicies,
  };
}

/** What an agent has where nothing is set. */
function asService(): Readonly<Record<string, string>> {
  const { noLimit, allTools } = words.agents.settings;
  return { model: noLimit, fallbackModel: noLimit, budget: noLimit, tools: allTools };
}

/** Agents may ask for what is none. */
function isHours(value: unknown): value is WorkingHours {
  return Array.isArray((value as Partial<WorkingHours> | null)?.windows);
}

/** `Mon Tue 09:00–17:00, Sat 10:00–12:00 (Europe/Berlin)`. */
function hoursInWords({ timezone, windows }: WorkingHours): string {
  const inWords = windows.map(
    ({ days, start, end }) => `${days.map((day) => words.agents.hours.days[day]).join(" ")} ${start}–${end}`,
  );
  return `${inWords.join(", ")} (${timezone})`;
}

function nameOf({ lists, agents, members, todos }: Store, id: string): string | null {
  const member = members.get(id);
  return lists.get(id)?.name ?? agents.get(id)?.name ?? member?.name ?? todos.get(id)?.title ?? null;
}

/** `dueDate` as `due_date`. */
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `due_date` as `Due date`. */
export function humanized(name: string): string {
  return capital(name.replaceAll("_", " "));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
