/** The real thing: worker threads with the rules of the house and the built-in engine. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { openAlarmFile } from "../../../src/actors/alarms/alarm-file.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import type { ActorHost } from "../../../src/actors/workspace/host.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createThreadHost } from "../../../src/actors/threads/thread-host.ts";
import type { WorkerSettings } from "../../../src/actors/threads/worker-main.ts";
import type { Chat, ChatRun } from "../../../src/schema/chat.ts";
import { operationById } from "../../../src/schema/operations/index.ts";
import { validateQuery } from "../../../src/schema/validate.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { callOf, noMail, sameScopes, unlimited } from "../bench.ts";

async function start(t: TestContext): Promise<ActorHost> {
  const started: { host?: ActorHost } = {};
  t.after(() => started.host?.drain(60_000));
  const dataDir = tempDir(t);
  const settings: WorkerSettings = {
    files: { dataDir, migrations: workspaceMigrations() },
    zoneData: "test",
    model: { model: "builtin" },
    transcription: { model: null, baseUrl: null, apiKey: null },
  };
  started.host = createThreadHost({
    log: () => undefined,
    count: 2,
    entry: new URL("../../../src/actors/threads/worker-main.ts", import.meta.url),
    settings,
    clock: createClock(),
    access: sameScopes,
    minutes: unlimited,
    mailer: noMail,
    alarms: await openAlarmFile(dataDir, "test"),
    report: (what, error) => assert.fail(`${what} ${String(error)}`),
    onFailure: (error) => assert.fail(error),
  });
  await started.host.ready();
  return started.host;
}

test("an agent in a worker thread adds the todo it is asked for, and says so to the request that waits", async (t) => {
  const host = await start(t);
  for (const workspaceId of [fakeId(1), fakeId(2)]) {
    await host.create(workspaceId, []);
    const body = { message: "Add a todo to call Ana", waitSeconds: 60 };
    const chat = (await host.call(workspaceId, callOf(workspaceId, "createChat", body))).body as Chat;
    assert.equal(chat.status, "completed");
    const query = validateQuery(operationById("listTodos").query, {});
    const todos = await host.call(workspaceId, callOf(workspaceId, "listTodos", undefined, { query }));
    assert.match(JSON.stringify(todos.body), /call Ana/i);
    const more = callOf(
      workspaceId,
      "sendMessage",
      { message: "Help", waitSeconds: 60 },
      { path: { chatId: chat.id } },
    );
    const run = (await host.call(workspaceId, more)).body as ChatRun;
    assert.equal(run.timedOut, false);
    assert.ok(run.replies.length > 0);
  }
});
