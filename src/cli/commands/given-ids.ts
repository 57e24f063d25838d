/** Names where a flag asks for an id: `--agent-id Researcher`, `--assignees me,Researcher`. */
import { type Operation, pathParameters } from "../../schema/operation.ts";
import { operationById, type OperationId, type OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import type { Api } from "../session/api.ts";
import type { Active } from "../session/profiles.ts";
import { everywhere, findAmong, findId, listFor, nounOf, type Search } from "./find-record.ts";

const either: readonly OperationId[] = ["listAgents", "listMembers"];

/** By the name of the field, the lists that have what it is an id of. */
const lists: Readonly<Record<string, readonly OperationId[]>> = {
  todoId: ["listTodos"],
  todoListId: ["listTodoLists"],
  agentId: ["listAgents"],
  chatId: ["listChats"],
  captureId: ["listCaptures"],
  captureIds: ["listCaptures"],
  workspaceId: ["listWorkspaces"],
  defaultWorkspaceId: ["listWorkspaces"],
  assigneeId: ["listAgents", "listMembers"],
  assignees: ["listAgents", "listMembers"],
};

const listOfType: Readonly<Record<string, OperationId>> = { user: "listMembers", agent: "listAgents" };

/** Who stands for the person of the credential. */
const me = "me";
const wholeId = /^[0-9a-f-]{36}$/i;

/** Who asks, and where. */
export interface Asking {
  readonly io: Io;
  /** `profile`: null for an operation that needs no credential. */
  readonly connection: { readonly api: Api; readonly profile: Active | null };
}

/** What the service takes for the value of a field: ids for the names in it, and anything else as it is. */
export async function idsFor(asking: Asking, name: string, value: unknown): Promise<unknown> {
  const among = lists[name];
  if (among === undefined || value === null) return value;
  if (name === "assignees") return assigneesOf(asking, value);
  const one = async (words: unknown): Promise<unknown> =>
    typeof words !== "string" || wholeId.test(words) ? words : (await found(asking, among, words)).id;
  return Array.isArray(value) ? Promise.all(value.map(one)) : one(value);
}

/** The ids of the path: what a person writes in the place of an id is looked up in the list of such records. */
export async function idsInPath(
  asking: Asking,
  record: Operation,
  given: readonly string[],
): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const [at, parameter] of pathParameters(record.path).entries()) {
    const words = given[at] ?? "";
    const list = listFor(record, parameter);
    path[parameter] = list === undefined ? words : await idAmong(asking, { list, path: { ...path } }, words);
  }
  return path;
}

async function idAmong(
  { io, connection: { api } }: Asking,
  { list, path }: Pick<Search, "list" | "path">,
  words: string,
): Promise<string> {
  if (list.id === "listMembers" && words.toLowerCase() === me) return (await identityOf(api)).user.id;
  return findId({ io, api, noun: nounOf(list), list, path, filters: everywhere(list) }, words);
}

/** The id of the record that a flag of another command names, such as `--agent` of `chat`. */
export async function idOf(asking: Asking, list: OperationId, words: string): Promise<string> {
  return findId(await searchIn(asking, list), words);
}

interface Found {
  readonly id: string;
  readonly list: Operation;
}

async function found(asking: Asking, among: readonly OperationId[], words: string): Promise<Found> {
  const members = operationById("listMembers");
  if (words.toLowerCase() === me && among.includes("listMembers"))
    return { id: (await identityOf(asking.connection.api)).user.id, list: members };
  // Members are for people to see: a key knows agents alone.
  const isPerson = asking.connection.profile?.token.startsWith("dss_") === true;
  const [first = "listAgents", ...others] = among.filter((id) => id !== "listMembers" || isPerson);
  const searches = await Promise.all(others.map(async (id) => searchIn(asking, id)));
  return findAmong([await searchIn(asking, first), ...searches], words);
}

async function searchIn({ io, connection: { api, profile } }: Asking, id: OperationId): Promise<Search> {
  const list = operationById(id);
  const path = list.path.includes("{workspaceId}")
    ? { workspaceId: profile?.workspaceId ?? (await identityOf(api)).workspace.id }
    : {};
  return { io, api, noun: nounOf(list), list, path, filters: everywhere(list) };
}

async function identityOf(api: Api): Promise<OutputOf<"getIdentity">> {
  return (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
}

/** `["agent:<id>", "Researcher", "me"]` as the interface has them; what is written as the interface has it stays. */
async function assigneesOf(asking: Asking, value: unknown): Promise<unknown> {
  if (!Array.isArray(value)) return value;
  return Promise.all(
    value.map(async (one: unknown) => {
      if (typeof one !== "string") return one;
      const [, type, words = one] = /^(user|agent):(.+)$/.exec(one) ?? [];
      if (type !== undefined && wholeId.test(words)) return { id: words, type };
      const { id, list } = await found(asking, type === undefined ? either : [listOfType[type] ?? "listAgents"], words);
      return { id, type: list.id === "listAgents" ? "agent" : "user" };
    }),
  );
}
