/** What the palette offers: places, actions on the selection, and what the page knows by name. */
import { momentOf } from "../../client/spoken/clock.ts";
import { addDays } from "../base/days.ts";
import { zone } from "../base/zone.ts";
import { go, goOver } from "../base/routes.ts";
import { dayInWords, longDay } from "../parts/due.tsx";
import { choose, isAdding, isHelpShown, openList, palette, type PaletteMode } from "../parts/ui.ts";
import type { Store } from "../store/store.ts";
import { priorities } from "../store/todo.ts";
import { words } from "../words/index.ts";
import { placeKeys } from "./go-keys.tsx";

export interface Command {
  readonly id: string;
  readonly label: string;
  /** What kind of thing it is, on the right. */
  readonly kind: string;
  readonly keyName?: string;
  readonly run: () => void;
}

/** What the palette is opened for, and the words in it. */
export interface Asked {
  readonly mode: PaletteMode;
  readonly ids: readonly string[];
  readonly text: string;
  readonly today: string;
}

/** At most so many of what was found. */
const most = 50;

/** What matches the words, the likeliest first. Without words: actions and places. */
export function commandsFor(store: Store, asked: Asked): Command[] {
  const { mode, ids, text } = asked;
  if (mode !== "all") return matching(choicesOf(store, asked), mode === "due" ? "" : text);
  const fixed = [...onSelection(store, ids), ...places(store)];
  if (text.trim() === "") return fixed;
  const found = matching(fixed, text);
  return [...found, ...matching(agentsNamed(store), text), ...todosNamed(store, text)].slice(0, most);
}

/** Every word of the text is in the label; labels that begin with it come first. */
function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = commands.filter(({ label }) => wanted.every((word) => label.toLowerCase().includes(word)));
  const begins = (label: string): number => (label.toLowerCase().startsWith(wanted[0] ?? "") ? 0 : 1);
  return hits.toSorted((left, right) => begins(left.label) - begins(right.label));
}

function agentsNamed({ agents }: Store): Command[] {
  return agents.all().map(({ id, name }) => ({
    id: `agent-${id}`,
    label: name,
    kind: words.agents.open,
    run: () => go(`/agents/${id}`),
  }));
}

function todosNamed({ todos }: Store, text: string): Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Command[] = [];
  for (const { id, title, isArchived } of todos.all()) {
    const name = title?.toLowerCase() ?? "";
    if (isArchived || !wanted.every((word) => name.includes(word))) continue;
    found.push({ id: `todo-${id}`, label: title ?? "", kind: words.kinds.todo, run: () => goOver(`/todos/${id}`) });
    if (found.length === most) break;
  }
  return found;
}

function onSelection(store: Store, ids: readonly string[]): Command[] {
  const { actions } = store;
  const always: Command[] = [
    { id: "add", label: words.add.label, kind: words.kinds.action, keyName: "C", run: () => isAdding.set(true) },
    { id: "list", label: words.lists.new, kind: words.kinds.action, run: () => openList.set({ id: null }) },
    { id: "undo", label: words.undo.action, kind: words.kinds.action, keyName: "Z", run: () => void actions.undo() },
    {
      id: "redo",
      label: words.undo.redo,
      kind: words.kinds.action,
      keyName: "Shift Z",
      run: () => void actions.redo(),
    },
    { id: "keys", label: words.help.title, kind: words.kinds.action, keyName: "?", run: () => isHelpShown.set(true) },
  ];
  if (ids.length === 0) return always;
  const about = actions.labelOf("", ids).replace(/^[:\s]+/, "");
  const act = (id: string, label: string, keyName: string, run: () => void): Command => ({
    id,
    label,
    kind: about,
    keyName,
    run,
  });
  return [
    act("done", words.actions.done, "D", () => actions.toggleDone(ids)),
    act("start", words.statuses.in_progress, "S", () =>
      actions.change(ids, { status: "in_progress" }, actions.labelOf(words.statuses.in_progress, ids)),
    ),
    act("priority", words.choose.priority, "0–4", () => choose("priority", ids)),
    act("due", words.choose.due, "T", () => choose("due", ids)),
    act("list", words.choose.list, "L", () => choose("list", ids)),
    act("assign", words.choose.assign, "A", () => choose("assign", ids)),
    ...(ids.length === 1
      ? [act("title", words.fields.title, "E", () => goOver(`/todos/${ids[0] ?? ""}?edit=title`))]
      : []),
    act("archive", words.actions.archive, "⌫", () => actions.archive(ids, actions.labelOf(words.done.archived, ids))),
    ...always,
  ];
}

