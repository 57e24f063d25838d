/**
 * Nodes that all answer, that reach PostgreSQL, and do not reach each other: who asks the one that cannot reach the owner is asked to try
 * again, and nothing is lost or done twice; when they reach each other again all goes on.
 */
import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { after, afterEach, before, test } from "node:test";
import { directoryShard, shardOfWorkspace } from "../../src/actors/store/pages/shards.ts";
import { createKey, createWorkspace, signIn } from "../bench/client.ts";
import { openFeed } from "../helpers/feed.ts";
import { serve } from "../helpers/local-server.ts";
import { noPostgres, type Postgres, startPostgres } from "../helpers/postgres.ts";
import type { OpenedRecording } from "../helpers/recordings.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { isNode } from "../helpers/runtime.ts";
import { eventually, inPatience } from "../helpers/settle.ts";
import { frame, receivedMs, sampleRate, speak } from "../helpers/speech.ts";
import { until } from "../helpers/wait.ts";
import { startLoad } from "./clients.ts";
import { createNetwork, type Network, type State } from "./network.ts";
import { type Group, type NodeProcess, startGroup } from "./nodes.ts";
import { holdAppend } from "./sessions.ts";

const options = {
  skip: noPostgres || (isNode ? false : "nodes that all answer run on Node"),
  timeout: 480_000,
};
const database = "partition";
/** Two nodes, their clients and the database may have two busy processors between them. */
const leaseSeconds = 10;
let postgres: Postgres;
let network: Network;
let group: Group;
let session: string;
/** The node that has the directory, and the other one. */
let here: NodeProcess;
let there: NodeProcess;

interface Owned {
  readonly id: string;
  readonly key: string;
}
/** A workspace of each. */
let ofHere: Owned;
let ofThere: Owned;

/** Answers of the model that wait for the test. */
const asked: ServerResponse[] = [];

function answerAll(): void {
  const message = { role: "assistant", content: "Done." };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  for (const response of asked.splice(0)) {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "held", choices, usage }));
  }
}

function ownerOf(shard: number): NodeProcess | null {
  const url = postgres.ask(database, `SELECT owner FROM dayshift.shard WHERE id = ${shard}`);
  return group.nodes[network.urls.indexOf(url)] ?? null;
}

/** A new workspace that a node owns. */
async function workspaceOf(node: NodeProcess): Promise<Owned> {
  for (;;) {
    const id = await createWorkspace(here.url, session, "One of several");
    if (ownerOf(shardOfWorkspace(id)) !== node) continue;
    const scopes = ["todos:read", "todos:write", "chats:read", "chats:write", "captures:read", "captures:write"];
    return { id, key: await createKey(here.url, session, id, scopes) };
  }
}

before(async () => {
  if (options.skip !== false) return;
  postgres = await startPostgres();
  network = await createNetwork(2);
  const model = await serve({ after }, (request, response) => {
    request.resume();
    asked.push(response);
  });
  group = await startGroup(postgres.database(database), 2, async () => ({
    ...(await network.settings()),
    DAYSHIFT_LEASE_SECONDS: `${leaseSeconds}`,
    DAYSHIFT_MODEL: "openai-compatible:held",
    DAYSHIFT_MODEL_BASE_URL: `${model}/v1`,
    DAYSHIFT_MODEL_TIMEOUT_SECONDS: "3600",
  }));
  const counts =
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1148810089 GROUP BY pid ORDER BY 1";
  const shares = (): string => postgres.ask(database, counts);
  await group.until("an even share for each node", () => shares() === "128\n129", shares);
  here = ownerOf(directoryShard) ?? assert.fail("nobody has the directory");
  there = group.nodes.find((node) => node !== here) ?? assert.fail("there is no other node");
  ({ token: session } = await signIn(here.url));
  [ofHere, ofThere] = [await workspaceOf(here), await workspaceOf(there)];
});

after(async () => {
  if (options.skip !== false) return;
  answerAll();
  await group.stop();
  await network.close();
  await postgres.stop();
});

afterEach(async () => {
  if (options.skip !== false) return;
  for (const node of group.nodes) await way(node, "open");
});

/** How one of the two reaches the other. */
async function way(from: NodeProcess, state: State): Promise<void> {
  const at = group.nodes.indexOf(from);
  await network.set(at, 1 - at, state);
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly isReplay: boolean;
  readonly body: Readonly<Record<string, unknown>> & {
    readonly id?: string;
    readonly error?: {
      readonly type: string;
      readonly code: string;
      readonly message: string;
      readonly requestId: string;
    };
  };
}

