/** What a person does to todos: shown at once, sent in the background, taken back with its reason when refused, and undone by one key. */
import type { Client } from "../../client/types.ts";
import type { TodoCreate, TodoUpdate } from "../../schema/todo.ts";
import type { Ports } from "../base/ports.ts";
import { words } from "../words/index.ts";
import { Changes, type Write } from "./change.ts";
import { describe } from "./describe.ts";
import { changeMany } from "./change-many.ts";
import { Crossed, Gone, SomeLeft } from "./crossed.ts";
import { type Notices, showCrossed } from "./notices.ts";
import type { Records } from "./records.ts";
import { isGone, isPassing, persistently } from "./retry.ts";
import { shortTitle, toRow, type TodoRow } from "./todo.ts";
import type { Step, Undo } from "./undo.ts";

/** What a person can change of a todo at one go. */
export type TodoFields = Pick<TodoUpdate, "status" | "priority" | "dueDate" | "todoListId" | "title" | "assignees">;

type RowFields = TodoFields & { readonly isArchived?: boolean };

/** What they were before. */
type SeenFields = Partial<Pick<TodoRow, keyof TodoFields>>;

/** Titles in a notice. */
const mostNamed = 3;

export interface ActionParts {
  readonly ports: Ports;
  readonly client: () => Client;
  readonly todos: Records<TodoRow>;
  readonly undo: Undo;
  readonly notices: Notices;
}

export class TodoActions {
  readonly changes: Changes<TodoRow>;
  readonly #parts: ActionParts;
  /** The new todos that are on their way, by what stands for them. */
  readonly #making = new Map<string, Promise<string>>();
  /** What the feed reported in the meantime of todos that are not known: they may be the same. */
  readonly #reported = new Map<string, TodoRow>();
  /** The keys of new todos that had no answer, by what they are: sent again, they are made once. */
  readonly #unanswered = new Map<string, string>();
  /** What comes again and is being ticked off just now: a second press would tick off its next time, too. */
  readonly #finishing = new Set<string>();

  constructor(parts: ActionParts) {
    this.#parts = parts;
    this.changes = new Changes(parts.todos);
  }

