/** The ledger of minutes through kill -9, in the middle of turns and over and over: with a budget, and without one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { completion, type Part, scripted } from "../actors/models/scripted-server.ts";
import { call, createKey, createWorkspace, signIn } from "../bench/client.ts";
import type { RunningService } from "../bench/service.ts";
import { createLives } from "../helpers/lives.ts";
import { untilServed } from "../helpers/real-time.ts";
import { inPatience, losesPatience } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { secondsWorked, wrongCharges } from "../torture/minutes.ts";

const lives = 4;
/** Turns that hang in a life when it ends. */
const hangingInLife = 3;
const making = completion(null, [{ id: "call_1", name: "create_todo", arguments: '{"title":"Made"}' }]);
const done = completion("Done.");

/** An answer that took its time, however fast the machine: the clock has gone on, so that every turn has worked. */
const thought: Part = (response, request) => {
  const begun = Date.now();
  while (Date.now() === begun);
  making(response, request);
};

/** A provider whose first few later steps of a life never come back: the others end while these hang. */
async function provider() {
  let hangs = 0;
  let reached = Promise.withResolvers<void>();
  const script: Part = (response, request) => {
    const { messages, tools } = server.bodies.at(-1) as { messages: { role: string }[]; tools?: unknown[] };
    if (tools === undefined) return done(response, request);
    if (messages.at(-1)?.role !== "tool") return thought(response, request);
    if (hangs === 0) return done(response, request);
    hangs -= 1;
    if (hangs === 0) reached.resolve();
  };
  const server = await scripted(script);
  const hang = (count: number): Promise<void> => {
    hangs = count;
    reached = Promise.withResolvers();
    return reached.promise;
  };
  return { server, hang };
}

for (const budget of [null, 10_000]) {
  test(
    `${lives} kills in mid-turn${budget === null ? "" : ", with a budget"}: each is charged once`,
    { rules: ["minutes.exact"] },
    async (t) => {
      const { server, hang } = await provider();
      t.after(() => server[Symbol.asyncDispose]());
      const budgeted = budget === null ? {} : { DAYSHIFT_MINUTES_PER_MONTH: String(budget) };
      const dataDir = tempDir(t);
      const start = createLives(t, dataDir, server, { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000", ...budgeted });
      let service = await start();
      const { token, workspaces } = await signIn(service.url);
      const ids = [workspaces[0]?.id ?? "", await createWorkspace(service.url, token, "Second")];
      const keys = await Promise.all(ids.map((id) => createKey(service.url, token, id)));
      const at = (path: string): string => `${service.url}/api/v1${path}`;
      for (let life = 1; life <= lives; life += 1) {
        const hanging = hang(hangingInLife);
        for (const credential of keys) await begin(at, credential);
        await inPatience(`${hangingInLife} turns hang`, hanging);
        await service.kill();
        service = await start();
      }
      for (const credential of keys) await untilEnded(at, credential);
      await service.stop();
      const worked = secondsWorked(dataDir);
      service = await start();
      assert.equal(await spent(service, worked), worked);
      assert.equal(await service.stop(), 0);
      assert.deepEqual(wrongCharges(dataDir), []);
      assert.ok(worked >= lives * 6, `${worked} seconds of ${lives * 6} turns`);
    },
  );
}

/** Two chats and a run of a todo. */
async function begin(at: (path: string) => string, credential: string): Promise<void> {
  const { data: agents } = await call<{ data: { id: string }[] }>(at("/agents"), { credential });
  const agentId = agents[0]?.id;
  for (const message of ["One", "Two"]) await call(at("/chats"), { credential, body: { message, agentId } });
  const body = { title: "Run", assignees: [{ id: agentId, type: "agent" }], run: true };
  await call(at("/todos"), { credential, body });
}

async function untilEnded(at: (path: string) => string, credential: string): Promise<void> {
  const isInVain = losesPatience();
  const open = async (status: string): Promise<number> =>
    (await call<{ data: unknown[] }>(at(`/chats?status=${status}`), { credential })).data.length;
  while ((await open("queued")) + (await open("running")) > 0) assert.ok(!isInVain(), "Chats do not end.");
}

/** What the organization has spent, once that is no less than expected: charges gather for a second of the real clock. */
async function spent(service: RunningService, expected: number): Promise<number> {
  const { spentSeconds } = await untilServed(
    service,
    `${expected} seconds are charged`,
    (credential) => call<{ spentSeconds: number }>(`${service.url}/app/v1/minutes`, { credential }),
    (report) => report.spentSeconds >= expected,
  );
  return spentSeconds;
}
