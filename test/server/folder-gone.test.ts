/** The data folder is taken away under a running service: nothing is acknowledged that nobody will find again. */
import assert from "node:assert/strict";
import { cpSync, renameSync, rmSync } from "node:fs";
import { test } from "node:test";
import { startTestService, type TestService } from "../helpers/service.ts";

const second = 1000;

async function isRefused(service: TestService): Promise<void> {
  const body = { title: "lost" };
  const todo = await service.refuses("createTodo", { body }, "internal_error");
  assert.match(todo.message, /data folder is gone: nothing was changed/);
  const key = { workspaceId: service.workspaceId, name: "lost", scopes: ["todos:read" as const] };
  const refused = await service.refuses("createApiKey", { body: key }, "internal_error");
  assert.match(refused.message, /data folder is gone: nothing was changed/);
  const recording = await service.refuses("createCapture", { body: { type: "recording" } }, "internal_error");
  assert.match(recording.message, /data folder is gone/);
}

async function titles(service: TestService): Promise<(string | null)[]> {
  return (await service.ok("listTodos", {})).data.map(({ title }) => title);
}

function logged(service: TestService, words: RegExp): number {
  return service.log.filter((line) => words.test(line)).length;
}

test("a moved data folder refuses writes until it is back", { rules: ["storage.folder"] }, async (t) => {
  const service = await startTestService(t);
  const elsewhere = `${service.dataDir}-moved`;
  await service.ok("createTodo", { body: { title: "before" } });
  renameSync(service.dataDir, elsewhere);
  await isRefused(service);
  for (let time = 0; time < 5; time++) service.clock.advance(second);
  assert.equal(logged(service, /"the data folder is gone/), 1);
  assert.deepEqual(await titles(service), ["before"]);
  renameSync(elsewhere, service.dataDir);
  await service.ok("createTodo", { body: { title: "after" } });
  service.clock.advance(second);
  assert.equal(logged(service, /"the data folder is back/), 1);
  await service.restart();
  assert.deepEqual(new Set(await titles(service)), new Set(["after", "before"]));
});

test("a deleted data folder stays refused until a restart", { rules: ["storage.folder"] }, async (t) => {
  const service = await startTestService(t);
  const copy = `${service.dataDir}-copy`;
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  await service.ok("createTodo", { body: { title: "before" } });
  await service.restart();
  cpSync(service.dataDir, copy, { recursive: true, filter: (path) => !path.endsWith(".sock") });
  await titles(service);
  rmSync(service.dataDir, { recursive: true });
  await isRefused(service);
  service.clock.advance(second);
  assert.equal(logged(service, /"the data folder is gone/), 1);
  assert.deepEqual(await titles(service), ["before"]);
  cpSync(copy, service.dataDir, { recursive: true });
  await isRefused(service);
  service.clock.advance(second);
  assert.equal(logged(service, /"the data folder was replaced/), 1);
  await service.restart();
  assert.deepEqual(await titles(service), ["before"]);
  await service.ok("createTodo", { body: { title: "after" } });
});
