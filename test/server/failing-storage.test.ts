/** What is answered while storage fails, and that the service goes on when it no longer does. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenedRecording } from "../helpers/recordings.ts";
import { type Answer, ask, type FailingService, noFaults, startFailing } from "../helpers/failing-service.ts";
import type { Rule } from "../helpers/faults.ts";

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

test("an upload that the storage refuses says so and goes on where it is", { rules: ["storage.sound"] }, async (t) => {
  const where = await startFailing(t);
  if (where === null) return t.skip(noFaults);
  const { faults, key, service } = where;
  const opened = await ask(where, "/api/v1/captures", key, { body: { type: "recording", source: "upload" } });
  const { id, stream } = opened.body as unknown as OpenedRecording;
  const bytes = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt "), Buffer.alloc(4000)]);
  const send = async (offset: number) => {
    const answer = await fetch(stream.url, {
      method: "PATCH",
      headers: {
        Authorization: `Bearer ${stream.token}`,
        "Content-Type": "application/offset+octet-stream",
        "Upload-Offset": String(offset),
        "Upload-Length": String(bytes.length),
      },
      body: bytes.subarray(offset),
    });
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), text: await answer.text() };
  };
  const offset = async (): Promise<number> => {
    const answer = await fetch(stream.url, { headers: { Authorization: `Bearer ${stream.token}` } });
    return Number(answer.headers.get("upload-offset"));
  };
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
  assert.equal((await send(await offset())).status, 204);
  const { status } = (await ask(where, `/api/v1/captures/${id}`, key)).body;
  assert.notEqual(status, "recording");
  assert.equal((await fetch(`${service.url}/api/v1/`)).status, 200);
});
