/** Every hour a database of the owner is compared with the store: a page that never went up is found, and a file in order is not spoken of. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { FileChange } from "../../src/actors/store/pages/port.ts";
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
