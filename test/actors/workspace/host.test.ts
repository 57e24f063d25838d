/** What a host answers: reads, writes and their replays, held requests. */
import assert from "node:assert/strict";
import test from "node:test";
import type { ActorHost } from "../../../src/actors/workspace/host.ts";
import type { Answer } from "../../../src/actors/workspace/actor.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { fakeId } from "../../helpers/ids.ts";
import { answerOf, type Bench, callOf, startBench, type Turn } from "../bench.ts";

const workspaceId = fakeId(1);
const never = (): Promise<void> => new Promise(() => undefined);

async function namesOf(host: ActorHost): Promise<string[]> {
  const answer = await host.call(workspaceId, callOf(workspaceId, "listTodoLists", undefined));
  return (answer.body as { data: { name: string }[] }).data.map(({ name }) => name);
}

const addList = (host: ActorHost, name: string, key?: string): Promise<Answer> =>
  Promise.resolve(
    host.call(workspaceId, callOf(workspaceId, "createTodoList", { name }, key === undefined ? {} : { key })),
  );

const startChat = (host: ActorHost, body: unknown, more: Parameters<typeof callOf>[3] = {}): Promise<Answer> =>
  answerOf(host, callOf(workspaceId, "createChat", body, more));

/** The answer to come of a request whose commit is behind it and whose wait has begun. */
async function held(bench: Bench, begin: () => Promise<Answer>): Promise<{ readonly answer: Promise<Answer> }> {
  const before = bench.clock.pending;
  const answer = begin();
  answer.catch(() => undefined);
  await eventually("the request is held", () => bench.clock.pending > before);
  return { answer };
}

test("a workspace that was never made is not made by a call", async (t) => {
  const { host } = await startBench(t);
  await assert.rejects(
    async () => host.call(workspaceId, callOf(workspaceId, "listTodoLists", undefined)),
    /its file is missing/,
  );
});

test("a new workspace has its default list and keeps it when it is made again", async (t) => {
  const { host } = await startBench(t);
  await host.create(workspaceId, [{ userId: "u", email: "u@example.org", name: "U", isOwner: true }]);
  await host.create(workspaceId, []);
  assert.deepEqual(await namesOf(host), ["Inbox"]);
});

test("a long poll is answered when somebody else ends its turn, as is the retry that joined it", async (t) => {
  const begun = Promise.withResolvers<string>();
  const script = ({ turnId }: Turn): Promise<void> => {
    begun.resolve(turnId);
    return never();
  };
  const bench = await startBench(t, { script });
  await bench.host.create(workspaceId, []);
  const begin = (): Promise<Answer> => startChat(bench.host, { message: "hello", waitSeconds: 30 }, { key: "k" });
  const answers = [(await held(bench, begin)).answer, begin()];
  const path = { chatId: await begun.promise };
  await bench.host.call(workspaceId, callOf(workspaceId, "cancelChat", undefined, { path }));
  const [first, retry] = await Promise.all(answers);
  assert.deepEqual(first, { body: { id: path.chatId, status: "cancelled", timedOut: false }, replayed: false });
  assert.deepEqual(retry, { body: first?.body, replayed: true });
});

test("past the limit an answer comes at once, timed out; a retry that cannot join is asked to try again", async (t) => {
  const bench = await startBench(t, { script: never, limits: { longPollsPerCredential: 1 } });
  await bench.host.create(workspaceId, []);
  const body = { message: "hello", waitSeconds: 30 };
  await held(bench, () => startChat(bench.host, body, { key: "k" }));
  const past = await startChat(bench.host, body, { key: "another" });
  assert.deepEqual(withoutId(past), { status: "running", timedOut: true });
  assert.deepEqual(await startChat(bench.host, body, { key: "another" }), { body: past.body, replayed: true });
  await assert.rejects(startChat(bench.host, body, { key: "k" }), {
    code: "idempotency_request_in_progress",
    headers: { "Retry-After": "1" },
  });
});

test("a slot is free again when its client has gone, though the wait continues for the retry", async (t) => {
  const bench = await startBench(t, { script: never, limits: { longPollsPerCredential: 1 } });
  await bench.host.create(workspaceId, []);
  const client = new AbortController();
  const body = { message: "hello", waitSeconds: 30 };
  const { answer: first } = await held(bench, () => startChat(bench.host, body, { key: "k", client }));
  client.abort();
  await first;
  const next = startChat(bench.host, body, { key: "another" });
  let isAnswered = false;
  void next.then(() => (isAnswered = true));
  const later = await startChat(bench.host, { message: "later" });
  assert.deepEqual(withoutId(later), { status: "queued", timedOut: false });
  await turns(5);
  assert.equal(isAnswered, false);
  bench.clock.advance(30_000);
  assert.deepEqual(withoutId(await next), { status: "running", timedOut: true });
  assert.deepEqual(bench.problems, []);
});

function withoutId({ body }: { readonly body: unknown }): unknown {
  const { id: _id, ...rest } = body as Record<string, unknown>;
  return rest;
}

test("an answer that follows from the workspace alone names its state, which every commit ends", async (t) => {
  const { host } = await startBench(t);
  await host.create(workspaceId, []);
  const read = async () => host.call(workspaceId, callOf(workspaceId, "listTodoLists", undefined));
  const first = await read();
  assert.ok(first.asOf !== undefined);
  assert.equal(first.asOf, host.stateOf(workspaceId));
  assert.equal((await read()).asOf, first.asOf);
  const written = await addList(host, "Groceries");
  assert.equal(written.asOf, undefined);
  assert.notEqual(host.stateOf(workspaceId), first.asOf);
  assert.equal(host.stateOf(fakeId(99)), null);
});
