/** The whole service over worker threads, as its users start it: a process of its own, the built-in engine, real time. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Chat, ChatRun } from "../../src/schema/chat.ts";
import { call, createKey, createWorkspace, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { pluck } from "../helpers/pluck.ts";

const env = { DAYSHIFT_WORKERS: "2", DAYSHIFT_LOG: "info" };

async function start(t: TestContext, dataDir: string, more: Readonly<Record<string, string>> = {}) {
  const service = await startService({ dataDir, env: { ...env, ...more } });
  t.after(() => service.kill());
  return service;
}

interface Page {
  readonly data: readonly { readonly id: string; readonly title: string }[];
}

/** Keys of as many new workspaces; their random ids spread them over the threads. */
async function makeKeys({ url }: RunningService, count: number): Promise<string[]> {
  const { token } = await signIn(url);
  const ids = await Promise.all(Array.from({ length: count }, (_, at) => createWorkspace(url, token, `Home ${at}`)));
  return Promise.all(ids.map((id) => createKey(url, token, id)));
}

/** Creates a todo, then has an agent create another; answers the todos that are there. */
async function work({ url }: RunningService, credential: string): Promise<Page> {
  const todo = { credential, headers: { "Idempotency-Key": "first" }, body: { title: "Send the invoice" } };
  const created = await call<{ id: string }>(`${url}/api/v1/todos`, todo);
  assert.deepEqual(await call(`${url}/api/v1/todos`, todo), created);
  const body = { message: "Add a todo to call Ana", waitSeconds: 60 };
  const chat = await call<Chat>(`${url}/api/v1/chats`, { credential, body });
  assert.equal(chat.status, "completed");
  const messages = `${url}/api/v1/chats/${chat.id}/messages`;
  const run = await call<ChatRun>(messages, { credential, body: { message: "Help", waitSeconds: 60 } });
  assert.deepEqual([run.timedOut, run.replies.length > 0], [false, true]);
  return call<Page>(`${url}/api/v1/todos`, { credential });
}

test("an impossible model is refused before any thread starts, naming the variable", async (t) => {
  const dataDir = tempDir(t);
  await assert.rejects(start(t, dataDir, { DAYSHIFT_MODEL: "openai:some" }), /DAYSHIFT_MODEL_API_KEY: expected/);
});

test("with two worker threads everything works; a kill loses nothing and a stop is orderly", async (t) => {
  const dataDir = tempDir(t);
  const killed = await start(t, dataDir);
  const keys = await makeKeys(killed, 4);
  const before = await Promise.all(keys.map((key) => work(killed, key)));
  for (const { data } of before) {
    assert.deepEqual(
      data.map(({ title }) => /Ana|invoice/.exec(title)?.[0]),
      ["Ana", "invoice"],
    );
  }
  await killed.kill();
  const again = await start(t, dataDir);
  const after = await Promise.all(keys.map((credential) => call<Page>(`${again.url}/api/v1/todos`, { credential })));
  assert.deepEqual(pluck(after, "data"), pluck(before, "data"));
  assert.equal(await again.stop(), 0); // the program itself ends with another status when a stop takes five seconds
});