/** The answer, whatever it is; a write has a key where one is named. */
async function ask(node: NodeProcess, path: string, { key }: Owned, body?: object, once?: string): Promise<Answered> {
  const response = await fetch(`${node.url}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
      ...(once !== undefined && { "idempotency-key": once }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(120_000),
  });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    isReplay: response.headers.get("idempotency-replayed") === "true",
    body: (await response.json()) as Answered["body"],
  };
}

/** It is the one answer that says to try again. */
function assertAway({ status, retryAfter, body }: Answered, message: RegExp): void {
  assert.equal(status, 503, JSON.stringify(body));
  assert.equal(retryAfter, "1");
  assert.deepEqual([body.error?.type, body.error?.code], ["api_error", "internal_error"]);
  assert.match(body.error?.message ?? "", message);
  assert.match(body.error?.requestId ?? "", /^req_/);
}

async function titles(owned: Owned, node = here): Promise<string[]> {
  const { body } = await ask(node, "/todos?limit=100", owned);
  return (body["data"] as { title: string }[]).map(({ title }) => title).sort();
}

test("a node that cannot reach the owner says so, and goes on when it can", options, async () => {
  await way(here, "refused");
  assert.equal((await ask(here, "/todos", ofHere, { title: "Its own" })).status, 201);
  assert.equal((await ask(there, "/todos", ofThere, { title: "At the owner" })).status, 201);
  const refused = await Promise.all([
    ask(here, "/todos", ofThere),
    ask(here, "/todos", ofThere, { title: "Without a key" }),
    ask(here, "/todos", ofThere, { title: "With a key" }, "refused"),
  ]);
  for (const answer of refused) assertAway(answer, /cannot be reached at the moment: nothing was changed/);
  assert.equal((await fetch(`${here.url}/ready`)).status, 200);
  const looking = ask(here, "/todos", ofThere, { title: "While it is looked for" });
  await way(here, "open");
  assert.equal((await looking).status, 201);
  assert.equal((await ask(here, "/todos", ofThere, { title: "With a key" }, "refused")).status, 201);
  assert.deepEqual(await titles(ofThere), ["At the owner", "While it is looked for", "With a key"]);
});

/** Resolves when the node without the directory does not know a key any more that it was asked with before. */
async function turnedAway(): Promise<void> {
  const answer = await until(
    "what is remembered of the key is over",
    () => ask(there, "/todos", ofThere),
    ({ status }) => status !== 200,
  );
  assertAway(answer, /cannot be reached at the moment|was lost before it answered/);
}

test("a node that cannot reach the directory lets nobody in, and goes on when it can", options, async () => {
  await way(there, "refused");
  await turnedAway();
  assert.equal((await fetch(`${there.url}/healthz`)).status, 503);
  assert.equal((await ask(here, "/todos", ofThere)).status, 200);
  await way(there, "open");
  assert.equal((await ask(there, "/todos", ofThere)).status, 200);
  assert.equal((await fetch(`${there.url}/healthz`)).status, 200);
});

test("what is on its way when the network falls silent is in doubt, and is done once", options, async () => {
  const held = ask(here, "/chats", ofThere, { message: "Wait", title: "Held", waitSeconds: 120 }, "held");
  await eventually("the model is asked", () => asked.length > 0);
  await ask(there, "/todos", ofThere, { title: "After all that has led to it" });
  const append = await holdAppend(postgres, database, { shard: shardOfWorkspace(ofThere.id) });
  const plain = ask(here, "/todos", ofThere, { title: "In doubt" });
  await append.held();
  const keyed = ask(here, "/todos", ofThere, { title: "In doubt, with a key" }, "in doubt");
  await way(here, "silent");
  await append.release();
  assertAway(await plain, /may or may not be stored.*same Idempotency-Key/);
  await way(here, "open");
  const { status } = await keyed;
  assert.equal(status, 201);
  await eventually("the model is asked", () => asked.length > 0);
  answerAll();
  const chat = await inPatience("the chat is answered", held);
  assert.equal(chat.status, 201, JSON.stringify(chat.body));
  assert.equal(chat.body["status"], "completed");
  const { body } = await ask(here, `/chats/${chat.body.id}/messages`, ofThere);
  const roles = (body["data"] as { role: string }[]).map(({ role }) => role);
  assert.deepEqual(roles.sort(), ["assistant", "user"]);
  const made = (await titles(ofThere)).filter((title) => title.startsWith("In doubt"));
  assert.deepEqual(made, ["In doubt", "In doubt, with a key"]);
});

test("who follows changes goes on after a short silence, and after a long one from the cursor", options, async () => {
  const { id: workspaceId, key: credential } = ofThere;
  const follow = (after: string | null) =>
    openFeed({ url: here.url, credential, start: { type: "start", workspaceId, after } });
  const feed = await follow("0-");
  await eventually("it has begun", () => feed.cursor !== null);
  await way(here, "refused");
  const short = await ask(there, "/todos", ofThere, { title: "In a short silence" });
  await way(here, "open");
  await feed.until("the change of the short silence", ({ id }) => id === short.body.id);
  assert.equal(feed.closed, null);

  await way(here, "silent");
  const long = await ask(there, "/todos", ofThere, { title: "In a long silence" });
  assert.equal(await feed.ended(), 1013);
  assert.ok(!feed.changes.some(({ id }) => id === long.body.id));
  await way(here, "open");
  const next = await follow(feed.cursor);
  await next.until("the change of the long silence", ({ id }) => id === long.body.id);
  const { length } = next.changes.filter(({ id, kind }) => id === long.body.id && kind === "todo");
  assert.equal(length, 1);
  assert.ok(!next.changes.some(({ id }) => id === short.body.id));
  next.cut();
});

test("a recording that is cut off by a silent network goes on at the owner, and where it began", options, async () => {
  const sound = Buffer.from(pcm(4000, { sampleRate }));
  const { body } = await ask(here, "/captures", ofThere, { type: "recording" });
  const opened = body as unknown as OpenedRecording;
  const upTo = (part: number): number => frame * Math.floor((sound.length / frame) * part);
  const first = await speak(opened, here.url, sound, 0, upTo(1 / 3));
  await way(here, "silent");
  first.audio(sound.subarray(upTo(1 / 3), upTo(1 / 3) + frame));
  assert.equal(await first.ended(), 1013);
  assert.equal(first.said.at(-1)?.code, "internal_error");
  const second = await speak(opened, there.url, sound, receivedMs(first), upTo(2 / 3));
  await way(here, "open");
  const last = await speak(opened, here.url, sound, receivedMs(second), sound.length);
  assert.equal(await second.ended(), 4001);
  last.send({ type: "stop" });
  await last.next("stopped");
  const { body: capture } = await until(
    "the recording is whole",
    () => ask(here, `/captures/${opened.id}`, ofThere),
    (answer) => answer.body["mediaUrl"] !== null,
  );
  const { host } = new URL(here.url);
  const played = await fetch(Object.assign(new URL(String(capture["mediaUrl"])), { host }));
  const bytes = Buffer.from(await played.arrayBuffer());
  assert.ok(bytes.subarray(44).equals(sound), "what is stored is what was said");
});

test("a change that was given up before the owner was reached is not made once it is", options, async () => {
  const { body } = await ask(there, "/todos", ofThere, { title: "First" });
  const change = (node: NodeProcess, title: string, signal: AbortSignal = AbortSignal.timeout(120_000)) =>
    fetch(`${node.url}/api/v1/todos/${body.id}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${ofThere.key}`, "content-type": "application/json" },
      body: JSON.stringify({ title }),
      signal,
    });
  await way(here, "refused");
  const client = new AbortController();
  const given = change(here, "Given up", client.signal);
  await ask(here, "/todos", ofHere); // which has the change by then, and looks for the owner
  client.abort();
  await assert.rejects(given);
  assert.equal((await change(there, "Made since")).status, 200);
  await way(here, "open");
  for (let request = 0; request < 10; request += 1) await ask(here, "/todos", ofThere, { title: "At the owner again" });
  const { body: after } = await ask(here, `/todos/${body.id}`, ofThere);
  assert.equal(after["title"], "Made since");
});

test("clients of both nodes, while the way between them is refused, lose nothing", options, async () => {
  const urls = group.nodes.map(({ url }) => url);
  const load = await startLoad(urls, here.url, 4, 4);
  await load.more(20);
  await way(here, "refused");
  await way(there, "refused");
  await turnedAway();
  await way(here, "open");
  await way(there, "open");
  await load.more(20);
  await load.judge();
  assert.deepEqual(
    group.nodes.flatMap(({ statuses }) => statuses),
    [],
  );
});
