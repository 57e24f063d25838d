/** Names in the place of ids, in what a person is shown. */
import { isRecord } from "../../schema/common.ts";
import { pathParameters } from "../../schema/operation.ts";
import { operationById, type OperationId } from "../../schema/operations/index.ts";
import { CliFailure } from "../ports/failure.ts";
import type { Connection } from "../session/context.ts";

/** What a field of an id is an id of. */
const kinds: Readonly<Record<string, Kind>> = {
  todoListId: "list",
  agentId: "agent",
  assignedAgentId: "agent",
  userId: "person",
  retiredBy: "person",
  completedBy: "person",
  decidedBy: "person",
  onBehalfOf: "person",
  workspaceId: "workspace",
  todoId: "todo",
  chatId: "chat",
  captureId: "capture",
};

type Kind = "list" | "agent" | "person" | "workspace" | "todo" | "chat" | "capture";

/** Of these there are few: all are read at once, archived ones last. */
const lists: Readonly<Partial<Record<Kind, OperationId>>> = {
  list: "listTodoLists",
  agent: "listAgents",
  person: "listMembers",
  workspace: "listWorkspaces",
};
/** The others are read one by one, so many of a kind at most. */
const single: Readonly<Partial<Record<Kind, OperationId>>> = {
  todo: "getTodo",
  chat: "getChat",
  capture: "getCapture",
};
const maxRead = 25;

type Names = ReadonlyMap<string, string>;

/** The answer with names where there were ids, as far as the credential may read them; the id of a record itself stays. */
export async function withNames(connection: Connection, answer: unknown): Promise<unknown> {
  const wanted = new Map<Kind, Set<string>>();
  visit(answer, (kind, id) => wanted.set(kind, (wanted.get(kind) ?? new Set()).add(id)));
  const names = new Map<string, string>();
  for (const [kind, ids] of wanted)
    for (const [id, name] of await namesOf(connection, kind, [...ids])) names.set(id, name);
  return named(answer, names);
}

/** Calls with every id that a name may stand for. */
function visit(value: unknown, found: (kind: Kind, id: string) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, found);
  if (!isRecord(value)) return;
  for (const [name, held] of Object.entries(value)) {
    const kind = kinds[name];
    if (kind !== undefined && typeof held === "string") found(kind, held);
    else if (name === "assignees") for (const one of assigneesIn(held)) found(one.kind, one.id);
    else visit(held, found);
  }
}

function assigneesIn(value: unknown): readonly { readonly kind: Kind; readonly id: string }[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((one) => isRecord(one))
    .map(({ id, type }) => ({ kind: type === "agent" ? "agent" : "person", id: String(id) }));
}

function named(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => named(one, names));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([name, held]) => {
    if (kinds[name] !== undefined && typeof held === "string") return [name, names.get(held) ?? held];
    if (name === "assignees" && Array.isArray(held))
      return [name, assigneesIn(held).map(({ id }) => names.get(id) ?? id)];
    return [name, named(held, names)];
  });
  return Object.fromEntries(entries) as unknown;
}

async function namesOf(connection: Connection, kind: Kind, ids: readonly string[]): Promise<[string, string][]> {
  const reading = single[kind];
  const read = reading === undefined ? listed(connection, kind) : eachOf(connection, reading, ids.slice(0, maxRead));
  return read.catch((error: unknown) => {
    // Who may not read the names sees the ids.
    if (error instanceof CliFailure) return [];
    throw error;
  });
}

async function listed({ api, profile }: Connection, kind: Kind): Promise<[string, string][]> {
  const list = operationById(lists[kind] ?? "listAgents");
  const path = pathParameters(list.path).length > 0 ? { workspaceId: profile.workspaceId } : {};
  if (Object.values(path).includes(null)) return [];
  const limit = "limit" in list.query.entries ? { limit: 100 } : {};
  const pages = "includeArchived" in list.query.entries ? [{}, { includeArchived: true }] : [{}];
  const answers = await Promise.all(pages.map(async (more) => api.call(list, { ...path, ...limit, ...more })));
  return answers.flatMap((answer) => (answer as { readonly data: readonly Named[] }).data.flatMap(entryOf));
}

async function eachOf({ api }: Connection, reading: OperationId, ids: readonly string[]): Promise<[string, string][]> {
  const record = operationById(reading);
  const [parameter = ""] = pathParameters(record.path);
  const answers = await Promise.allSettled(ids.map(async (id) => api.call(record, { [parameter]: id })));
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? entryOf(answer.value as Named) : []));
}

interface Named {
  readonly id: string;
  readonly name?: string | null;
  readonly title?: string | null;
}

function entryOf({ id, name, title }: Named): [string, string][] {
  const said = name ?? title ?? null;
  return said === null || said === "" ? [] : [[id, said]];
}
