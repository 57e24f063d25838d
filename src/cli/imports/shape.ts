/** What is sent: todos out of tasks, each with an id that is the same whenever the same export is read. */
import { morning } from "../../client/spoken/days.ts";
import { importLimits } from "../../schema/import.ts";
import type { ImportCreate } from "../../schema/import.ts";
import { limits } from "../../schema/todo.ts";
import { bodyOf } from "./body.ts";
import type { Draft, Export, SourceList, Surroundings } from "./formats/draft.ts";
import { uncertainDates } from "./formats/moments.ts";
import { nest, type Tree } from "./nest.ts";
import { createCounts } from "./formats/counts.ts";
import { cut } from "./formats/text.ts";

export type WireTodo = NonNullable<ImportCreate["todos"]>[number];
export type WireList = NonNullable<ImportCreate["todoLists"]>[number];

/** A todo that is ready to be sent. */
export interface Parcel {
  readonly todo: WireTodo;
  /** Its list; null for the default one. */
  readonly list: WireList | null;
  /** The task, with the parts that the body holds. */
  readonly tree: Tree;
  /** By their ids: parts that the body holds. */
  readonly parts: ReadonlyMap<string, Tree>;
  /** The title of what it is a part of; null for nothing. */
  readonly whole: string | null;
}

export interface Shaped {
  readonly lists: readonly WireList[];
  readonly parcels: readonly Parcel[];
}

/** What is worked with while parcels are made. */
export interface Maker {
  readonly around: Surroundings;
  readonly lists: ReadonlyMap<string, WireList>;
}

/** The todos and lists of an export. */
export async function shape(
  { source, lists, drafts }: Export,
  around: Surroundings,
): Promise<Shaped & { readonly maker: Maker }> {
  const wireLists = new Map<string, WireList>();
  for (const list of lists) wireLists.set(list.ref, await wireList(list));
  const maker = { around, lists: wireLists };
  const parcels: Parcel[] = [];
  for (const tree of nest(drafts)) parcels.push(...(await parcelsOf(maker, tree, null)));
  const used = new Set(parcels.map(({ list }) => list));
  // A project is there without todos as well; a column or a file names a list only for the todos in it.
  const hasProjects = source === "todoist" || source === "vikunja";
  return { lists: [...wireLists.values()].filter((list) => hasProjects || used.has(list)), parcels, maker };
}

async function wireList({ key, name, color }: SourceList): Promise<WireList> {
  return { externalId: await idOf(key), name: cut(name, 200), ...(color !== null && { color }) };
}

/** A task that is left out leaves its open parts behind, which then stand alone. */
async function parcelsOf(maker: Maker, tree: Tree, whole: string | null): Promise<Parcel[]> {
  const { draft } = tree;
  const { includesDone, counts } = maker.around;
  if (draft.title === "" && draft.notes === "") {
    counts.leaveOut("tasks without any text", draft.list ?? "");
    return below(maker, tree.parts, whole);
  }
  if (draft.status === "done" && !includesDone) {
    counts.leaveOut("done todos (--include-done brings them)", draft.title);
    return below(maker, tree.parts, draft.title);
  }
  const { inside, apart } = sort(tree);
  const parcel = await parcelOf(maker, { draft, parts: inside }, whole);
  return [parcel, ...(await below(maker, apart, draft.title))];
}

async function below(maker: Maker, trees: readonly Tree[], whole: string | null): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  for (const tree of trees) parcels.push(...(await parcelsOf(maker, tree, whole)));
  return parcels;
}

/** Parts that have a life of their own (a date, a recurrence, another list) become todos; the others stand in the body. */
function sort(tree: Tree): { readonly inside: Tree[]; readonly apart: Tree[] } {
  const inside: Tree[] = [];
  const apart: Tree[] = [];
  for (const part of tree.parts) {
    const { draft } = part;
    const isOwn = draft.due !== null || draft.repeat !== null || draft.list !== tree.draft.list;
    if (isOwn && draft.status !== "done") {
      apart.push(part);
      continue;
    }
    const deeper = sort(part);
    inside.push({ draft, parts: deeper.inside });
    apart.push(...deeper.apart);
  }
  return { inside, apart };
}

