/** All that the page holds: who is signed in, the records of the workspace, what is on its way, and the feed that keeps them true. */
import type { Client } from "../../client/types.ts";
import type { Agent } from "../../schema/agent.ts";
import type { Approval } from "../../schema/app.ts";
import type { CaptureLight, CaptureListItem } from "../../schema/capture.ts";
import type { Chat } from "../../schema/chat.ts";
import type { Notification } from "../../schema/notification.ts";
import type { TodoList } from "../../schema/todo-list.ts";
import type { Ports } from "../base/ports.ts";
import { Signal, State } from "../base/signal.ts";
import { ChatPages } from "./chat-pages.ts";
import { DeviceCopy } from "./copy.ts";
import { describe } from "./describe.ts";
import type { Device } from "./device.ts";
import type { Drafts, LineNotAdded } from "./drafts.ts";
import { Feed, type FeedChange, pauseAfter, type Socket, type SocketEvents } from "./feed.ts";
import { Notices } from "./notices.ts";
import type { Unanswered } from "./once.ts";
import { pageClient } from "./page-client.ts";
import { readPending } from "./pending.ts";
import type { Pictures } from "./pictures.ts";
import { type Identified, Records } from "./records.ts";
import type { NoRecording, RecordingState } from "./recording.ts";
import { wasRemoved } from "./removed.ts";
import { isRefusal } from "./retry.ts";
import type { Loading, Person, Self, Session, WaysIn, WorkspaceName } from "./session.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";
import type { Tab } from "./tab.ts";
import { toRow, type TodoRow } from "./todo.ts";
import { TodoActions } from "./todo-actions.ts";
import { Undo } from "./undo.ts";
import { hear, type Words } from "./words.ts";

export interface StoreParts {
  readonly ports: Ports;
  readonly fetch: (address: string, init: RequestInit) => Promise<Response>;
  readonly connect: (events: SocketEvents) => Socket;
  readonly device: Device;
  readonly tab: Tab;
  /** Shows the store of another workspace in place of the one before. */
  readonly onSwitch: (next: Store) => void;
}

