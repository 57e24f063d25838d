/** What a host promises, wherever its workspaces run. */
import { nothingOutside } from "../../../src/actors/runtime/outside.ts";
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { openAlarmFile } from "../../../src/actors/alarms/alarm-file.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import type { ActorHost } from "../../../src/actors/workspace/host.ts";
import type { Access } from "../../../src/actors/runtime/ports.ts";
import { createThreadHost } from "../../../src/actors/threads/thread-host.ts";
import { createChannel } from "../../../src/gateway/recordings/channel.ts";
import type { CaptureLight } from "../../../src/schema/capture.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { pcmStart, type Said } from "../../helpers/channel.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { fakeId } from "../../helpers/ids.ts";
import { eventually } from "../../helpers/settle.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { answerOf, buildHost, callOf, noMail, sameScopes, unlimited } from "../bench.ts";
import { pluck } from "../../helpers/pluck.ts";

interface Given {
  readonly dataDir: string;
  readonly access: Access;
}

type Start = (given: Given) => Promise<ActorHost>;

const report = (what: string, error: unknown): never => assert.fail(`${what} ${String(error)}`);

const starts: Readonly<Record<string, Start>> = {
  async "in this thread"({ dataDir, access }) {
    return buildHost({ clock: createClock(), dataDir, access, report, alarms: await openAlarmFile(dataDir, "test") });
  },
  async "in worker threads"({ dataDir, access }) {
    return createThreadHost({
      log: () => undefined,
      count: 2,
      entry: new URL("bench-worker.ts", import.meta.url),
      settings: { dataDir },
      clock: createClock(),
      minutes: unlimited,
      mailer: noMail,
      outside: nothingOutside,
      alarms: await openAlarmFile(dataDir, "test"),
      onFailure: (error) => assert.fail(error),
      access,
      report,
    });
  },
};

/** Milliseconds of real time that a stop may take: more than any machine needs. */
const patience = 60_000;
const ids = [1, 2, 3, 4].map(fakeId);
const first = fakeId(1);

for (const [where, start] of Object.entries(starts)) {
  const begin = async (t: TestContext, given: Partial<Given> = {}): Promise<ActorHost> => {
    const started: { host?: ActorHost } = {};
    // A service listens; here nothing holds the process while a read waits after a slow one, by a timer of the clock.
    const held = setInterval(() => undefined, patience);
    t.after(() => clearInterval(held));
    t.after(() => started.host?.drain(patience));
    const host = await start({ dataDir: tempDir(t), access: sameScopes, ...given });
    started.host = host;
    await host.ready();
    return host;
  };

  test(`${where}: a refusal arrives as the ApiError it was`, async (t) => {
    const host = await begin(t);
    await host.create(first, []);
    const call = callOf(first, "createChat", { message: "fail" });
    await assert.rejects(
      async () => host.call(first, call),
      (error) => error instanceof ApiError && error.code === "resource_not_found",
    );
  });

  test(`${where}: every workspace answers for itself, and a retry is replayed`, async (t) => {
    const host = await begin(t);
    for (const id of ids) {
      await host.create(id, [{ userId: "u", email: "u@example.org", name: "U", isOwner: true }]);
      const call = callOf(id, "createTodoList", { name: `Of ${id}` }, { key: "k" });
      const { body, replayed } = await host.call(id, call);
      assert.equal(replayed, false);
      assert.deepEqual(await host.call(id, call), { body, json: JSON.stringify(body), replayed: true });
    }
    for (const id of ids) {
      const { body } = await host.call(id, callOf(id, "listTodoLists", undefined));
      assert.deepEqual(pluck((body as { data: { name: string }[] }).data, "name"), ["Inbox", `Of ${id}`]);
    }
  });

  test(`${where}: a long poll is answered when its turn ends`, async (t) => {
    const host = await begin(t);
    await host.create(first, []);
    const { body } = await answerOf(host, callOf(first, "createChat", { message: "hello", waitSeconds: 120 }));
    assert.equal((body as { status: string }).status, "completed");
  });

  test(`${where}: a long poll ends when its client has gone`, async (t) => {
    const host = await begin(t);
    await host.create(first, []);
    const client = new AbortController();
    const call = callOf(first, "createChat", { message: "hang", waitSeconds: 120 }, { client });
    const answer = answerOf(host, call);
    // What is asked later is carried out later: once it is answered, the first request is held.
    await host.call(first, callOf(first, "createTodoList", { name: "Later" }));
    client.abort();
    const { body } = await answer;
    assert.equal((body as { status: string }).status, "queued");
  });

  test(`${where}: the credential of a long poll is checked again, outside`, async (t) => {
    const host = await begin(t, { access: { currentScopes: async () => [], timezoneOf: async () => null } });
    await host.create(first, []);
    const call = callOf(first, "createChat", { message: "hello", waitSeconds: 120 });
    await assert.rejects(answerOf(host, call), { code: "invalid_api_key" });
  });

  test(
    `${where}: what a sender collects is kept when others stop`,
    { rules: ["recordings.stop-others"] },
    async (t) => {
      const host = await begin(t);
      await host.create(first, []);
      const { id: captureId } = (await host.call(first, callOf(first, "createCapture", { type: "recording" })))
        .body as CaptureLight;
      const said: Said[] = [];
      const channel = createChannel({
        captureId,
        clock: createFakeClock(), // stands still: nothing is written before it is asked for
        line: {
          unsent: 0,
          send: (text) => said.push(JSON.parse(text) as Said),
          close: () => undefined,
          pause: () => undefined,
        },
        ask: (ask, input, signal) => host.audio(first, ask, input, signal),
        onFailure: (error) => assert.fail(String(error)),
      });
      channel.text(JSON.stringify(pcmStart));
      await eventually("it has begun", () => said.at(-1)?.type === "started");
      channel.audio(pcm(1000));
      channel.text(JSON.stringify({ type: "note", text: "Last words" }));
      const call = callOf(first, "stopCapture", undefined, { path: { captureId } });
      assert.equal(((await host.call(first, call)).body as CaptureLight).durationSeconds, 1);
      await eventually("it has ended", () => said.at(-1)?.type === "stopped");
      assert.deepEqual(said.at(-1), { type: "stopped", reason: "stopped", receivedMs: 1000 });
      assert.deepEqual(pluck(said, "type"), ["started", "note", "ack", "stopped"]);
      await channel.gone();
    },
  );

  test(`${where}: draining answers long polls, and the next start resumes the work`, async (t) => {
    const dataDir = tempDir(t);
    const host = await begin(t, { dataDir });
    await host.create(first, []);
    const call = callOf(first, "createChat", { message: "hang", waitSeconds: 120 }, { key: "k" });
    const held = answerOf(host, call);
    await host.call(first, callOf(first, "createTodoList", { name: "Later" }));
    await host.drain(patience);
    const { body } = await held;
    assert.equal((body as { timedOut: boolean }).timedOut, true);
    const next = await begin(t, { dataDir });
    assert.deepEqual(await next.call(first, call), { body, replayed: true });
  });
}
