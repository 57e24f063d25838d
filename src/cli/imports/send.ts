/** Sends what was made of an export to the service, in parts; first to look what would become of it, then to do it. */
import type { ImportOutcome } from "../../schema/import.ts";
import { importLimits } from "../../schema/import.ts";
import { operationById } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";
import type { Io } from "../ports/io.ts";
import type { Source } from "./formats/draft.ts";
import type { Parcel, WireList } from "./shape.ts";

export type TodoOutcome = ImportOutcome["todos"][number];
/** Why a todo is skipped. */
export type Reason = NonNullable<TodoOutcome["reason"]>;
export type ListOutcome = ImportOutcome["todoLists"][number];

export interface Outcomes {
  /** In the order of what was sent. */
  readonly lists: readonly ListOutcome[];
  readonly todos: readonly TodoOutcome[];
}

export interface Sender {
  readonly io: Io;
  readonly api: Api;
  readonly source: Source;
}

interface Part {
  readonly lists: readonly WireList[];
  readonly parcels: readonly Parcel[];
}

/** A request has 512,000 bytes at most; lists and the rest of the body take some of them. */
const mostBytes = 400_000;
const encoder = new TextEncoder();

/** Sends all of it. A part that arrives is kept whole; what was sent before is recognised when it is sent again. */
export async function send(
  sender: Sender,
  lists: readonly WireList[],
  parcels: readonly Parcel[],
  dryRun: boolean,
): Promise<Outcomes> {
  const { io, api, source } = sender;
  const sent = { lists: [] as ListOutcome[], todos: [] as TodoOutcome[] };
  for (const part of partsOf(lists, parcels)) {
    progress(io, dryRun ? "Looking" : "Importing", sent.todos.length, parcels.length);
    const todos = part.parcels.map(({ todo }) => todo);
    const body = { source, dryRun, todoLists: part.lists, todos };
    const outcome = (await api.call(operationById("createImport"), body)) as ImportOutcome;
    if (todos.length === 0) sent.lists.push(...outcome.todoLists);
    sent.todos.push(...outcome.todos);
  }
  if (io.stderr.isTerminal) io.stderr.write("\r\u001b[K");
  return sent;
}

/** The lists alone come first, in their order; then todos, with the lists that they go to. */
function* partsOf(lists: readonly WireList[], parcels: readonly Parcel[]): Generator<Part> {
  for (let at = 0; at < lists.length; at += importLimits.todoLists) {
    yield { lists: lists.slice(at, at + importLimits.todoLists), parcels: [] };
  }
  let part: Parcel[] = [];
  let bytes = 0;
  const homes = new Set<WireList>();
  for (const parcel of parcels) {
    const size = encoder.encode(JSON.stringify([parcel.todo, parcel.list])).length;
    const isFull = part.length === importLimits.todos || (part.length > 0 && bytes + size > mostBytes);
    const isNewHome = parcel.list !== null && !homes.has(parcel.list);
    if (isFull || (isNewHome && homes.size === importLimits.todoLists)) {
      yield { lists: [...homes], parcels: part };
      part = [];
      bytes = 0;
      homes.clear();
    }
    part.push(parcel);
    bytes += size;
    if (parcel.list !== null) homes.add(parcel.list);
  }
  if (part.length > 0) yield { lists: [...homes], parcels: part };
}

function progress(io: Io, what: string, done: number, all: number): void {
  if (io.stderr.isTerminal && all > 0) io.stderr.write(`\r\u001b[K${what}: ${done} of ${all}`);
}
