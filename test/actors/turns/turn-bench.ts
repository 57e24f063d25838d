/**
 * A workspace at work, on real files: the rules, the mailbox and the turns, with a model that a test scripts. The process can be
 * killed at any boundary and started again on what it left.
 */
import { defaultLimits } from "../../../src/actors/workspace/host.ts";
import type { Budget } from "../../../src/workspace/runs/budget.ts";
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { createMailbox, type Mailbox } from "../../../src/actors/mailbox/mailbox.ts";
import { digestCapture } from "../../../src/actors/models/builtin/capture/digest.ts";
import { createPerform, type Perform } from "../../../src/actors/work/perform.ts";
import type { Description, Model, ModelMessage, ModelReply, ModelRequest } from "../../../src/actors/runtime/ports.ts";
import type { OutsideCall, OutsideResult, OutsideTool } from "../../../src/actors/runtime/outside.ts";
import type { SoundFile, SpokenSegment } from "../../../src/actors/runtime/transcriber.ts";
import { journalPorts } from "../../../src/actors/runtime/ids.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createWorkspaceFiles } from "../../../src/actors/workspace/files.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import type { Message } from "../../../src/schema/chat.ts";
import {
  type InputOf,
  operationById,
  type OutputOf,
  type WorkspaceOperationId,
} from "../../../src/schema/operations/index.ts";
import { scopes as everyScope, type Scope } from "../../../src/schema/scopes.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import { defaultAgentId } from "../../../src/workspace/agents/queries.ts";
import { execute } from "../../../src/workspace/execute.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import type { JournalPorts } from "../../../src/workspace/protocol/journal/journal.ts";
import { releaseTaken, takeDue } from "../../../src/workspace/runs/turns.ts";
import { kindsOf } from "../../../src/workspace/work/queue.ts";
import { createFakeClock, type FakeClock } from "../../helpers/clock.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { eventually } from "../../helpers/settle.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

export const workspaceId = fakeId(0xa0000);
export const owner = fakeId(0xa0001);
export const unknownId = fakeId(0xa0002);

/** One reply for each step of a turn; a function may hang, look at the request, or throw. */
export type Step = ModelReply | ((request: ModelRequest, signal: AbortSignal) => ModelReply | Promise<ModelReply>);

