/** Which workspaces are open, and which is closed to make room. */
import assert from "node:assert/strict";
import test from "node:test";
import { createRegistry, type Registry } from "../../../src/actors/workspace/registry.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { pluck } from "../../helpers/pluck.ts";

interface Fake {
  readonly id: string;
  isBusy: boolean;
  close(): Promise<void>;
}

interface Bench {
  readonly registry: Registry<Fake>;
  readonly log: string[];
  readonly problems: string[];
}

/** A registry over workspaces that write down when they are opened and closed; `ready` delays both. */
function bench(maxOpen: number, ready: () => Promise<void> = () => turns(1)): Bench {
  const log: string[] = [];
  const problems: string[] = [];
  const registry = createRegistry<Fake>({
    maxOpen,
    report: (what) => problems.push(what),
    async open(id) {
      log.push(`open ${id}`);
      await ready();
      if (id === "broken") throw new Error("no such file");
      const close = async (): Promise<void> => {
        log.push(`close ${id}`);
        await ready();
        if (id === "stuck") throw new Error("disk");
        log.push(`closed ${id}`);
      };
      return { id, isBusy: false, close };
    },
  });
  return { registry, log, problems };
}

test("an open that fails fails for everyone who asked, and is tried again by the next", async () => {
  const { registry, log } = bench(2);
  const asked = [1, 2].map(async () => registry.use("broken", async ({ id }) => id));
  const answers = await Promise.allSettled(asked);
  assert.deepEqual(pluck(answers, "status"), ["rejected", "rejected"]);
  await assert.rejects(async () => registry.use("broken", async ({ id }) => id), /no such file/);
  assert.deepEqual(log, ["open broken", "open broken"]);
});

test("a registry that closed refuses what comes", async () => {
  const { registry, log } = bench(2);
  await registry.use("a", async ({ id }) => id);
  await registry.closeAll();
  await assert.rejects(async () => registry.use("a", async ({ id }) => id), { code: "internal_error" });
  assert.deepEqual(log, ["open a", "close a", "closed a"]);
});

test("closing waits for a workspace that is being opened, and closes it", async () => {
  const opened = Promise.withResolvers<void>();
  const { registry, log } = bench(2, () => opened.promise);
  const asked = registry.use("a", async ({ id }) => id);
  await eventually("the opening begins", () => log.length === 1);
  const [opening] = registry.open();
  let hasClosed = false;
  const closing = registry.closeAll().then(() => (hasClosed = true));
  await turns(10);
  assert.equal(hasClosed, false);
  opened.resolve();
  await closing;
  assert.equal((await opening)?.id, "a", "who stops all gets it when it is open");
  assert.equal(await asked, "a");
  assert.deepEqual(log, ["open a", "close a", "closed a"]);
});

test("requests that come together open a workspace once", async () => {
  const { registry, log } = bench(2);
  const answers = await Promise.all([1, 2, 3].map(async (n) => registry.use("a", async ({ id }) => `${id}${n}`)));
  assert.deepEqual(answers, ["a1", "a2", "a3"]);
  assert.deepEqual(log, ["open a"]);
});

test("the least recently used workspace makes room before another is opened", async () => {
  const { registry, log } = bench(2);
  for (const id of ["a", "b", "a", "c"]) await registry.use(id, async () => null);
  assert.deepEqual(log, ["open a", "open b", "close b", "closed b", "open c"]);
});

test("a busy workspace is never closed to make room", async () => {
  const { registry, log } = bench(1);
  await registry.use("a", async (workspace) => {
    workspace.isBusy = true;
  });
  await registry.use("b", async () => null);
  await registry.use("c", async () => null);
  assert.deepEqual(log, ["open a", "open b", "close b", "closed b", "open c"]);
});

test("a workspace that was opened for a visit is closed after it", async () => {
  const { registry, log } = bench(2);
  await registry.visit("a", () => turns(1));
  assert.deepEqual(log, ["open a", "close a"], "the visitor does not wait for it");
  await eventually("it is closed", () => log.includes("closed a"));
});

test("a workspace that somebody uses, before a visit, during it or together with another, stays open", async () => {
  const { registry, log } = bench(3);
  await registry.use("a", async () => null);
  await registry.visit("a", () => turns(1));
  const visit = registry.visit("b", () => turns(5));
  await registry.use("b", async () => null);
  await visit;
  await Promise.all([registry.visit("c", () => turns(1)), registry.visit("c", () => turns(5))]);
  await eventually("the one that nobody used is closed", () => log.includes("closed c"));
  assert.deepEqual(log, ["open a", "open b", "open c", "close c", "closed c"]);
});

test("a workspace that is still busy after a visit stays open until room is needed", async () => {
  const { registry, log } = bench(1);
  const visited: Fake[] = [];
  await registry.visit("a", async (workspace) => {
    workspace.isBusy = true;
    visited.push(workspace);
  });
  assert.deepEqual(log, ["open a"]);
  for (const workspace of visited) workspace.isBusy = false;
  await registry.use("b", async () => null);
  assert.deepEqual(log, ["open a", "close a", "closed a", "open b"]);
});

test("a workspace that is asked for while it closes is opened again afterwards", async () => {
  const { registry, log } = bench(1, () => turns(3));
  await registry.use("a", async () => null);
  const other = registry.use("b", async () => null);
  await eventually("a closes", () => log.includes("close a"));
  const again = registry.use("a", async ({ id }) => id);
  assert.equal(await again, "a");
  await other;
  const closed = log.indexOf("closed a");
  assert.ok(closed !== -1 && log.lastIndexOf("open a") > closed, log.join());
});

test("a workspace that does not close properly is reported and leaves its place", async () => {
  const { registry, log, problems } = bench(1);
  await registry.use("stuck", async () => null);
  await registry.use("b", async () => null);
  await registry.use("stuck", async () => null);
  assert.equal(problems.length, 1);
  assert.equal(log.filter((line) => line === "open stuck").length, 2);
});

test("under load no workspace is open twice, and idle ones stay within the limit", async () => {
  const { registry, log } = bench(3, () => turns(2));
  const ids = Array.from({ length: 200 }, (_, n) => `w${(n * 7) % 11}`);
  await Promise.all(ids.map(async (id) => registry.use(id, async (workspace) => workspace.id)));
  const open = new Set<string>();
  for (const line of log) {
    const [verb, id] = line.split(" ") as [string, string];
    if (verb === "open") assert.ok(!open.has(id) && open.add(id), `${id} opened twice`);
    if (verb === "closed") open.delete(id);
  }
  for (const id of ["x", "y", "z"]) await registry.use(id, async () => null);
  assert.equal(registry.open().length, 3);
});
