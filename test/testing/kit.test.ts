/** The test kit, used as a program of somebody else uses it. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { spawnSync } from "node:child_process";
import { DayshiftError } from "dayshift/client";
import { createFakeClock, createTestModel, startDayshift } from "dayshift/testing";
import { runtime } from "../helpers/runtime.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { pluck } from "../helpers/pluck.ts";

test("a real instance listens, has an owner, and goes without a trace", { rules: ["testing.instance"] }, async () => {
  await using dayshift = await startDayshift();
  const { url, dataDir, owner, workspaceId } = dayshift;
  assert.equal((await fetch(`${url}/api/v1/`)).status, 200);
  const session = await dayshift.session.createSession({ email: owner.email, password: owner.password });
  assert.equal(session.user.id, owner.id);
  assert.equal((await dayshift.client.getIdentity()).workspace.id, workspaceId);
  assert.ok(existsSync(dataDir));
  await dayshift.stop();
  await dayshift.stop();
  assert.ok(!existsSync(dataDir));
  await assert.rejects(fetch(url));
  await assert.rejects(dayshift.client.listTodos(), /stopped/);
});

test("`await using` stops it at the end of the block", { rules: ["testing.instance"] }, async () => {
  let dataDir = "";
  {
    await using dayshift = await startDayshift();
    dataDir = dayshift.dataDir;
  }
  assert.ok(!existsSync(dataDir));
});

test("two instances know nothing of each other", { rules: ["testing.instance"] }, async () => {
  await using one = await startDayshift();
  await using other = await startDayshift();
  assert.notEqual(one.workspaceId, other.workspaceId);
  await one.client.createTodo({ title: "Mine" });
  assert.equal((await other.client.listTodos()).data.length, 0);
  assert.equal(
    (await fetch(`${other.url}/api/v1/me`, { headers: { authorization: `Bearer ${one.key}` } })).status,
    401,
  );
});

test("files in a folder of one's own stay, and are found again", { rules: ["testing.files"] }, async (context) => {
  const dataDir = tempDir(context);
  const first = await startDayshift({ dataDir });
  await first.client.createTodo({ title: "Kept" });
  await first.stop();
  await using again = await startDayshift({ dataDir });
  assert.deepEqual(pluck((await again.client.listTodos()).data, "title"), ["Kept"]);
  assert.equal(again.workspaceId, first.workspaceId);
  const fresh = join(tempDir(context), "new", "data");
  await using third = await startDayshift({ dataDir: fresh });
  assert.equal((await third.client.listTodos()).data.length, 0);
  const configuration = { ownerEmail: "somebody@example.com", ownerPassword: "correct horse battery" };
  await again.stop();
  await assert.rejects(startDayshift({ dataDir, configuration }), /another owner/);
});

test("a restart keeps all data, and clients continue", { rules: ["testing.files"] }, async () => {
  await using dayshift = await startDayshift();
  const { id: todoId } = await dayshift.client.createTodo({ title: "Survives" });
  await dayshift.restart();
  assert.equal((await dayshift.client.getTodo({ todoId })).title, "Survives");
});

test("a key for each set of scopes opens these and nothing else", { rules: ["testing.keys"] }, async () => {
  await using dayshift = await startDayshift();
  const reader = await dayshift.clientFor("todos:read");
  await reader.listTodos();
  const refusal = await reader.createTodo({ title: "No" }).catch((error: unknown) => error);
  assert.ok(refusal instanceof DayshiftError);
  assert.deepEqual([refusal.status, refusal.code], [403, "missing_scope"]);
  assert.equal(await dayshift.keyFor("todos:read", "chats:read"), await dayshift.keyFor("chats:read", "todos:read"));
  assert.notEqual(await dayshift.keyFor("todos:read"), await dayshift.keyFor("chats:read"));
  const misspelt = "todo:read" as "todos:read"; // what JavaScript lets pass
  await assert.rejects(dayshift.clientFor(misspelt), /no scope "todo:read"\. Accepted: todos:read, /);
});

test("the model does what it was given, then what is said to it", { rules: ["testing.model"] }, async () => {
  await using dayshift = await startDayshift();
  const { client, model } = dayshift;
  model.play(
    { calls: [{ name: "create_todo", input: { title: "Order paper" } }] },
    { text: "Done: one todo." },
    new Error("gone"),
  );
  const { id } = await client.createChat({ message: "We are out of paper" });
  const { chat, messages } = await client.waitForChat(id);
  assert.equal(chat.status, "completed");
  assert.equal(messages.at(-1)?.text, "Done: one todo.");
  assert.deepEqual(pluck((await client.listTodos()).data, "title"), ["Order paper"]);
  const broken = await client.createChat({ message: "Again" });
  assert.equal((await client.waitForChat(broken.id)).chat.status, "failed");
  const said = await client.createChat({ message: "Hello" });
  assert.equal((await client.waitForChat(said.id)).messages.at(-1)?.text, "Heard: Hello");
});

test("a model of one's own answers in its place", { rules: ["testing.model"] }, async () => {
  const step = () => Promise.resolve({ text: "Own words", toolCalls: [] });
  const model = { ...createTestModel(), name: "own", step };
  await using dayshift = await startDayshift({ model });
  const { id } = await dayshift.client.createChat({ message: "Hello" });
  assert.equal((await dayshift.client.waitForChat(id)).messages.at(-1)?.text, "Own words");
});

test("time stands still until it is moved", { rules: ["testing.clock"] }, async () => {
  await using dayshift = await startDayshift({ clock: createFakeClock(Date.UTC(2030, 1, 3, 8)) });
  const { client } = dayshift;
  assert.equal((await client.createTodo({ title: "Then" })).createdAt, "2030-02-03T08:00:00.000Z");
  await dayshift.advance(90_000);
  assert.equal((await client.createTodo({ title: "Later" })).createdAt, "2030-02-03T08:01:30.000Z");
  await dayshift.pass(24 * 60 * 60 * 1000);
  assert.equal((await client.createTodo({ title: "Next day" })).createdAt, "2030-02-04T08:01:30.000Z");
});

test("the test in the guide passes as it stands", { rules: ["testing.instance"] }, (context) => {
  const guide = readFileSync("docs/guides/testing.md", "utf8");
  const [, lines = ""] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  const path = join(tempDir(context), "readme.test.mts");
  const from = JSON.stringify(new URL("../../src/testing/index.ts", import.meta.url).href);
  writeFileSync(path, lines.replace('"@dayshift/testing"', from));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, [...runtime.test, path], { encoding: "utf8", env });
  assert.equal(status, 0, stdout);
  assert.match(stdout, runtime.onePassed);
});
