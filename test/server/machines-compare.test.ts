/** Every hour a database of the owner is compared with the store: a page that never went up is found, and a file in order is not spoken of. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createPageSum } from "../../src/actors/store/pages/sums.ts";
import { askService } from "../../src/server/base/control.ts";
import { png, uploaded } from "../helpers/images.ts";
import type { FileChange } from "../../src/actors/store/pages/port.ts";
import { byDirectory, type Node, pair } from "../helpers/cluster.ts";
import { createFakeStore, type FakeStore } from "../helpers/page-store.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { until } from "../helpers/wait.ts";

const hour = 3_600_000;

/** Takes a page away that the store was sent: as if it had been forgotten. */
function forget(store: FakeStore, name: string): number {
  const file = store.files.get(name) ?? assert.fail(name);
  const page = Math.max(...file.pages.keys());
  const pages = new Map(file.pages).set(page, Buffer.alloc(file.pageSize, 7));
  (store.files as Map<string, FileChange>).set(name, { ...file, pages });
  return page;
}

const differs = (line: string): boolean => line.includes("the store differs");

/** Lets as many hours pass as there are files, so that each was compared once. */
async function compareAll(service: TestService, files: number): Promise<void> {
  for (let n = 0; n < files; n += 1) await service.pass(hour + 1);
}

test("what differs from the store is said, by its pages", async (t) => {
  const store = createFakeStore();
  const service = await startTestService(t, {
    pageStore: () => store.node(),
    configuration: { secretKey: "5".repeat(64) },
  });
  await service.ok("createTodo", { body: { title: "Whole" } });
  await compareAll(service, 3);
  assert.deepEqual(service.log.filter(differs), []);
  for (const name of [`workspace/${service.workspaceId}`, "directory"]) {
    const page = forget(store, name);
    await until(
      `${name} is found to differ`,
      async () => {
        await service.pass(hour);
        return service.log.filter((line) => differs(line) && line.includes(`"${name}"`));
      },
      (lines) => lines.length > 0 && lines.every((line) => line.includes(`"pages":[${page}]`)),
    );
  }
});

test("where every node answers, each of them compares what it owns, and nothing of the others", async (t) => {
  const nodes = await pair(t);
  const { store, owner, other, credential } = nodes;
  const [withDirectory, without] = byDirectory(nodes);
  const workspace = `workspace/${owner.service.workspaceId}`;
  const said = ({ service }: Node, name: string): string[] =>
    service.log.filter((line) => differs(line) && line.includes(`"${name}"`));
  for (const node of [owner, other]) await node.service.ok("listTodos", { credential });
  await compareAll(owner.service, 3);
  for (const { service } of [owner, other]) assert.deepEqual(service.log.filter(differs), []);
  const page = forget(store, workspace);
  forget(store, "directory");
  await until(
    "both files are found to differ",
    async () => {
      await owner.service.pass(hour);
      return [said(owner, workspace), said(withDirectory, "directory")];
    },
    (lines) => lines.every(({ length }) => length > 0),
  );
  assert.ok(said(owner, workspace).every((line) => line.includes(`"pages":[${page}]`)));
  assert.deepEqual([said(other, workspace), said(without, "directory")], [[], []]);
});

function node(t: TestContext, store: FakeStore): Promise<TestService> {
  return startTestService(t, { pageStore: () => store.node(), configuration: { secretKey: "5".repeat(64) } });
}

/** The files of the store whose sum is not that of their pages, or that have none. */
function withoutSum({ files }: FakeStore): string[] {
  const isWrong = ({ pages, sum }: FileChange): boolean => {
    const found = createPageSum();
    for (const [page, bytes] of pages) found.set(page, bytes);
    return found.value() !== sum;
  };
  return [...files].filter(([, file]) => isWrong(file)).map(([name]) => name);
}

test("every file has its sum, whatever goes up, and one that is wrong is said each hour", async (t) => {
  const store = createFakeStore();
  const first = await node(t, store);
  await first.ok("createTodo", { body: { title: "Before" } });
  await uploaded(first, png(), "image/png", { credential: first.session });
  await first.stop();
  const second = await node(t, store);
  await second.ok("createTodo", { body: { title: "After" }, credential: first.key });
  assert.deepEqual(withoutSum(store), []);
  const name = `workspace/${first.workspaceId}`;
  const file = store.files.get(name) ?? assert.fail();
  (store.files as Map<string, FileChange>).set(name, { ...file, sum: 7 });
  await until(
    "it is said",
    async () => {
      await second.pass(hour);
      return second.log.filter((line) => differs(line) && line.includes(`"${name}"`));
    },
    (lines) => lines.length > 0 && lines.every((line) => line.includes('"pages":[]')),
  );
});

test("a node that fetches other pages than were sent says so, and the doctor does", async (t) => {
  const store = createFakeStore();
  const first = await node(t, store);
  await first.ok("createTodo", { body: { title: "Whole" } });
  await first.stop();
  const name = `workspace/${first.workspaceId}`;
  const stored = store.files.get(name) ?? assert.fail();
  const [number, page] = [...stored.pages].find(([, bytes]) => Buffer.from(bytes).includes("Whole")) ?? assert.fail();
  const other = Buffer.from(page);
  other.write("Other", other.indexOf("Whole"));
  const second = await node(t, store);
  const look = async (): Promise<string> =>
    JSON.stringify(await askService(second.dataDir, "doctor", {}, () => undefined));
  assert.doesNotMatch(await look(), /than were sent/);
  await second.stop();
  const pages = new Map(stored.pages).set(number, other);
  (store.files as Map<string, FileChange>).set(name, { ...stored, pages });
  const third = await node(t, store);
  await third.ok("listTodos", { credential: first.key });
  assert.ok(third.log.some((line) => line.includes("other pages of a file than were sent") && line.includes(name)));
  const found = JSON.stringify(await askService(third.dataDir, "doctor", {}, () => undefined));
  assert.match(found, new RegExp(`other pages of ${name} than were sent`));
});