/** A todo of the task, its parts in the body; `whole` is what it was a part of. */
export async function parcelOf(maker: Maker, tree: Tree, whole: string | null): Promise<Parcel> {
  const { draft } = tree;
  const parts = new Map<string, Tree>();
  for (const part of flat(tree.parts)) parts.set(await idOf(part.draft.key), part);
  const list = draft.list === null ? null : (maker.lists.get(draft.list) ?? null);
  const externalId = await idOf(draft.key);
  const includes = [...parts.keys()].filter((id) => id !== externalId).slice(0, importLimits.includes);
  const facts = [...draft.facts, ...timeOf(draft)];
  count(maker.around, draft, facts, parts.size);
  if (whole !== null) facts.unshift({ name: "Part of", text: whole });
  return {
    list,
    tree,
    parts,
    whole,
    todo: {
      externalId,
      ...(list !== null && { todoListExternalId: list.externalId }),
      ...texts(maker.around, draft, bodyOf(draft, tree.parts, facts)),
      ...(draft.status !== "ready" && { status: draft.status }),
      ...(draft.priority !== null && { priority: draft.priority }),
      ...whenOf(draft),
      ...(includes.length > 0 && { includes }),
    },
  };
}

/** The same todo without its schedule, which the service refused: its words stand in the body instead. */
export async function withoutSchedule(maker: Maker, { tree, whole }: Parcel, why: string): Promise<Parcel> {
  const { draft, parts } = tree;
  const words = draft.repeat?.words ?? "";
  maker.around.counts.leaveOut(uncertainDates, `${draft.title}: ${words} (${why})`);
  const uncounted = { ...maker, around: { ...maker.around, counts: createCounts() } };
  const changed = { ...draft, repeat: null, facts: [...draft.facts, { name: "Repeats", text: words }] };
  return parcelOf(uncounted, { draft: changed, parts }, whole);
}

function* flat(trees: readonly Tree[]): Generator<Tree> {
  for (const tree of trees) {
    yield tree;
    yield* flat(tree.parts);
  }
}

/** A title that is too long stands whole in the body as well. */
function texts({ counts }: Surroundings, { title }: Draft, body: string): Pick<WireTodo, "title" | "content"> {
  const short = cut(title, limits.title);
  const content = short === title ? body : `${title}\n\n${body}`.trim();
  const fitted = cut(content, limits.content);
  if (fitted !== content) counts.leaveOut(`texts past ${limits.content} characters (cut)`, short);
  return { ...(short !== "" && { title: short }), ...(fitted !== "" && { content: fitted }) };
}

/** What recurs has a schedule, which says when it is due; everything else its day. */
function whenOf({ due, repeat, status }: Draft): Pick<WireTodo, "dueDate" | "schedule" | "type"> {
  if (repeat === null || status === "done") return due === null ? {} : { dueDate: due.date };
  const { date, time, timezone } = repeat.from;
  return {
    type: "responsibility",
    schedule: { rrule: repeat.rrule, startsAt: `${date}T${time ?? morning}:00`, timezone },
  };
}

function timeOf({ due, repeat }: Draft): Draft["facts"] {
  if (repeat !== null || due === null || due.time === null) return [];
  return [{ name: "Time", text: `${due.time} (${due.timezone})` }];
}

function count({ counts }: Surroundings, { comments }: Draft, facts: Draft["facts"], parts: number): void {
  for (const { name } of facts) counts.keepAsText(name.toLowerCase());
  for (const _ of comments) counts.keepAsText("comments");
  for (let part = 0; part < parts; part += 1) counts.keepAsText("subtasks, as a task list");
}

/** 128 bits of SHA-256: it says nothing of what it was made from. */
async function idOf(key: readonly string[]): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(key))));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