export class Store {
  readonly session = new State<Session>({ kind: "unknown" });
  readonly waysIn = new State<WaysIn>({
    passwordResetByEmail: false,
    defaultWorkspaceId: null,
  });
  readonly loading = new State<Loading>({ kind: "loading" });
  /** How far chats and requests of agents are read, which come after the rest. */
  readonly reading = new State<Loading>({ kind: "loading" });
  /** All was read again, because changes may have been missed: who shows more than that reads it again, too. */
  readonly caughtUp = new Signal();
  /** When the service was last heard while it cannot be reached; null while it can. */
  readonly offlineSince = new State<number | null>(null);
  readonly todos = new Records<TodoRow>();
  readonly lists = new Records<TodoList>();
  readonly agents = new Records<Agent>();
  readonly members = new Records<Person>();
  readonly approvals = new Records<Approval>();
  readonly chats = new Records<Chat>();
  readonly chatPages = new ChatPages(this.chats);
  /** What the person was notified of: as the inbox read it, and as the feed reports it. */
  readonly notifications = new Records<Notification>();
  /** What agents say just now, by chat. */
  readonly words = new Records<Words>();
  /** Light ones as the feed reports them; those that a list was read of have their titles. */
  readonly captures = new Records<CaptureLight & Partial<CaptureListItem>>();
  /** The recording that this page makes, and why it makes none. */
  readonly recording = new State<RecordingState | null>(null);
  readonly noRecording = new State<NoRecording | null>(null);
  readonly drafts: Drafts = new Map();
  readonly unanswered: Unanswered = new Map();
  /** Lines of todos that were not added, and are in no field. */
  readonly notAdded = new State<readonly LineNotAdded[]>([]);
  /** The images of messages that are not sent yet, by the name of the draft. */
  readonly pictures = new Map<string, Pictures>();
  readonly undo = new Undo();
  readonly notices: Notices;
  readonly actions: TodoActions;
  readonly ports: Ports;
  readonly #parts: StoreParts;
  /** What the feed brings besides todos, by its kind. */
  readonly #byKind: Readonly<Record<string, Pick<Records<Identified>, "put" | "remove">>> = {
    todo_list: this.lists,
    agent: this.agents,
    member: this.members,
    approval: this.approvals,
    chat: this.chats,
    notification: this.notifications,
    capture: this.captures,
  };
  readonly #copy: DeviceCopy;
  #client: Client;
  #feed: Feed | null = null;
  /** How often the workspace could not be read in a row. */
  #failures = 0;
  #cancelLoad: () => void = () => undefined;

  constructor(parts: StoreParts) {
    this.#parts = parts;
    this.ports = parts.ports;
    this.notices = new Notices(parts.ports);
    this.#client = this.clientOf(undefined);
    const { ports, todos, undo, notices } = this;
    this.actions = new TodoActions({ ports, client: () => this.#client, todos, undo, notices });
    this.#copy = new DeviceCopy({ ports, device: parts.device, current: () => this.#shown() });
    for (const { changed, replaced } of [todos, this.lists, this.agents, this.members])
      for (const signal of [changed, replaced]) signal.subscribe(() => this.#copy.changed());
  }

  get client(): Client {
    return this.#client;
  }

  /** Whether the feed reports every change. */
  get isLive(): boolean {
    return this.#feed?.state.value === "live";
  }

  /** Finds out who is signed in, and reads what is theirs. */
  async open(): Promise<void> {
    this.#copy.prepare();
    try {
      const { signedIn, user, workspaces, ...waysIn } = await this.#client.getSession();
      this.waysIn.set(waysIn);
      if (!signedIn || user === null) {
        void this.#copy.clear();
        return this.session.set({ kind: "out" });
      }
      const last = this.#parts.tab.read();
      const isTheirs = workspaces.some(({ id }) => id === last);
      this.enter(user, workspaces, isTheirs ? last : waysIn.defaultWorkspaceId);
    } catch (error) {
      this.loading.set({ kind: "failed", reason: describe(error) });
    }
  }

  /** The person is signed in, and begins in the wanted workspace if it is theirs. Answers the store that is shown then. */
  enter(user: Self, workspaces: readonly WorkspaceName[], wanted: string | null): Store {
    const { id: workspaceId = "" } = workspaces.find(({ id }) => id === wanted) ?? workspaces[0] ?? {};
    const before = this.session.value;
    const isSame = before.kind === "in" && before.user.id === user.id && before.workspaceId === workspaceId;
    if (before.kind === "in" && !isSame) return this.#handOver(user, workspaces, workspaceId);
    if (!isSame) this.#forget();
    // That of a session that has ended says so, perhaps only now.
    this.#feed?.stop();
    this.#client = this.clientOf(workspaceId);
    this.session.set({ kind: "in", user, workspaces, workspaceId, isExpired: false });
    void this.load();
    return this;
  }

  /** Another workspace of the person is shown in place of this one. Answers its store. */
  switchTo(workspaceId: string): Store {
    const session = this.session.value;
    return session.kind === "in" ? this.enter(session.user, session.workspaces, workspaceId) : this;
  }

  /**
   * Another workspace, and another person, has a store of its own, so that nothing comes from this one to it, however late. What is on its
   * way from here to the service still arrives there.
   */
  #handOver(user: Self, workspaces: readonly WorkspaceName[], workspaceId: string): Store {
    this.#parts.tab.write(workspaceId);
    const next = new Store(this.#parts);
    next.waysIn.set(this.waysIn.value);
    next.enter(user, workspaces, workspaceId);
    this.#parts.onSwitch(next);
    this.#forget();
    this.session.set({ kind: "out" }); // nothing is written to the device any more, and no feed begins
    return next;
  }

  /** Reads the workspace as it is now; what was shown stays until then, also what this device showed last. */
  async load(): Promise<void> {
    const client = this.#client;
    this.#cancelLoad();
    if (this.loading.value.kind === "loading") await this.#recall(client);
    try {
      const snapshot = await readSnapshot(client);
      if (client !== this.#client) return;
      this.#show(snapshot);
      if (this.#feed !== null) this.caughtUp.emit();
      this.#follow(snapshot.changesCursor);
      void this.readMore();
    } catch (error) {
      if (client !== this.#client) return;
      this.loading.set({ kind: "failed", reason: describe(error) });
      if (!isRefusal(error)) this.#loadLater();
    }
  }

  /** No feed reports what changes until it is read: what is shown is as old as now. */
  #loadLater(): void {
    if (this.lists.size > 0) this.#missed();
    const pause = pauseAfter(this.#failures, this.ports.random());
    this.#failures += 1;
    this.#cancelLoad();
    this.#cancelLoad = this.ports.later(pause, () => void this.load());
  }

  async signOut(): Promise<void> {
    await this.#client.endSession();
    // The service has ended its part with the session; the browser may have no push service that answers.
    void endNotes().catch(() => undefined);
    void this.#copy.clear();
    this.#parts.tab.clear();
    this.#forget();
    this.#client = this.clientOf(undefined);
    this.session.set({ kind: "out" });
  }

  /** The person has left the workspace. Resolves with the store of another one, where they are then; null where they are signed out. */
  async leave(workspaceId: string): Promise<Store | null> {
    const session = this.session.value;
    if (session.kind !== "in") return null;
    const others = session.workspaces.filter(({ id }) => id !== workspaceId);
    if (others.length > 0) return this.enter(session.user, others, null);
    await this.signOut();
    return null;
  }

  /** Gives the workspace another name. Rejects with the refusal of the service. */
  async renameWorkspace(name: string): Promise<void> {
    const session = this.session.value;
    if (session.kind !== "in") return;
    const { id } = await this.#client.renameWorkspace({ workspaceId: session.workspaceId, name });
    const workspaces = session.workspaces.map((one) => (one.id === id ? { ...one, name } : one));
    this.session.set({ ...session, workspaces });
  }

  /** The page is hidden or shown again. */
  rest(isHidden: boolean): void {
    if (isHidden) this.#feed?.stop();
    else this.#feed?.resume();
  }

  /** Writes what is shown to the device, for the next start. */
  async save(): Promise<void> {
    await this.#copy.save();
  }

  async #recall(client: Client): Promise<void> {
    const owner = this.#owner();
    const copy = owner === null ? null : await this.#copy.recall(owner);
    if (copy !== null && client === this.#client && this.loading.value.kind === "loading") this.#show(copy);
  }

  #show({ todos, lists, agents, members }: Snapshot): void {
    this.lists.replace(lists);
    this.agents.replace(agents);
    this.members.replace(members);
    // What is on its way to the service is in no snapshot yet.
    this.actions.changes.replace([...todos, ...this.todos.all().filter(({ isNew }) => isNew)]);
    this.loading.set({ kind: "ready" });
    this.#failures = 0;
  }

  /** Whose records these are; null once that is in doubt. */
  #owner(): string | null {
    const session = this.session.value;
    return session.kind === "in" && !session.isExpired ? `${session.user.id} ${session.workspaceId}` : null;
  }

  #shown() {
    const owner = this.#owner();
    if (owner === null || this.loading.value.kind !== "ready") return null;
    const { lists, agents, members } = this;
    const todos = this.actions.changes.settled();
    return { owner, snapshot: { todos, lists: lists.all(), agents: agents.all(), members: members.all() } };
  }

  /** Reads what no snapshot has: chats and requests of agents. Where that is refused, `reading` says why. */
  async readMore(): Promise<void> {
    const client = this.#client;
    const isWanted = (): boolean => client === this.#client;
    if (this.reading.value.kind === "failed") this.reading.set({ kind: "loading" });
    const [chats, pending] = await Promise.allSettled([
      this.chatPages.read(client, isWanted),
      readPending(client, this.approvals, isWanted),
    ]);
    if (!isWanted()) return;
    const failed = [chats, pending].find(({ status }) => status === "rejected") as PromiseRejectedResult | undefined;
    this.reading.set(failed === undefined ? { kind: "ready" } : { kind: "failed", reason: describe(failed.reason) });
  }

  #follow(cursor: string): void {
    const session = this.session.value;
    if (session.kind !== "in") return;
    this.#feed?.stop();
    const feed = new Feed({
      ports: this.ports,
      connect: this.#parts.connect,
      workspaceId: session.workspaceId,
      onChanges: (changes) => changes.forEach((change) => this.#take(change)),
      onWords: (words) => hear(this.words, words),
      onReset: () => void this.load(),
      onEnd: (isRemoved) => (isRemoved ? void wasRemoved(this, this.session) : this.#expire()),
    });
    this.#feed = feed;
    feed.state.changed.subscribe(() => {
      if (feed.state.value === "live") {
        this.offlineSince.set(null);
        if (this.reading.value.kind === "failed") void this.readMore();
      } else if (feed.state.value === "lost") this.#missed();
    });
    feed.start(cursor);
  }

  #take({ kind, id, op, record }: FeedChange): void {
    const isGone = op === "gone";
    if (kind === "todo") this.actions.take(id, isGone ? undefined : toRow(record as TodoRow));
    else if (kind === "capture" && !isGone)
      this.captures.put({ ...this.captures.get(id), ...(record as CaptureLight) });
    else if (isGone) this.#byKind[kind]?.remove(id);
    else this.#byKind[kind]?.put(record as Identified);
  }

  #expire(): void {
    const session = this.session.value;
    void this.#copy.clear();
    if (session.kind === "in") this.session.set({ ...session, isExpired: true });
  }

  /** An answer of 401. What is not only read may want a password, and be refused for a wrong one: then the session goes on. */
  async #refused(isRead: boolean): Promise<void> {
    const { value } = this.session;
    if (value.kind !== "in" || value.isExpired) return;
    const isOver = isRead || !(await this.#client.getSession().catch(() => ({ signedIn: true }))).signedIn;
    if (isOver && this.session.value === value) this.#expire();
  }

  #forget(): void {
    this.#cancelLoad();
    this.#feed?.stop();
    this.#feed = null;
    const { todos, lists, agents, members, approvals, notifications, words, captures } = this;
    for (const records of [todos, lists, agents, members, approvals, notifications, words, captures])
      records.replace([]);
    this.chatPages.clear();
    this.undo.clear();
    this.drafts.clear();
    this.unanswered.clear();
    this.notAdded.set([]);
    for (const pictures of this.pictures.values()) pictures.clear();
    this.pictures.clear();
    this.notices.close();
    for (const state of [this.loading, this.reading]) state.set({ kind: "loading" });
  }

  /** The service answered. While changes do not come, what is shown is as old as before. */
  #heard(): void {
    if (this.#feed?.isBroken === true) this.#feed.retry();
    else if (this.loading.value.kind !== "failed" || this.lists.size === 0) this.offlineSince.set(null);
  }

  #missed(): void {
    if (this.offlineSince.value === null) this.offlineSince.set(this.ports.now());
  }

  /** Asks the service about another workspace of the person; nothing of its answers is stored here. */
  clientOf(workspaceId: string | undefined): Client {
    const { ports, fetch } = this.#parts;
    const onUnauthorized = (isRead: boolean): void => void this.#refused(isRead);
    const parts = { ports, fetch, onHeard: () => this.#heard(), onMissed: () => this.#missed(), onUnauthorized };
    return pageClient(parts, workspaceId);
  }
}

async function endNotes(): Promise<void> {
  const { unsubscribe } = await import("../base/push.ts");
  await unsubscribe();
}