function toPlace(place: Exclude<keyof typeof placeKeys, "lists">): Command {
  const keyName = `G ${placeKeys[place].toUpperCase()}`;
  const run = (): void => go(`/${place}`);
  return { id: `place-${place}`, label: words.places[place], kind: words.kinds.place, keyName, run };
}

function places({ lists }: Store): Command[] {
  return [
    toPlace("today"),
    toPlace("todos"),
    toPlace("inbox"),
    toPlace("chats"),
    toPlace("captures"),
    toPlace("agents"),
    toPlace("schedules"),
    toPlace("settings"),
    ...notArchived(lists).map(({ id, name }) => ({
      id: `list-${id}`,
      label: name,
      kind: words.kinds.list,
      run: () => go(`/lists/${id}`),
    })),
  ];
}

function notArchived(lists: Store["lists"]) {
  return lists.all().filter(({ isArchived }) => !isArchived);
}

function choicesOf(store: Store, { mode, ids, text, today }: Asked): Command[] {
  const { actions, lists, agents, members } = store;
  const label = (what: string): string => actions.labelOf(what, ids);
  if (mode === "priority")
    return priorities.map((priority) => {
      const name = words.priorities[priority ?? "none"];
      return command(name, "", () => actions.change(ids, { priority }, label(words.done.priority(name))));
    });
  if (mode === "list")
    return notArchived(lists).map(({ id, name }) =>
      command(name, words.kinds.list, () => actions.change(ids, { todoListId: id }, label(words.done.moved(name)))),
    );
  if (mode === "lists") return notArchived(lists).map(({ id, name }) => command(name, "", () => go(`/lists/${id}`)));
  if (mode === "due") return dueChoices(store, ids, text, today);
  const assign = (assignees: readonly { id: string; type: "user" | "agent" }[], name: string): void =>
    actions.change(ids, { assignees: [...assignees] }, label(words.done.assigned(name)));
  return [
    ...agents
      .all()
      .map(({ id, name }) => command(name, words.kinds.agentStarts, () => assign([{ id, type: "agent" }], name))),
    ...members
      .all()
      .map(({ id, name, email }) =>
        command(name === "" ? email : name, words.kinds.person, () => assign([{ id, type: "user" }], name)),
      ),
    command(words.fields.nobody, "", () => assign([], words.fields.nobody)),
  ];
}

/** Days to choose, and the day that the words name. */
function dueChoices({ actions }: Store, ids: readonly string[], text: string, today: string): Command[] {
  const set = (day: string | null) => () => {
    const name = day === null ? words.groups.noDay : dayInWords(day, today);
    actions.change(ids, { dueDate: day }, actions.labelOf(words.done.due(name), ids));
  };
  const written = /^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? text.trim() : readDay(text, today);
  if (written !== null) return [command(dayInWords(written, today), longDay(written), set(written))];
  const days = [0, 1, 2, 3, 4, 5, 6, 7, 14].map((count) => addDays(today, count));
  const choices = [
    ...days.map((day) => command(dayInWords(day, today), longDay(day), set(day))),
    command(words.groups.noDay, "", set(null)),
  ];
  // What is not understood is no day: Enter would set the first.
  const wanted = text.trim().toLowerCase();
  return choices.filter(({ label, kind }) => `${label} ${kind}`.toLowerCase().includes(wanted));
}

let reader: ((line: string, now: number) => { readonly dueDate?: string }) | null = null;

/** Loads what reads days in words. */
export async function loadReader(): Promise<void> {
  try {
    reader = (await import("../parts/line-reader.ts")).readLine;
  } catch {
    // without a network the days to choose from are there all the same
  }
}

function readDay(text: string, today: string): string | null {
  if (reader === null || text.trim() === "") return null;
  // The reader takes days out of titles, so there is one.
  return reader(`${words.untitled} ${text}`, momentOf(`${today}T12:00`, zone.value)).dueDate ?? null;
}

function command(label: string, kind: string, run: () => void): Command {
  return { id: `choice-${label}-${kind}`, label, kind, run };
}

/** Opens the palette for everything. */
export function openPalette(ids: readonly string[]): void {
  palette.set({ mode: "all", ids });
}