/** A reply of words. */
export const say = (text: string): ModelReply => ({ text, toolCalls: [] });
/** A reply that calls tools. The provider's ids are all alike, as some providers' are. */
export const use = (...calls: readonly (readonly [name: string, input: unknown])[]): ModelReply => ({
  text: "",
  toolCalls: calls.map(([name, input]) => ({ id: "same", name, input })),
});
/** A step that never comes to an end by itself. */
export const hang: Step = (_request, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

type Given<Id extends WorkspaceOperationId> = { [Part in keyof InputOf<Id>]?: Partial<InputOf<Id>[Part]> };

export interface TurnBench {
  readonly clock: FakeClock;
  readonly requests: ModelRequest[];
  readonly problems: string[];
  readonly logged: Readonly<Record<string, unknown>>[];
  /** The model can name a chat at once; set it before the turn. */
  describesNow: boolean;
  /** Characters that the model reads at once; undefined for one that reads everything. */
  window: number | undefined;
  /** The summary that the model makes when it is asked. */
  subtitle: string;
  /** What happens while the model is asked for it. */
  whileDescribing: () => Promise<void>;
  /** What was noted of turns that went on: turn and seconds. */
  readonly noted: (readonly [turnId: string, seconds: number])[];
  /** Settled seconds by turn, each time that it was settled. */
  readonly settled: Map<string, number[]>;
  /** What the directory says now. */
  scopes: readonly Scope[];
  budgetLeft: boolean;
  /** Whether minutes are counted against a budget at all. */
  hasBudget: boolean;
  /** What a turn may use, with all that agents begin from there. */
  budget: Budget;
  /** The replies of the next turn, by its step; the last one again and again. */
  script: readonly Step[];
  /** What the agent was given of outside servers, and what they answer. */
  outside: readonly OutsideTool[];
  answerOutside: (call: OutsideCall) => OutsideResult;
  /** What is heard in a part of a recording. */
  transcribe: (sound: SoundFile, signal: AbortSignal) => Promise<SpokenSegment[]>;
  /** Puts down the sound of a recording. */
  putSound(captureId: string, bytes: Uint8Array): Promise<void>;
  readonly mailbox: Mailbox;
  readonly assistant: string;
  /** Runs an operation as one command. */
  call<Id extends WorkspaceOperationId>(id: Id, input?: Given<Id>, caller?: Partial<Caller>): Promise<OutputOf<Id>>;
  read<T>(fn: (sql: Sql) => T): T;
  /** Carries out what is due until nothing is. */
  work(): Promise<void>;
  /** Takes what is due and lets it run; resolves when it has ended. */
  begin(): Promise<{ readonly ended: Promise<void> }>;
  /** The process dies at the boundary with this number, counted from now; before or after what happens there. */
  killAt(boundary: number, when: "before" | "after"): void;
  /** Boundaries passed since the start or `killAt`. */
  readonly boundaries: number;
  /** The process is gone, or was stopped; another one takes over the file. */
  restart(): Promise<void>;
  messages(chatId: string): Message[];
}

export async function startTurnBench(t: TestContext, script: readonly Step[] = [say("Done.")]): Promise<TurnBench> {
  const dataDir = tempDir(t);
  const files = createWorkspaceFiles({ dataDir, migrations: workspaceMigrations() });
  await files.create(workspaceId);
  const clock = createFakeClock();
  const ids = createFakeIds();
  const perform = createPerform(execute);
  // With ids of its own, so that those of records do not depend on it.
  const journal = journalPorts(clock, createFakeIds(), 90);
  let life = openLife(files, journal);
  const plan = { at: Number.POSITIVE_INFINITY, when: "before" as "before" | "after", passed: 0 };

  /** Everything that leaves the loop passes here: writes, the model, the minutes. */
  const boundary = async <T>(action: () => T | Promise<T>): Promise<T> => {
    const { stop } = life;
    stop.signal.throwIfAborted();
    plan.passed += 1;
    const isLast = plan.passed === plan.at;
    if (isLast && plan.when === "before") stop.abort(new Error("killed"));
    stop.signal.throwIfAborted();
    const result = await action();
    if (isLast) stop.abort(new Error("killed"));
    stop.signal.throwIfAborted();
    return result;
  };

  const model: Model = {
    name: "scripted",
    get window() {
      return bench.window;
    },
    step: (request, signal) =>
      boundary(async () => {
        bench.requests.push(request);
        const step = bench.script[Math.min(stepsTaken(request.messages), bench.script.length - 1)] ?? say("Done.");
        return typeof step === "function" ? step(request, signal) : step;
      }),
    describe: (messages) =>
      boundary(async (): Promise<Description> => {
        await bench.whileDescribing();
        return { title: `On ${firstWords(messages)}`, subtitle: bench.subtitle };
      }),
    summarise: (source) => boundary(() => digestCapture(source)),
    describeNow: (messages) =>
      bench.describesNow ? { title: `At once ${firstWords(messages)}`, subtitle: lastAnswer(messages) } : null,
  };

  const place = (): Parameters<Perform>[1] => ({
    workspaceId,
    clock,
    ids,
    model,
    budget: bench.budget,
    generationPerDay: 200,
    access: { currentScopes: () => boundary(() => bench.scopes), timezoneOf: async () => null },
    minutes: {
      secondsLeft: () => boundary(() => (bench.budgetLeft ? (bench.hasBudget ? 3600 : null) : 0)),
      reserve: () => boundary(() => bench.budgetLeft),
      note: (_workspace, { turnId, seconds }) => boundary(() => void bench.noted.push([turnId, seconds])),
      settle: (_workspace, charges) =>
        boundary(() => {
          for (const { turnId, seconds } of charges) {
            bench.settled.set(turnId, [...(bench.settled.get(turnId) ?? []), seconds]);
          }
        }),
    },
    transcriber: () => ({
      name: "scripted",
      transcribe: (sound, _about, signal) => boundary(() => bench.transcribe(sound, signal)),
    }),
    outside: {
      toolsOf: async () => bench.outside,
      call: (_workspace, call) => boundary(() => bench.answerOutside(call)),
    },
    mailer: { send: () => boundary(() => ({ state: "sent" as const })) },
    mailbox: {
      read: (fn) => {
        life.stop.signal.throwIfAborted();
        return life.mailbox.read(fn);
      },
      write: (fn, options) => boundary(() => life.mailbox.write(fn, options)),
      onCommit: (listener) => life.mailbox.onCommit(listener),
    },
    blobs: files.media,
    recordings: { alone: (_captureId, _ending, action) => action(), settle: () => null },
    words: { say: () => undefined, end: () => undefined },
    away: (wait) => wait(),
    report: (what, error) => bench.problems.push(`${what} ${String(error)}`),
    log: (level, event, fields) => void bench.logged.push({ level, event, ...fields }),
  });

  const begin = async (): Promise<{ readonly ended: Promise<void>; readonly count: number }> => {
    // Charges gather for a second before they are due.
    const taken = await life.mailbox.write((sql) => [
      ...takeDue(sql, kindsOf("turns"), clock.now(), 16),
      ...takeDue(sql, kindsOf("background"), clock.now() + 1000, 16),
    ]);
    const { signal } = life.stop;
    const running = taken.map((work) => perform(work, place(), signal));
    return { ended: Promise.all(running).then(() => undefined), count: taken.length };
  };

  const bench: TurnBench = {
    clock,
    script,
    requests: [],
    problems: [],
    logged: [],
    describesNow: false,
    window: undefined,
    subtitle: "It went well",
    whileDescribing: async () => undefined,
    noted: [],
    settled: new Map(),
    scopes: everyScope,
    outside: [],
    answerOutside: () => ({ isError: false, text: "Nothing." }),
    transcribe: () => Promise.resolve([]),
    async putSound(captureId, bytes) {
      const file = await files.media.open(workspaceId, captureId);
      await file.write(0, [bytes]);
      await file.close();
    },
    budgetLeft: true,
    hasBudget: false,
    budget: defaultLimits.budget,
    get mailbox() {
      return life.mailbox;
    },
    get assistant() {
      return life.mailbox.read((sql) => defaultAgentId(sql));
    },
    call: async (id, input = {}, caller = {}) => {
      const { query, body } = operationById(id);
      const whole = {
        path: {},
        ...input,
        query: validateQuery(query, input.query ?? {}),
        body: body === null ? undefined : validateBody(body, input.body ?? {}),
      };
      return life.mailbox.write((sql) => {
        const context = { sql, now: clock.now(), newId: () => ids.uuid(), caller: callerOf(caller), acting: null };
        return execute({ ...context, secondsLeft: bench.budgetLeft ? null : 0 }, id, whole) as never;
      });
    },
    read: (fn) => life.mailbox.read(fn as never),
    begin,
    async work() {
      for (let round = 0; round < 100; round++) {
        const { ended, count } = await begin();
        if (count === 0) return;
        await ended;
        if (life.stop.signal.aborted) return;
      }
      assert.fail("The work does not come to an end.");
    },
    killAt(at, when) {
      Object.assign(plan, { at, when, passed: 0 });
    },
    get boundaries() {
      return plan.passed;
    },
    async restart() {
      plan.at = Number.POSITIVE_INFINITY;
      life.stop.abort(new Error("stopped"));
      await life.close();
      life = openLife(files, journal);
      await life.mailbox.write((sql) => releaseTaken(sql, clock.now()));
    },
    messages: (chatId) => bench.read((sql) => allMessages(sql, chatId)),
  };
  await life.mailbox.write((sql) =>
    initialise(sql, {
      now: clock.now(),
      newId: () => ids.uuid(),
      members: [{ userId: owner, email: "owner@example.com", name: "Owner", isOwner: true }],
    }),
  );
  t.after(async () => {
    life.stop.abort(new Error("stopped"));
    await life.close();
    files.close();
  });
  return bench;
}

function openLife(files: ReturnType<typeof createWorkspaceFiles>, journal: JournalPorts) {
  const store = files.open(workspaceId);
  const mailbox = createMailbox({ store, jobs: 4, maxQueue: 1000, journal });
  const stop = new AbortController();
  const close = async (): Promise<void> => {
    await mailbox.stop();
    store.close();
  };
  return { mailbox, stop, close };
}

export function callerOf(more: Partial<Caller> = {}): Caller {
  const credentialId = fakeId(0xa0003);
  return { workspaceId, userId: owner, credentialType: "api_key", credentialId, scopes: everyScope, ...more };
}

/** How many replies the model has given since the last message of a person that no reply precedes in its turn. */
function stepsTaken(messages: readonly ModelMessage[]): number {
  const from = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(from).filter(({ role }) => role === "assistant").length;
}

function firstWords(messages: readonly ModelMessage[]): string {
  const first = messages.find(({ role }) => role === "user");
  return first?.role === "user" ? first.text.slice(0, 20) : "";
}

function lastAnswer(messages: readonly ModelMessage[]): string {
  const last = messages.findLast(({ role }) => role === "assistant");
  return last?.role === "assistant" ? last.text : "";
}

function allMessages(sql: Sql, chatId: string): Message[] {
  const context = { sql, now: 0, newId: () => "", caller: callerOf(), secondsLeft: null, acting: null };
  const list = execute(context, "listMessages", {
    path: { chatId },
    query: { afterSequence: 0, limit: 100 },
    body: undefined,
  });
  return (list as OutputOf<"listMessages">).data;
}

/** Resolves when so many requests have reached the model. */
export function asked(bench: TurnBench, count: number): Promise<void> {
  return eventually(`${count} requests to the model`, () => bench.requests.length >= count);
}

/** Everything that a turn leaves behind, ids replaced by the order in which they appear and times left out. */
export function traceOf(bench: TurnBench): unknown {
  const tables: Record<string, string> = {
    chats: "status, title, subtitle, error_message, message_count, todo_id, agent_id",
    messages: "chat_id, sequence, role, text, blocks, turn_id",
    turns: "chat_id, state, steps, shown_step, depth",
    tool_calls: "turn_id, step, position, name, state, is_error, input, content",
    approvals: "chat_id, status, tool_name, tool_input",
    todo_runs: "todo_id, chat_id, status, stop_reason, error_message",
    todos: "title, content, status, assignees, has_run",
    work: "kind, subject_id, is_taken",
    notifications: "kind, mail, chat_id, approval_id, detail",
  };
  const rows = bench.read((sql) =>
    Object.entries(tables).map(([table, columns]) => [table, sql.all(`SELECT ${columns} FROM ${table}`)]),
  );
  const seen = new Map<string, string>();
  const text = JSON.stringify([rows, [...bench.settled.keys()]])
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
      if (!seen.has(id)) seen.set(id, `#${seen.size}`);
      return seen.get(id) ?? "";
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "then");
  return JSON.parse(text) as unknown;
}
