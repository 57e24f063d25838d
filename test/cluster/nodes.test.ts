/** Several nodes with one store, each with shards of its own: each of them answers every request, for the workspaces of all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { allShards } from "../../src/actors/store/pages/shards.ts";
import { s3Access } from "../../src/server/backup/open-target.ts";
import { countOf, inTime, node, type Node, pair } from "../helpers/cluster.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { createFakeClock } from "../../src/testing/clock.ts";
import { createFakeStore } from "../helpers/page-store.ts";
import { openFeed } from "../helpers/feed.ts";
import { begin, heard, openRecording, sendAll } from "../helpers/recordings.ts";
import { accessKeyId, secretAccessKey, startBucket } from "../helpers/s3.ts";
import { asTimePasses, eventually } from "../helpers/settle.ts";
import { hanging, until } from "../helpers/wait.ts";
import type { TestService } from "../helpers/service.ts";
import { wire } from "../gateway/http/wire.ts";

test("every node answers for every workspace, and says that it is ready", async (t) => {
  const { owner, other, credential } = await pair(t);
  const todo = await other.service.ok("createTodo", { body: { title: "From elsewhere" }, credential });
  for (const { service } of [owner, other]) {
    assert.equal((await fetch(`${service.url}/ready`)).status, 200);
    const found = await service.ok("getTodo", { path: { todoId: todo.id }, credential });
    assert.equal(found.title, "From elsewhere");
    const nobody = { path: { todoId: service.workspaceId }, credential };
    await service.refuses("getTodo", nobody, "resource_not_found");
    await service.refuses("createTodo", { body: { title: "" }, credential }, "validation_failed", "title");
  }
  const first = await owner.service.ok("listTodos", { query: { limit: 1 }, credential });
  assert.deepEqual(
    first.data.map(({ id }) => id),
    [todo.id],
  );
});

test("a client that closes its side alone is answered, but for a change that could come too late", async (t) => {
  const { owner, other, credential } = await pair(t);
  const body = JSON.stringify({ title: "Said all" });
  const head = `Host: dayshift.test\r\nAuthorization: Bearer ${credential}\r\n`;
  for (const { service } of [owner, other]) {
    await service.ok("listTodos", { credential }); // its way to the other node is open
    const ask = async (request: string) => {
      const client = wire(Number(new URL(service.url).port));
      client.send(request);
      client.socket.end();
      return client.answer();
    };
    assert.equal((await ask(`GET /api/v1/todos HTTP/1.1\r\n${head}\r\n`)).status, 200);
    const post = `POST /api/v1/todos HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    assert.equal((await ask(`${post}Idempotency-Key: ${service.url}\r\n\r\n${body}`)).status, 201);
  }
});

test("of several nodes without an owner one says how to create one, which works at another as well", async (t) => {
  const [store, clock] = [createFakeStore(), createFakeClock()];
  const first = await node(t, store, clock, { empty: true });
  const second = await node(t, store, clock, { empty: true });
  assert.equal(second.service.setupToken, null);
  const token = first.service.setupToken ?? assert.fail();
  const body = { token, email: "ada@example.com", password: "a good password" };
  const owner = await inTime(clock, "the owner is made", second.service.ok("completeSetup", { body }));
  await inTime(clock, "the first node knows", first.service.ok("getIdentity", { credential: owner.token }));
});

test("requests of a key are counted by all nodes together", async (t) => {
  const { owner, other, clock, credential } = await pair(t, { rateLimitPerMinute: 6 });
  const { service } = owner;
  for (let n = 0; n < 3; n += 1)
    for (const each of [owner, other]) await each.service.ok("listTodos", { query: { limit: n + 1 }, credential });
  for (const each of [owner, other]) await each.service.refuses("listTodos", { credential }, "rate_limit_exceeded");
  const ofSession = await other.service.call("getIdentity", { credential: service.session });
  const again = await service.call("getIdentity", { credential: service.session });
  const left = [ofSession, again].map(({ headers }) => Number(/r=(\d+)/.exec(String(headers["ratelimit"]))?.[1]));
  assert.equal(left[0], (left[1] ?? 0) + 1);
  clock.advance(61_000);
});

test("people, keys and workspaces that are made at one node are there at the other", async (t) => {
  const { owner, other } = await pair(t);
  for (const [at, elsewhere] of [
    [owner, other],
    [other, owner],
  ] as const) {
    for (let n = 0; n < 3; n += 1) {
      const made = await at.service.addWorkspace(`Workspace ${n}`);
      await elsewhere.service.ok("createTodo", { body: { title: "There" }, credential: made.key });
      const { data } = await at.service.ok("listTodos", { credential: made.key });
      assert.deepEqual(
        data.map(({ title }) => title),
        ["There"],
      );
    }
    await elsewhere.service.ok("getIdentity", { credential: at.service.session });
  }
});

test("a request that waits for an agent is answered through another node", async (t) => {
  const { other, credential } = await pair(t);
  const body = { message: "Hello", title: "Across", waitSeconds: 60 };
  const chat = await other.service.ok("createChat", { body, credential });
  assert.equal(chat.title, "Across");
  const { data } = await other.service.ok("listMessages", { path: { chatId: chat.id }, credential });
  assert.ok(data.some(({ role }) => role === "assistant"));
});

test("changes are followed through another node", async (t) => {
  const { owner, other, clock, credential } = await pair(t);
  const { workspaceId } = owner.service;
  const feed = await openFeed({
    url: other.service.url,
    credential,
    start: { type: "start", workspaceId, after: "0-" },
  });
  const { id } = await owner.service.ok("createTodo", { body: { title: "News" }, credential });
  await asTimePasses(clock, "the change comes", () => feed.changes.some((change) => change.id === id));
  feed.cut();
});

test(
  "what a key has open at one node ends when it is revoked at another one, where it opens nothing from then on",
  { rules: ["auth.open-channels"] },
  async (t) => {
    const { owner, other } = await pair(t);
    const { workspaceId, model } = owner.service;
    for (const [at, elsewhere] of [
      [owner.service, other.service],
      [other.service, owner.service],
    ] as const) {
      const credential = await owner.service.keyFor();
      const { data } = await owner.service.ok("listApiKeys", { query: { workspaceId } });
      const start = { type: "start", workspaceId, after: "0-" };
      const feed = await openFeed({ url: elsewhere.url, credential, start });
      await eventually("the feed has begun", () => feed.cursor !== null);
      const held = elsewhere.call("createChat", { credential, body: { message: "hang", waitSeconds: 120 } });
      await hanging(owner.service);
      const path = { apiKeyId: data[0]?.id ?? "" };
      await at.ok("revokeApiKey", { path, credential: owner.service.session });
      await elsewhere.refuses("getIdentity", { credential }, "invalid_api_key");
      assert.equal(await feed.ended(), 4401);
      assert.equal((await held).status, 401);
      model.release();
    }
  },
);

test("a recording is sent, and played, through another node", async (t) => {
  const { other, credential } = await pair(t);
  const stranger = { ...other.service, key: credential } as TestService;
  const opened = await openRecording(stranger, {}, credential);
  const channel = await begin(opened.stream);
  const sound = pcm(400);
  await sendAll(stranger, channel, sound, 400);
  channel.send({ type: "stop" });
  await channel.next("stopped");
  const { mediaUrl } = await inTime(
    other.service.clock,
    "the recording is whole",
    until(
      "it is whole",
      () => other.service.ok("getCapture", { path: { captureId: opened.id }, credential }),
      (capture) => capture.mediaUrl !== null,
    ),
  );
  const { bytes } = await heard(mediaUrl);
  assert.ok(Buffer.from(bytes).includes(Buffer.from(sound)));
  const part = await heard(mediaUrl, { range: "bytes=100-139" });
  assert.deepEqual(part.bytes, bytes.slice(100, 140));
});

test("a recording that is in the bucket is played at every node, and where its workspace moves to", async (t) => {
  const bucket = await startBucket(t);
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const bucketAccess = s3Access({ ...keys, AWS_ENDPOINT_URL: bucket.url });
  const { store, clock, owner, other, credential } = await pair(
    t,
    { storeMedia: "s3://backups/all" },
    { bucketAccess },
  );
  const { workspaceId } = owner.service;
  const opened = await openRecording(owner.service, {}, credential);
  const channel = await begin(opened.stream);
  const sound = pcm(400);
  await sendAll(owner.service, channel, sound, 400);
  channel.send({ type: "stop" });
  await channel.next("stopped");
  const key = `all/media/${workspaceId}/${opened.id}`;
  const isMoved = (): boolean => bucket.objects.has(key) && !store.files.has(key.replace("all/", ""));
  await asTimePasses(clock, "it is moved", isMoved);
  const played = async ({ service }: Node): Promise<Uint8Array> => {
    const asked = service.ok("getCapture", { path: { captureId: opened.id }, credential });
    const { mediaUrl } = await inTime(clock, "it is found", asked);
    const part = await heard(mediaUrl, { range: "bytes=100-139" });
    const { bytes } = await heard(mediaUrl);
    assert.deepEqual(part.bytes, bytes.slice(100, 140));
    return bytes;
  };
  const bytes = await played(other);
  assert.ok(Buffer.from(bytes).includes(Buffer.from(sound)));
  await owner.service.stop();
  await asTimePasses(clock, "the other one has all", () => countOf(store, other) === allShards.length);
  assert.deepEqual(await played(other), bytes);
  const query = { permanent: true };
  await other.service.ok("deleteCapture", { path: { captureId: opened.id }, query, credential });
  await asTimePasses(clock, "it is erased", () => !bucket.objects.has(key));
});

test("a node that stops hands over, and a retry with the same key is made once", async (t) => {
  const { store, clock, owner, other, credential } = await pair(t);
  const request = { body: { title: "Once" }, headers: { "Idempotency-Key": "one-key-for-both" }, credential };
  const made = await owner.service.ok("createTodo", request);
  await owner.service.stop();
  const again = await inTime(clock, "the other one answers", other.service.ok("createTodo", request));
  assert.equal(again.id, made.id);
  await asTimePasses(clock, "it has all shards", () => countOf(store, other) === allShards.length);
  await other.service.ok("getIdentity", { credential: owner.service.session });
  const joining = await inTime(clock, "a third node is there", node(t, store, clock));
  await asTimePasses(clock, "each has its share again", () => countOf(store, joining) >= 128);
  const found = await inTime(
    clock,
    "the new node answers",
    joining.service.ok("getTodo", { path: { todoId: made.id }, credential }),
  );
  assert.equal(found.title, "Once");
});

test("what is due is run once, by the node that has the workspace by then", async (t) => {
  const { clock, owner, other, credential } = await pair(t);
  const { data: agents } = await owner.service.ok("listAgents", { credential });
  const schedule = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  const body = { title: "Report", assignees, schedule };
  const { id: todoId } = await owner.service.ok("createTodo", { body, credential });
  await owner.service.stop();
  const ask = { path: { todoId }, credential };
  await inTime(clock, "the other one has it", other.service.ok("getTodo", ask));
  await other.service.pass(3_630_000); // half a minute after the hour
  const { data } = await inTime(
    clock,
    "the run ends",
    until(
      "it has ended",
      () => other.service.ok("listScheduledOccurrences", ask),
      (occurrences) => occurrences.data.some(({ status }) => status === "completed"),
    ),
  );
  assert.equal(data.filter(({ status }) => status === "completed").length, 1);
  assert.equal((await other.service.ok("listTodoRuns", ask)).data.length, 1);
});
