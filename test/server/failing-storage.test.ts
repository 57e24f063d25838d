/** What is answered while storage fails, and that the service goes on when it no longer does. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { workspaceFolder } from "../../src/actors/store/files.ts";
import type { OpenedRecording } from "../helpers/recordings.ts";
import { type Answer, ask, type FailingService, noFaults, startFailing } from "../helpers/failing-service.ts";
import type { Rule } from "../helpers/faults.ts";
import { until } from "../helpers/wait.ts";

const once = (rule: Pick<Rule, "calls" | "kinds" | "error">): Rule => ({ ...rule, mode: "once", n: 1 });
const always = (rule: Pick<Rule, "calls" | "kinds" | "error">): Rule => ({ ...rule, mode: "from", n: 1 });

function createTodo(where: FailingService, title: string, headers = {}): Promise<Answer> {
  return ask(where, "/api/v1/todos", where.key, { body: { title }, headers });
}

async function titles(where: FailingService): Promise<string[]> {
  const { body } = await ask(where, "/api/v1/todos", where.key);
  return (body as unknown as { data: { title: string }[] }).data.map(({ title }) => title).sort();
}

const unknown = /may or may not be stored.*same Idempotency-Key/;

test("after a failed sync the same key makes it once", { rules: ["storage.unknown"] }, async (t) => {
  const where = await startFailing(t);
  if (where === null) return t.skip(noFaults);
  const { faults, key, session, workspaceId } = where;
  assert.equal((await createTodo(where, "before")).status, 201);
  faults.set(once({ calls: ["sync"], kinds: ["log"], error: "EIO" }));
  const headers = { "Idempotency-Key": "one" };
  const failed = await createTodo(where, "twice", headers);
  assert.deepEqual([failed.status, failed.retryAfter], [500, "5"], failed.message);
  assert.match(failed.message, unknown);
  assert.equal((await createTodo(where, "twice", headers)).status, 201);
  assert.deepEqual(await titles(where), ["before", "twice"]);

  const body = { workspaceId, name: "Second", scopes: ["todos:read"] };
  faults.set(always({ calls: ["sync"], kinds: ["directoryLog"], error: "EIO" }));
  const refused = await ask(where, "/api/v1/api-keys", session, { body, headers });
  assert.deepEqual([refused.status, refused.retryAfter], [500, "5"], refused.message);
  assert.match(refused.message, unknown);
  faults.set();
  assert.ok((await ask(where, "/api/v1/api-keys", session, { body, headers })).status < 300);
  const { body: keys } = await ask(where, `/api/v1/api-keys?workspaceId=${workspaceId}`, session);
  const named = (keys as unknown as { data: { name: string }[] }).data.filter(({ name }) => name === "Second");
  assert.equal(named.length, 1);
  assert.equal((await ask(where, "/api/v1/todos", key)).status, 200);
});

test("a full disk changes nothing, reading goes on, writing resumes", { rules: ["storage.full"] }, async (t) => {
  const where = await startFailing(t);
  if (where === null) return t.skip(noFaults);
  const { faults, key, session, workspaceId } = where;
  assert.equal((await createTodo(where, "before")).status, 201);
  faults.set(always({ calls: ["write"], kinds: ["log", "directoryLog", "alarms", "media"], error: "ENOSPC" }));
  for (let time = 0; time < 3; time++) {
    const failed = await createTodo(where, `refused ${time}`);
    assert.deepEqual([failed.status, failed.retryAfter], [500, "5"], failed.message);
    assert.match(failed.message, /storage is full: nothing was changed/);
    const signIn = await ask(where, "/api/v1/api-keys", session, {
      body: { workspaceId, name: "None", scopes: ["todos:read"] },
    });
    assert.deepEqual([signIn.status, signIn.retryAfter], [500, "5"], signIn.message);
    assert.match(signIn.message, /storage is full: nothing was changed/);
    assert.deepEqual(await titles(where), ["before"]);
    assert.equal((await ask(where, "/api/v1/me", key)).status, 200);
  }
  faults.set();
  assert.equal((await createTodo(where, "after")).status, 201);
  assert.deepEqual(await titles(where), ["after", "before"]);
});

interface Uploading {
  readonly id: string;
  /** Sends the bytes of the file from there on. */
  readonly send: (
    from: number,
    to?: number,
  ) => Promise<{ readonly status: number; readonly retryAfter: string | null; readonly text: string }>;
  /** Asks how far it is. */
  readonly state: () => Promise<Response>;
  readonly offset: () => Promise<number>;
}

const sound = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt "), Buffer.alloc(4000, 7)]);

