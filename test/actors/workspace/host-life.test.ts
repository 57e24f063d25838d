/** When a host opens, wakes and closes workspaces, how much runs at once, and how it stops. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import test from "node:test";
import type { Away } from "../../../src/actors/parts/work-context.ts";
import type { ActorHost } from "../../../src/actors/workspace/host.ts";
import { workspaceFile } from "../../../src/actors/store/files.ts";
import { fakeId } from "../../helpers/ids.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { createWorkspaceFiles } from "../../../src/actors/workspace/files.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { buildHost, callOf, sameScopes, startBench, type Turn } from "../bench.ts";
import { pluck } from "../../helpers/pluck.ts";

/** Turns that wait until the test ends them; it sees which began. */
function handMade() {
  const begun: Turn[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    script: (turn: Turn, signal: AbortSignal): Promise<void> => {
      begun.push(turn);
      return new Promise((resolve) => {
        ends.set(turn.turnId, resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    },
    endFirst: (): void => {
      const [first] = ends;
      first?.[1]();
      if (first !== undefined) ends.delete(first[0]);
    },
  };
}

const startChat = async (host: ActorHost, workspaceId: string, message = "hello"): Promise<string> => {
  const { body } = await host.call(workspaceId, callOf(workspaceId, "createChat", { message }));
  return (body as { id: string }).id;
};

const countLists = async (host: ActorHost, workspaceId: string): Promise<number> => {
  const { body } = await host.call(workspaceId, callOf(workspaceId, "listTodoLists", undefined));
  return (body as { data: unknown[] }).data.length;
};

/** So many turns have begun and no more do, though two commits have gone by since in which others could have been taken. */
async function atRest(host: ActorHost, workspaceId: string, begun: readonly Turn[], count: number): Promise<void> {
  await eventually(`${count} turns begin`, () => begun.length >= count);
  for (const name of ["One", "Two"]) await host.call(workspaceId, callOf(workspaceId, "createTodoList", { name }));
  await turns(200);
  assert.equal(begun.length, count);
}

/** Whether the file of the workspace is open: its log goes when it is closed. */
const isOpen = (dataDir: string, workspaceId: string): boolean =>
  existsSync(`${workspaceFile(dataDir, workspaceId)}-wal`);

test("a host that drained refuses calls", async (t) => {
  const { host } = await startBench(t);
  await host.create(fakeId(1), []);
  await host.drain(1000);
  await assert.rejects(countLists(host, fakeId(1)), { code: "internal_error" });
});

test("a workspace runs no more turns at once than it may, and takes the next when one ends", async (t) => {
  const { begun, script, endFirst } = handMade();
  const { host } = await startBench(t, { script, limits: { turnsPerWorkspace: 2 } });
  await host.create(fakeId(1), []);
  for (let n = 0; n < 4; n++) await startChat(host, fakeId(1));
  await atRest(host, fakeId(1), begun, 2);
  endFirst();
  await eventually("the third turn begins", () => begun.length === 3);
});

test("all workspaces together run no more turns at once than the process may", async (t) => {
  const { begun, script, endFirst } = handMade();
  const { host } = await startBench(t, { script, limits: { turns: 3 } });
  for (const n of [1, 2, 3]) {
    await host.create(fakeId(n), []);
    await startChat(host, fakeId(n));
    await startChat(host, fakeId(n));
  }
  for (const n of [1, 2, 3]) await atRest(host, fakeId(n), begun, 3);
  for (const count of [4, 5, 6]) {
    endFirst();
    await eventually("another turn begins", () => begun.length === count);
  }
});

/** Turns that wait for a provider until the test lets them go on; then they work until the test ends them. */
function providerMade() {
  const asked: Turn[] = [];
  const answers: (() => void)[] = [];
  const hand = handMade();
  return {
    ...hand,
    asked,
    answerFirst: (): void => answers.shift()?.(),
    script: async (turn: Turn, signal: AbortSignal, away: Away): Promise<void> => {
      asked.push(turn);
      await away(
        () =>
          new Promise<void>((resolve) => (answers.push(resolve), signal.addEventListener("abort", () => resolve()))),
      );
      await hand.script(turn, signal);
    },
  };
}

test("turns that wait for a provider take no slot of those that work, here or in the process", async (t) => {
  const { asked, begun, script, answerFirst, endFirst } = providerMade();
  const { host } = await startBench(t, { script, limits: { turns: 1, turnsPerWorkspace: 1 } });
  for (const n of [1, 2]) await host.create(fakeId(n), []);
  for (const n of [1, 1, 2, 2]) await startChat(host, fakeId(n));
  await eventually("all are asked", () => asked.length === 4);
  for (let n = 0; n < 4; n++) answerFirst();
  for (const count of [1, 2, 3, 4]) {
    for (const n of [1, 2]) await atRest(host, fakeId(n), begun, count);
    endFirst();
  }
});

test("a turn that resumes comes before one that begins", async (t) => {
  const { asked, begun, script, answerFirst, endFirst } = providerMade();
  const { host } = await startBench(t, { script, limits: { turns: 1 } });
  for (const n of [1, 2]) await host.create(fakeId(n), []);
  await startChat(host, fakeId(1));
  await eventually("the first is asked", () => asked.length === 1);
  await startChat(host, fakeId(1));
  await eventually("the second is asked", () => asked.length === 2);
  answerFirst();
  await eventually("the first goes on", () => begun.length === 1);
  await startChat(host, fakeId(2));
  answerFirst();
  await atRest(host, fakeId(2), begun, 1);
  endFirst();
  await eventually("the second goes on", () => begun.length === 2);
  assert.equal(asked.length, 2);
  endFirst();
  await eventually("the third begins", () => asked.length === 3);
});

test("no more turns wait than there is room for: the next one keeps its place among those that work", async (t) => {
  const { asked, script } = providerMade();
  const limits = { turnsPerWorkspace: 1, waitingPerWorkspace: 2 };
  const { host } = await startBench(t, { script, limits });
  await host.create(fakeId(1), []);
  for (let n = 0; n < 5; n++) await startChat(host, fakeId(1));
  await atRest(host, fakeId(1), asked, 3);
});

test("all workspaces together have room for so many that wait", async (t) => {
  const { asked, script } = providerMade();
  const limits = { turnsPerWorkspace: 1, waiting: 3, waitingPerWorkspace: 2 };
  const { host } = await startBench(t, { script, limits });
  for (const each of [1, 2]) {
    await host.create(fakeId(each), []);
    for (let n = 0; n < 5; n++) await startChat(host, fakeId(each));
  }
  await atRest(host, fakeId(2), asked, 5);
});

test("work that is due later begins at its moment, with one timer and no polling", async (t) => {
  const { begun, script } = handMade();
  const { host, clock } = await startBench(t, { script });
  await host.create(fakeId(1), []);
  await startChat(host, fakeId(1), "in 60000");
  await eventually("the schedule knows", () => clock.pending === 1);
  clock.advance(59_999);
  await turns(100);
  assert.deepEqual(begun, []);
  clock.advance(1);
  await eventually("the turn begins", () => begun.length === 1);
});

test("due work opens a workspace that was closed to make room", async (t) => {
  const { begun, script } = handMade();
  const { host, clock } = await startBench(t, { script, limits: { maxOpen: 1 } });
  for (const n of [1, 2]) await host.create(fakeId(n), []);
  await startChat(host, fakeId(1), "in 60000");
  await countLists(host, fakeId(2));
  clock.advance(60_000);
  await eventually("the turn begins", () => begun.length === 1);
});

test("a workspace that nobody uses is closed when its due work is done", async (t) => {
  const first = await startBench(t);
  await first.host.create(fakeId(1), []);
  await startChat(first.host, fakeId(1), "in 60000");
  await first.host.drain(1000);
  const { begun, script, endFirst } = handMade();
  const { clock, host, problems } = await startBench(t, { dataDir: first.dataDir, script });
  clock.advance(60_000);
  await eventually("the turn begins", () => begun.length === 1);
  assert.ok(isOpen(first.dataDir, fakeId(1)));
  endFirst();
  await eventually("the file is closed", () => !isOpen(first.dataDir, fakeId(1)));
  assert.equal(await countLists(host, fakeId(1)), 1);
  assert.deepEqual(problems, []);
});

test("workspaces whose work takes long keep others that are due waiting for ten seconds, not more", async (t) => {
  const ids = Array.from({ length: 65 }, (_, n) => fakeId(n + 1));
  const first = await startBench(t);
  for (const id of ids) {
    await first.host.create(id, []);
    await startChat(first.host, id, "in 60000");
  }
  await first.host.drain(1000);
  const { begun, script } = handMade();
  const { clock } = await startBench(t, { dataDir: first.dataDir, script, limits: { turns: 100 } });
  clock.advance(60_000);
  await eventually("as many as are awake at once", () => begun.length === 64);
  clock.advance(9999);
  await turns(200);
  assert.equal(begun.length, 64);
  clock.advance(1);
  await eventually("the last one", () => begun.length === 65);
});

test("due work opens a workspace after a clean restart, and not before its time", async (t) => {
  const first = await startBench(t);
  await first.host.create(fakeId(1), []);
  const turnId = await startChat(first.host, fakeId(1), "in 60000");
  await first.host.drain(1000);
  const { begun, script } = handMade();
  const next = await startBench(t, { dataDir: first.dataDir, script });
  next.clock.advance(59_999);
  await turns(200);
  assert.deepEqual(begun, []);
  next.clock.advance(1);
  await eventually("the turn begins", () => begun.length === 1);
  assert.deepEqual(begun, [{ turnId, attempts: 1 }]);
});

test("a turn that shutdown cut short is taken up again by the next start, unasked", async (t) => {
  const cut = handMade();
  const first = await startBench(t, { script: cut.script });
  await first.host.create(fakeId(1), []);
  const turnId = await startChat(first.host, fakeId(1));
  await eventually("the turn begins", () => cut.begun.length === 1);
  await first.host.drain(1000);
  const { begun, script } = handMade();
  const next = await startBench(t, { dataDir: first.dataDir, script });
  next.clock.advance(0);
  await eventually("the turn goes on", () => begun.length === 1);
  assert.deepEqual(begun, [{ turnId, attempts: 2 }]);
});

test("a turn that hangs does not prevent the service from stopping", async (t) => {
  const hung = Promise.withResolvers<void>();
  const begun: Turn[] = [];
  const script = (turn: Turn): Promise<void> => {
    begun.push(turn);
    return hung.promise;
  };
  const { host, clock, dataDir, problems } = await startBench(t, { script });
  await host.create(fakeId(1), []);
  const turnId = await startChat(host, fakeId(1));
  await eventually("the turn begins", () => begun.length === 1);
  const drained = host.drain(2000);
  assert.equal(clock.pending, 1, "nothing but the end of the waiting");
  clock.advance(2000);
  await drained;
  hung.resolve(); // what comes of it now cannot be recorded, and disturbs nobody
  await turns(10);
  assert.deepEqual(problems, []);
  const next = handMade();
  const { clock: nextClock } = await startBench(t, { dataDir, script: next.script });
  nextClock.advance(0);
  await eventually("the turn goes on", () => next.begun.length === 1);
  assert.equal(next.begun[0]?.turnId, turnId);
});

test("a workspace with a turn in progress stays open whatever else is opened", async (t) => {
  const { begun, script, endFirst } = handMade();
  const { host, problems } = await startBench(t, { script, limits: { maxOpen: 1 } });
  for (const n of [1, 2, 3]) await host.create(fakeId(n), []);
  await startChat(host, fakeId(1));
  await eventually("the turn begins", () => begun.length === 1);
  for (const n of [2, 3]) await countLists(host, fakeId(n));
  endFirst();
  await startChat(host, fakeId(1));
  await eventually("the next turn begins", () => begun.length === 2);
  assert.deepEqual(problems, []);
  assert.deepEqual(pluck(begun, "attempts"), [1, 1]);
});

test("nothing that was answered is lost while workspaces are closed and opened under load", async (t) => {
  const { host, problems } = await startBench(t, { limits: { maxOpen: 2 } });
  const ids = [1, 2, 3, 4, 5].map(fakeId);
  for (const id of ids) await host.create(id, []);
  const rounds = 20;
  const work = Array.from({ length: rounds }, async (_, round) => {
    for (const id of ids) await host.call(id, callOf(id, "createTodoList", { name: `List ${round}` }));
  });
  await Promise.all(work);
  for (const id of ids) assert.equal(await countLists(host, id), 1 + rounds);
  assert.deepEqual(problems, []);
});

test("the workspaces used last keep their files open; the others are read and written as before", async (t) => {
  const { dataDir, host, problems } = await startBench(t, { limits: { maxOpen: 4 } });
  const ids = [1, 2, 3, 4].map(fakeId);
  const attached = (): number[] => [1, 2, 3, 4].filter((n) => isOpen(dataDir, fakeId(n)));
  for (const id of ids) await host.create(id, []);
  await eventually("the first two rest", () => String(attached()) === "3,4");
  const state = host.stateOf(fakeId(1));
  assert.equal(await countLists(host, fakeId(1)), 1);
  await eventually("the third rests instead", () => String(attached()) === "1,4");
  assert.equal(host.stateOf(fakeId(1)), state); // it was open all the time
  await host.call(fakeId(2), callOf(fakeId(2), "createTodoList", { name: "Home" }));
  await eventually("the fourth rests, too", () => String(attached()) === "1,2");
  for (const [at, id] of ids.entries()) assert.equal(await countLists(host, id), at === 1 ? 2 : 1);
  assert.deepEqual(problems, []);
});

test("an idle workspace opens its file for due work, and keeps it until that is done", async (t) => {
  const { begun, script, endFirst } = handMade();
  const { clock, dataDir, host, problems } = await startBench(t, { script, limits: { maxOpen: 2 } });
  for (const n of [1, 2]) await host.create(fakeId(n), []);
  await startChat(host, fakeId(1), "in 60000");
  await countLists(host, fakeId(2));
  await eventually("the first rests", () => !isOpen(dataDir, fakeId(1)));
  clock.advance(60_000);
  await eventually("the turn begins", () => begun.length === 1);
  await eventually("the other rests", () => !isOpen(dataDir, fakeId(2)));
  await countLists(host, fakeId(2));
  await turns(200);
  assert.ok(isOpen(dataDir, fakeId(1)));
  endFirst();
  await countLists(host, fakeId(2));
  assert.deepEqual(problems, []);
});

test("an idle workspace's coming work is remembered when it is closed", async (t) => {
  const first = await startBench(t, { limits: { maxOpen: 2 } });
  for (const n of [1, 2]) await first.host.create(fakeId(n), []);
  await startChat(first.host, fakeId(1), "in 60000");
  await countLists(first.host, fakeId(2));
  await eventually("the first rests", () => !isOpen(first.dataDir, fakeId(1)));
  await first.host.drain(1000);
  const { begun, script } = handMade();
  const { clock, problems } = await startBench(t, { dataDir: first.dataDir, script });
  clock.advance(59_999);
  await turns(100);
  assert.deepEqual(begun, []);
  clock.advance(1);
  await eventually("the turn begins", () => begun.length === 1);
  assert.deepEqual([first.problems, problems], [[], []]);
});

test("nothing that was answered is lost while files are given back and taken again under load", async (t) => {
  const { host, problems } = await startBench(t, { limits: { maxOpen: 6 } });
  const ids = [1, 2, 3, 4, 5, 6].map(fakeId);
  for (const id of ids) await host.create(id, []);
  const rounds = 30;
  const work = Array.from({ length: rounds }, async (_, round) => {
    for (const [at, id] of ids.entries()) {
      const before = await countLists(host, id);
      if ((round + at) % 3 > 0) continue;
      await host.call(id, callOf(id, "createTodoList", { name: `List ${round}` }));
      assert.ok((await countLists(host, id)) > before);
    }
  });
  await Promise.all(work);
  for (const id of ids) assert.equal(await countLists(host, id), 1 + rounds / 3);
  assert.deepEqual(problems, []);
});

test("files of many workspaces due at once open in separate turns", { rules: ["schedules.closed"] }, async (t) => {
  const dataDir = tempDir(t);
  const ids = Array.from({ length: 30 }, (_, at) => fakeId(at + 1));
  const alarms = {
    set: async () => undefined,
    all: async () => ids.map((id) => [id, { dueAt: 0, plannedAt: 0 }] as const),
    close: async () => undefined,
  };
  const time = createFakeClock();
  let spent = 0;
  const clock = { now: () => time.now(), timer: time.timer.bind(time), monotonic: () => spent };
  let turn = 0;
  const openedIn: number[] = [];
  const open = (): never => {
    openedIn.push(turn);
    spent += 5; // milliseconds, more than one turn of the loop has for what is paced
    throw new Error("The disk is gone.");
  };
  const files = { ...createWorkspaceFiles({ dataDir, migrations: [] }), open };
  const host = buildHost({ clock, dataDir, alarms, files, access: sameScopes, report: () => undefined });
  await host.ready();
  time.advance(0);
  await eventually("all were tried", () => {
    turn += 1;
    return openedIn.length === ids.length;
  });
  assert.equal(new Set(openedIn).size, ids.length);
  await host.drain(0);
});

test("a workspace whose next alarm cannot be written is closed all the same, once its log is in the file", async (t) => {
  const dataDir = tempDir(t);
  let isFailing = false;
  const alarms = {
    set: async () => {
      if (isFailing) throw new Error("The disk is gone.");
    },
    all: async () => [],
    close: async () => undefined,
  };
  const problems: string[] = [];
  const report = (what: string, error: unknown): void => void problems.push(`${what} ${String(error)}`);
  const host = buildHost({ clock: createFakeClock(), dataDir, alarms, access: sameScopes, report });
  await host.create(fakeId(1), []);
  isFailing = true;
  await host.drain(0);
  assert.deepEqual(problems, ["A workspace did not close properly. Error: The disk is gone."]);
  assert.equal(isOpen(dataDir, fakeId(1)), false);
});