  /** What the feed says of a todo; undefined when it is gone. */
  take(id: string, todo: TodoRow | undefined): void {
    const isUnknown = this.#parts.todos.get(id) === undefined;
    if (this.#making.size === 0 || !isUnknown) this.changes.take(id, todo);
    else if (todo === undefined) this.#reported.delete(id);
    else this.#reported.set(id, todo);
  }

  /**
   * Sets the fields of all these todos, as one step to undo, over the values that were `seen`, else over those that the page has now:
   * what somebody else set to another value in the meantime stays, and is said.
   */
  change(ids: readonly string[], fields: TodoFields, label: string, seen?: SeenFields): void {
    if (seen === undefined) return this.changeEach(ids, () => fields, label);
    this.#set(new Map(ids.map((id) => [id, { before: seen as RowFields, after: fields }])), label);
  }

  /** Sets fields of its own for each of these todos, as one step to undo. */
  changeEach(ids: readonly string[], fieldsOf: (id: string) => TodoFields, label: string): void {
    const fields = ids.map((id) => fieldsOf(id));
    this.onceMade(ids, (made) => {
      const changeOf = (id: string, after: TodoFields) => ({ before: this.#valuesOf(id, after), after });
      this.#set(new Map(made.map((id, at) => [id, changeOf(id, fields[at] as TodoFields)])), label);
    });
  }

  archive(ids: readonly string[], label: string): void {
    this.onceMade(ids, (made) => this.#archive(made, label));
  }

  #archive(ids: readonly string[], label: string): void {
    const [id] = ids;
    if (id !== undefined && ids.length === 1) {
      const set = (isArchived: boolean) => () => this.#setArchived(id, isArchived);
      return this.run({ label, redo: set(true), undo: set(false) });
    }
    const archived = { before: { isArchived: false }, after: { isArchived: true } };
    this.#set(new Map(ids.map((one) => [one, archived])), label);
  }

  /** Acts on these todos once the service has all of them: at once, but for new ones on their way; never where one of those is refused. */
  onceMade<Id extends string | null>(ids: readonly Id[], act: (made: readonly (Id | string)[]) => void): void {
    const isArriving = (id: Id): boolean => id !== null && this.#making.has(id);
    if (!ids.some(isArriving)) return act(ids);
    const made = ids.map(async (id) => (id === null ? id : ((await this.#making.get(id)) ?? id)));
    Promise.all(made).then(act, () => undefined); // who adds it says why it was refused
  }

  /** Brings an archived todo back, also one that the page does not hold. */
  restore(id: string, label: string): void {
    const set = (isArchived: boolean) => () => this.#setArchived(id, isArchived);
    this.run({ label, redo: set(false), undo: set(true) });
  }

  /** As one step. What was left as it is, is no part of it any more. */
  #set(values: Map<string, { readonly before: RowFields; readonly after: RowFields }>, label: string): void {
    const go = (isForward: boolean) => async () => {
      const wanted = [...values].map(([todoId, { before, after }]) =>
        isForward ? { todoId, fields: after, seen: before } : { todoId, fields: before, seen: after },
      );
      try {
        await changeMany({ ...this.#parts, client: this.#parts.client(), changes: this.changes }, wanted);
      } catch (error) {
        if (error instanceof SomeLeft) for (const id of error.left.keys()) values.delete(id);
        throw error;
      }
    };
    this.run({ label, redo: go(true), undo: go(false) });
  }

  /** Makes a suggested todo one of the list: any change of it does. What was accepted stays a todo, so there is no step to take back. */
  accept(id: string): void {
    const { ports, client, notices } = this.#parts;
    const label = this.labelOf(words.captures.acceptedNotice, [id]);
    const send = () => this.#rowOrGone(persistently(ports, () => client().updateTodo({ todoId: id, status: "ready" })));
    this.#writeOrGone(id, { fields: { isSuggested: false }, send }).then(
      () => notices.show({ text: label, isProblem: false }),
      (error: unknown) => notices.show({ text: words.refused(label, describe(error)), isProblem: true }),
    );
  }

  /** Ticks off until next time what comes again, and for good what does not; what is done already is opened again. */
  toggleDone(ids: readonly string[]): void {
    this.onceMade(ids, (made) => this.#toggleDone(made));
  }

  #toggleDone(ids: readonly string[]): void {
    const { todos } = this.#parts;
    const open = ids.filter((id) => todos.get(id)?.status !== "done");
    const [first] = open;
    if (first === undefined) return this.change(ids, { status: "ready" }, this.labelOf(words.done.reopened, ids));
    const isRecurring = (id: string): boolean => todos.get(id)?.scheduleType === "recurring";
    const forGood = open.filter((id) => !isRecurring(id));
    if (forGood.length > 0) this.change(forGood, { status: "done" }, this.labelOf(words.done.done, forGood));
    for (const id of open.filter(isRecurring)) this.#finishOccurrence(id);
  }

  /** What comes again is done until its next time, which the notice names. There is nothing to take back: it took place. */
  #finishOccurrence(id: string): void {
    const { client, notices, todos } = this.#parts;
    if (this.#finishing.has(id)) return;
    this.#finishing.add(id);
    const title = shortTitle(todos.get(id)?.title ?? words.untitled);
    // Not sent again when the answer is lost: twice would finish two occurrences.
    const send = async (): Promise<TodoRow> => toRow(await client().completeOccurrence({ todoId: id }));
    this.changes
      .write(id, { fields: {}, send })
      .then(
        (todo) => notices.show({ text: words.done.until(title, todo?.dueDate ?? null), isProblem: false }),
        (error: unknown) =>
          notices.show({ text: words.refused(words.about(words.done.done, title), describe(error)), isProblem: true }),
      )
      .finally(() => this.#finishing.delete(id));
  }

  /** A label that names the todo, or says how many there are. */
  labelOf(what: string, ids: readonly string[]): string {
    const [id] = ids;
    const title = id === undefined ? undefined : this.#parts.todos.get(id)?.title;
    return ids.length === 1
      ? words.about(what, shortTitle(title ?? words.untitled))
      : words.aboutMany(what, ids.length);
  }

  /** Makes a todo and answers its id. Rejects with the refusal; nothing of it is shown then. */
  create(body: TodoCreate, shown: Partial<TodoRow>): Promise<string> {
    const name = JSON.stringify(body);
    const key = this.#unanswered.get(name) ?? this.#parts.ports.newKey();
    this.#unanswered.delete(name);
    const provisional = this.#provisional(`new:${key}`, body, shown);
    this.#parts.todos.put(provisional);
    const made = this.#make(body, key, provisional.id);
    this.#making.set(provisional.id, made);
    const set = (isArchived: boolean) => async () => this.#setArchived(await made, isArchived);
    const step = { label: this.labelOf(words.done.added, [provisional.id]), undo: set(true), redo: set(false) };
    this.#parts.undo.add(step);
    made.catch(() => this.#parts.undo.drop(step));
    return made;
  }

  async #make(body: TodoCreate, idempotencyKey: string, provisionalId: string): Promise<string> {
    const { ports, client, todos, notices } = this.#parts;
    try {
      const made = await persistently(ports, () => client().createTodo(body, { idempotencyKey }));
      this.#created(provisionalId);
      this.changes.take(made.id, todos.get(made.id) ?? toRow(made));
      const text = this.labelOf(words.done.added, [made.id]);
      notices.show({ text, isProblem: false, action: this.undoAction() });
      return made.id;
    } catch (error) {
      if (todos.get(provisionalId) !== undefined) this.#created(provisionalId);
      if (isPassing(error)) this.#unanswered.set(JSON.stringify(body), idempotencyKey);
      throw error;
    }
  }

  /** Takes the last step back, and says so. */
  async undo(): Promise<void> {
    const { undo, notices } = this.#parts;
    try {
      const step = await undo.undo();
      notices.show({ text: step === undefined ? words.undo.nothing : words.undo.undone(step.label), isProblem: false });
    } catch (error) {
      this.#refused(error, words.undo.refused, () => void this.undo());
    }
  }

  async redo(): Promise<void> {
    const { undo, notices } = this.#parts;
    try {
      const step = await undo.redo();
      notices.show({ text: step === undefined ? words.undo.nothingMore : step.label, isProblem: false });
    } catch (error) {
      this.#refused(error, words.undo.refused, () => void this.redo());
    }
  }

  undoAction() {
    return { label: words.undo.action, key: "Z", run: () => void this.undo() };
  }

  /** In place of the provisional todo comes what the feed reported in the meantime. */
  #created(provisionalId: string): void {
    this.#parts.todos.remove(provisionalId);
    this.#making.delete(provisionalId);
    if (this.#making.size > 0) return;
    for (const [id, todo] of this.#reported) this.changes.take(id, todo);
    this.#reported.clear();
  }

  /** Does the step, says so, and keeps it to be taken back. */
  run(step: Step): void {
    const { undo, notices } = this.#parts;
    undo.add(step);
    notices.show({ text: step.label, isProblem: false, action: this.undoAction() });
    step.redo().catch((error: unknown) => {
      if (!(error instanceof SomeLeft) || error.left.size === error.total) undo.drop(step);
      this.#refused(
        error,
        (why) => words.refused(step.label, why),
        () => this.run(step),
      );
    });
  }

  /** Says why, or shows what somebody else set, and offers to set one's own all the same. */
  #refused(error: unknown, textOf: (why: string) => string, again: () => void): void {
    const { notices } = this.#parts;
    const offerAgain = (why: unknown): void => {
      const action = isPassing(why) && { action: { label: words.tryAgain, run: again } };
      notices.show({ text: textOf(describe(why)), isProblem: true, ...action });
    };
    if (error instanceof SomeLeft) return this.#someLeft(error, offerAgain);
    if (!(error instanceof Crossed)) return offerAgain(error);
    showCrossed(notices, error, () => this.#keep([error]));
  }

  /** Names those that somebody else changed; else says why the first was refused. */
  #someLeft({ left, total }: SomeLeft, refuse: (why: unknown) => void): void {
    const { notices } = this.#parts;
    const crossed = [...left.values()].filter((error) => error instanceof Crossed) as Crossed<TodoRow>[];
    if (crossed.length === 0) return refuse([...left.values()][0]);
    const named = crossed
      .slice(0, mostNamed)
      .map(({ theirs }) => words.quoted(shortTitle(theirs.title ?? words.untitled)));
    const titles = [...named, ...(crossed.length > mostNamed ? ["…"] : [])].join(", ");
    const keep = (): void => this.#keep(crossed);
    notices.show({
      text: words.todo.crossedMany(crossed.length, total, titles),
      isProblem: true,
      action: { label: words.todo.keepMine, run: keep },
    });
  }

  #keep(crossed: readonly Crossed[]): void {
    const values = (crossed as readonly Crossed<TodoRow>[]).map(({ theirs, mine }) => {
      const before = Object.fromEntries(Object.keys(mine).map((name) => [name, theirs[name as keyof TodoRow]]));
      return [theirs.id, { before, after: mine }] as const;
    });
    const ids = values.map(([id]) => id);
    this.#set(new Map(values), this.labelOf(words.done.kept, ids));
  }

  #valuesOf(id: string, fields: TodoFields): TodoFields {
    const todo = this.#parts.todos.get(id) as unknown as Record<string, unknown> | undefined;
    const named = Object.keys(fields).map((name) => [name, todo?.[name]] as const);
    return Object.fromEntries(named.filter(([, value]) => value !== undefined));
  }

  async #setArchived(id: string, isArchived: boolean): Promise<void> {
    const { ports, client } = this.#parts;
    const send = async () => {
      if (!isArchived) return client().restoreTodo({ todoId: id });
      await client().deleteTodo({ todoId: id });
      return client().getTodo({ todoId: id });
    };
    if (!isArchived && this.#parts.todos.get(id) === undefined) {
      this.changes.take(id, toRow(await persistently(ports, send)));
      return;
    }
    await this.#writeOrGone(id, { fields: { isArchived }, send: () => this.#rowOrGone(persistently(ports, send)) });
  }

  /** Rejects with `Gone` where the service does not have the todo any more. */
  async #writeOrGone(id: string, write: Write<TodoRow>): Promise<void> {
    if ((await this.changes.write(id, write)) === null) throw new Gone();
  }

  /** Null for a todo that the service does not have any more. */
  async #rowOrGone(answer: Promise<TodoRow>): Promise<TodoRow | null> {
    try {
      return toRow(await answer);
    } catch (error) {
      if (isGone(error)) return null;
      throw error;
    }
  }

  #provisional(id: string, body: TodoCreate, shown: Partial<TodoRow>): TodoRow {
    const at = new Date(this.#parts.ports.now()).toISOString();
    const empty = { type: "task", isSuggested: false, isArchived: false, assignees: [], status: "ready" } as const;
    const given = { ...empty, ...body, ...shown, id, createdAt: at, updatedAt: at };
    return { ...toRow(given as unknown as TodoRow), isNew: true };
  }
}