async function openUpload(where: FailingService): Promise<Uploading> {
  const opened = await ask(where, "/api/v1/captures", where.key, { body: { type: "recording", source: "upload" } });
  const { id, stream } = opened.body as unknown as OpenedRecording;
  const headers = { Authorization: `Bearer ${stream.token}` };
  const state = () => fetch(stream.url, { headers });
  return {
    id,
    async send(from, to = sound.length) {
      const answer = await fetch(stream.url, {
        method: "PATCH",
        headers: {
          ...headers,
          "Content-Type": "application/offset+octet-stream",
          "Upload-Offset": String(from),
          "Upload-Length": String(sound.length),
        },
        body: sound.subarray(from, to),
      });
      return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
    },
    state,
    offset: async () => Number((await state()).headers.get("upload-offset")),
  };
}

test("an upload that the storage refuses says so and resumes where it is", { rules: ["storage.sound"] }, async (t) => {
  const where = await startFailing(t);
  if (where === null) return t.skip(noFaults);
  const { faults, key, service } = where;
  const { id, send, state, offset } = await openUpload(where);
  const refusals: readonly (readonly [Rule, RegExp])[] = [
    [once({ calls: ["open"], kinds: ["media"], error: "EMFILE" }), /as many files open as it may: nothing was changed/],
    [once({ calls: ["sync"], kinds: ["media"], error: "EIO" }), /storage is failing: nothing was changed/],
    [once({ calls: ["write"], kinds: ["media"], error: "ENOSPC" }), /storage is full: what was sent last may not be/],
  ];
  for (const [rule, words] of refusals) {
    faults.set(rule);
    const { status, retryAfter, text } = await send(await offset());
    assert.deepEqual([status, retryAfter], [500, "5"], text);
    assert.match(text, words);
    faults.set();
  }
  faults.set(once({ calls: ["look"], kinds: ["media"], error: "EIO" }));
  const asked = await state();
  assert.deepEqual([asked.status, asked.headers.get("retry-after")], [500, "5"]);
  assert.match(await asked.text(), /storage is failing: what was sent last may not be/);
  faults.set();
  assert.equal((await send(await offset())).status, 204);
  const { status } = (await ask(where, `/api/v1/captures/${id}`, key)).body;
  assert.notEqual(status, "recording");
  assert.equal((await fetch(`${service.url}/api/v1/`)).status, 200);
});

test(
  "sound that cannot be opened or read is refused before the answer begins",
  { rules: ["storage.sound"] },
  async (t) => {
    const where = await startFailing(t);
    if (where === null) return t.skip(noFaults);
    const { faults, key } = where;
    const { id, send } = await openUpload(where);
    assert.equal((await send(0)).status, 204);
    const { body } = await until(
      "the sound is there",
      () => ask(where, `/api/v1/captures/${id}`, key),
      (answer) => answer.body["mediaUrl"] !== null,
    );
    const mediaUrl = String(body["mediaUrl"]);
    const refusals: readonly (readonly [Rule, RegExp])[] = [
      [
        always({ calls: ["open"], kinds: ["media"], error: "EMFILE" }),
        /as many files open as it may: the recording cannot/,
      ],
      [always({ calls: ["read"], kinds: ["media"], error: "EIO" }), /storage is failing: the recording cannot be read/],
    ];
    for (const [rule, words] of refusals) {
      faults.set(rule);
      const answer = await fetch(mediaUrl);
      assert.deepEqual([answer.status, answer.headers.get("retry-after")], [500, "5"]);
      assert.match(await answer.text(), words);
      faults.set();
    }
    const answer = await fetch(mediaUrl);
    assert.deepEqual([answer.status, Buffer.from(await answer.arrayBuffer())], [200, sound]);
  },
);

test(
  "bytes of an upload that could be neither synced nor cut off again do not count",
  { rules: ["storage.sound"] },
  async (t) => {
    const where = await startFailing(t, true);
    if (where === null) return t.skip(noFaults);
    const { faults, dataDir, workspaceId } = where;
    const { id, send, offset } = await openUpload(where);
    assert.equal((await send(0, 1000)).status, 204);
    faults.set({ ...always({ calls: ["sync", "truncate"], kinds: ["media"], error: "EIO" }), drops: true });
    assert.equal((await send(1000)).status, 500);
    assert.equal(await offset(), 1000);
    assert.equal((await send(1000)).status, 500);
    faults.set();
    assert.equal(await offset(), 1000);
    assert.equal((await send(1000)).status, 204);
    assert.deepEqual(readFileSync(join(workspaceFolder(dataDir, workspaceId), "media", id)), sound);
  },
);
