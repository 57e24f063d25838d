/** What an agent's tool does, as a sentence, and its input as fields with names and values that people know. */
import { humanized, labelOf, valueInWords } from "../../parts/value-words.ts";
import type { Approval } from "../../../schema/app.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

export interface ToolField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** What it is, or was at the time; null where that is not known, where there was nothing, and where nothing would change. */
  readonly was: string | null;
}

type Input = Readonly<Record<string, unknown>>;
type Diff = readonly Pick<NonNullable<Approval["diff"]>[number], "field" | "from">[];

/** What a call is about, as its request names it. */
type Targets = readonly Pick<NonNullable<Approval["record"]>, "id" | "title">[];

/** `Change the todo “Call Ana”`; an unknown tool is named by its words. */
export function toolSentence(store: Store, name: string, input: Input, targets: Targets = []): string {
  const [server = "", tool] = name.split(/__(.+)/);
  if (tool !== undefined) return words.outside.call(tool, server);
  const verb = verbOf(name, input);
  const subject = subjectOf(store, name, input, targets);
  return subject === null ? verb.replace(/:$/, "") : `${verb} ${words.quoted(subject)}`;
}

/** What a new record is called, which its sentence says. */
const ownName: ReadonlySet<string> = new Set(["title", "name"]);
/** In characters: longer values are behind the sentence. */
const longestBrief = 60;

/** The first fields that a call changes (`Priority: High`); empty for one that changes none. */
export function changesInBrief(name: string, fields: readonly ToolField[]): string {
  if (!/^(?:update|create)_/.test(name)) return "";
  const changed = name.startsWith("create_") ? fields.filter(({ name: field }) => !ownName.has(field)) : fields;
  const brief = changed.filter(({ value }) => value.length <= longestBrief).slice(0, 2);
  if (brief.length === 0) return "";
  const said = brief.map(({ label, value }) => words.fieldIs(label, value)).join(", ");
  return brief.length < changed.length ? `${said}, …` : said;
}

/** What is erased for ever is not archived. */
function verbOf(name: string, input: Input): string {
  const verbs: Readonly<Record<string, string>> = input["permanent"] === true ? words.toolsForEver : {};
  return verbs[name] ?? (words.tools as Readonly<Record<string, string>>)[name] ?? humanized(name);
}

interface Call {
  readonly name: string;
  readonly input: Input;
  /** Of a request, or what a call changed. */
  readonly diff?: Diff | null;
}

/** What the input of a call says, without what its sentence says: its subject, and whether it erases for ever. */
export function toolFields(store: Store, { name: tool, input, diff = null }: Call, today: string): ToolField[] {
  const subject = subjectKey(tool, input);
  return Object.entries(input)
    .filter(
      ([name]) => name !== subject && !plumbing.has(name) && !(name === "permanent" && tool in words.toolsForEver),
    )
    .map(([name, value]) => ({
      name,
      label: (words.toolFields as Readonly<Record<string, string>>)[name] ?? labelOf(name),
      value: valueInWords(store, name, value, today),
      was: wasInWords(store, diff?.find(({ field }) => field === name)?.from, value, { name, today }),
    }));
}

/** What says nothing of what is wanted: which page of a list, which version was seen, which fields are answered. */
const plumbing: ReadonlySet<string> = new Set(["cursor", "expectedVersion", "fields"]);

interface Named {
  readonly name: string;
  readonly today: string;
}

function wasInWords(store: Store, was: unknown, value: unknown, { name, today }: Named): string | null {
  if (isNothing(was) || JSON.stringify(was) === JSON.stringify(value)) return null;
  return valueInWords(store, name, was, today);
}

/** What was not there is not replaced. */
function isNothing(was: unknown): boolean {
  return was === undefined || was === null || was === "" || (Array.isArray(was) && was.length === 0);
}

/** Fields that say what a call is about, the nearest first. */
const subjects = ["skillId", "todoId", "chatId", "captureId", "agentId"];

/** The one that says it; none of what is new. */
function subjectKey(tool: string, input: Input): string | undefined {
  return tool.startsWith("create_") ? undefined : subjects.find((name) => typeof input[name] === "string");
}

/** What it is called: as the service names it in a request, else as the page knows it, or as it is to be called. */
function subjectOf({ todos, agents, chats }: Store, tool: string, input: Input, [target]: Targets): string | null {
  const key = subjectKey(tool, input);
  const id = key === undefined ? undefined : (input[key] as string);
  if (id === undefined) {
    const own = input["title"] ?? input["name"];
    return typeof own === "string" ? own : null;
  }
  if (target?.id === id && target.title !== null) return target.title;
  return todos.get(id)?.title ?? agents.get(id)?.name ?? chats.get(id)?.title ?? null;
}
