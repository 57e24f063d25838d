/** What a workspace holds, as a fold over the table: each list of it is a kind of record, and how all of them are had. */
import { pathParameters, type Operation } from "../../../schema/operation.ts";
import { appTable, operationById, publicTable, type WorkspaceOperationId } from "../../../schema/operations/index.ts";

export type Query = Readonly<Record<string, unknown>>;

export interface Collection {
  /** As the records call themselves in `object`. */
  readonly kind: string;
  readonly list: WorkspaceOperationId;
  /** Answers one record with more than the list shows of it; null when the list shows all. */
  readonly get: { readonly operation: WorkspaceOperationId; readonly parameter: string } | null;
  /** Lists of what belongs to a record of another kind are asked for each of those. */
  readonly of: { readonly kind: string; readonly parameter: string } | null;
  /** The queries that show everything when they are taken together; what two of them show is one record. */
  readonly queries: readonly Query[];
  /** What no query of the list shows but one for each record of a kind. */
  readonly also: { readonly kind: string; readonly parameter: string } | null;
  /** Whether each person has a list of their own. */
  readonly isOwn: boolean;
}

interface Shape {
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly literal?: unknown;
  readonly item?: Shape;
  readonly options?: readonly unknown[];
  readonly wrapped?: Shape;
}

/** Unaccepted suggestions stand in the list of todos only when it is asked for one capture. */
const alsoBy: Readonly<Record<string, Collection["also"]>> = {
  listTodos: { kind: "capture", parameter: "captureId" },
};

/** These answer the signed-in person alone. */
const own: ReadonlySet<string> = new Set(["listNotifications"]);

/** These show what stands in other lists in another way. */
const views: ReadonlySet<string> = new Set(["listAgentVersions", "search"]);

/** All collections of a workspace; one comes after those that its records belong to. */
export function collections(): readonly Collection[] {
  const lists = [...publicTable, ...appTable].flatMap((record) => {
    const item = itemOf(record);
    return item === null || views.has(record.id)
      ? []
      : [{ record, item, kind: kindOf(item), depth: pathParameters(record.path).length }];
  });
  lists.sort((left, right) => left.depth - right.depth);
  // The first list of a kind is the widest: the others show a part of it.
  const widest = lists.filter(({ kind }, at) => lists.findIndex((other) => other.kind === kind) === at);
  const made = widest.map(({ record, item, kind }) => toCollection(record, item, kind, kindsByParameter(widest)));
  return made.sort((left, right) => rank(left) - rank(right));
}

function rank({ of, also }: Collection): number {
  return of !== null ? 2 : also !== null ? 1 : 0;
}

function kindsByParameter(lists: readonly { readonly kind: string }[]): ReadonlyMap<string, string> {
  return new Map(lists.map(({ kind }) => [`${camelCase(kind)}Id`, kind]));
}

function toCollection(record: Operation, item: Shape, kind: string, kinds: ReadonlyMap<string, string>): Collection {
  const [parameter] = pathParameters(record.path);
  const owner = parameter === undefined ? undefined : kinds.get(parameter);
  if (parameter !== undefined && owner === undefined) throw new Error(`Nothing lists what ${record.path} belongs to.`);
  return {
    kind,
    list: record.id as WorkspaceOperationId,
    get: parameter === undefined ? fullerRead(record, item) : null,
    of: parameter === undefined || owner === undefined ? null : { kind: owner, parameter },
    queries: queriesOf(record.query as Shape),
    also: alsoBy[record.id] ?? null,
    isOwn: own.has(record.id),
  };
}

/** The shape of an item of what the operation lists; null when it lists nothing of a workspace. */
function itemOf({ id, method, home, success }: Operation): Shape | null {
  if (method !== "GET" || home !== "workspace") return null;
  const { entries } = success.schema as Shape;
  if (entries?.["object"]?.literal !== "list") return null;
  const item = entries["data"]?.item;
  if (item?.entries === undefined) throw new Error(`The items of ${id} have no shape.`);
  return item;
}

function kindOf(item: Shape): string {
  return String(item.entries?.["object"]?.literal);
}

function fullerRead(list: Operation, item: Shape): Collection["get"] {
  const found = [...publicTable, ...appTable].find(
    ({ method, path }) => method === "GET" && path.startsWith(`${list.path}/{`) && path.endsWith("}"),
  );
  if (found === undefined || found.success.schema === (item as unknown)) return null;
  const [parameter] = pathParameters(found.path);
  return { operation: found.id as WorkspaceOperationId, parameter: parameter as string };
}

/** Archived records are asked for by name, and so is each view where a list has several. */
function queriesOf({ entries = {} }: Shape): readonly Query[] {
  const views = entries["view"]?.wrapped?.options;
  if (views !== undefined) return views.map((view) => ({ view }));
  return "includeArchived" in entries ? [{}, { includeArchived: true }] : [{}];
}

/** Whether a list comes in pages. */
export function isPaged(list: WorkspaceOperationId): boolean {
  return "cursor" in operationById(list).query.entries;
}

function camelCase(kind: string): string {
  return kind.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
