/**
 * Kill -9 while a model streams its answer, over real HTTP: in the middle of a call, and in the middle of words that people see. The turn
 * resumes from the last recorded step, what was half said is said again, and each thing is there once.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { calling, chunk, events, saying } from "../actors/models/event-streams.ts";
import { completion, scripted } from "../actors/models/scripted-server.ts";
import { call, signIn } from "../bench/client.ts";
import { type FeedOptions, openFeed } from "../helpers/feed.ts";
import { createLives } from "../helpers/lives.ts";
import { untilServed } from "../helpers/real-time.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

interface List<Item> {
  readonly data: readonly Item[];
}
interface Message {
  readonly role: string;
  readonly text: string;
  readonly blocks: readonly { readonly type: string; readonly isError?: boolean }[];
}
interface Todo {
  readonly id: string;
  readonly title: string;
  readonly latestRun: { readonly status: string; readonly chatId: string } | null;
}

const input = '{"title":"Made by the agent"}';
const half = events([...calling("create_todo", [input.slice(0, 9)])], "silence");
const whole = completion(null, [{ id: "call_1", name: "create_todo", arguments: input }]);
const begun = events([chunk({ content: "The todo " }), chunk({ content: "is " })], "silence");
const answered = saying("The todo ", "is made.", "<chat_title>Made</chat_title><chat_subtitle>It is</chat_subtitle>");

test("an answer that a kill cuts off is there once, and nothing goes on", { rules: ["machines.walked"] }, async (t) => {
  const server = await scripted(half, whole, begun, answered);
  t.after(() => server[Symbol.asyncDispose]());
  const start = createLives(t, tempDir(t), server);
  let service = await start();
  const { token, workspaces } = await signIn(service.url);
  const follower = { credential: token, start: { type: "start", workspaceId: workspaces[0]?.id, after: null } };
  const { data: agents } = await call<List<{ id: string }>>(`${service.url}/api/v1/agents`, { credential: token });
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  const body = { title: "Make a todo", assignees, run: true };
  const { id } = await call<Todo>(`${service.url}/api/v1/todos`, { credential: token, body });

  await server.received(1);
  await service.kill(); // in the middle of a call
  service = await start();
  await server.received(3);
  const words = await heard({ ...follower, url: service.url });
  assert.ok("The todo is ".startsWith(words) && words !== "", words);
  await service.kill(); // in the middle of words
  service = await start();
  const todo = await untilServed(
    service,
    "the run has ended",
    (credential) => call<Todo>(`${service.url}/api/v1/todos/${id}`, { credential }),
    ({ latestRun }) => latestRun?.status !== "running",
  );

  assert.equal(todo.latestRun?.status, "completed");
  const read = <T>(path: string): Promise<T> => call<T>(`${service.url}/api/v1${path}`, { credential: token });
  const { data: messages } = await read<List<Message>>(`/chats/${todo.latestRun.chatId}/messages?limit=100`);
  const said = messages.filter(({ role, text }) => role === "assistant" && text !== "").map(({ text }) => text);
  assert.deepEqual(said, ["The todo is made."]);
  const results = messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === "tool_result"));
  assert.deepEqual(
    results.map(({ isError }) => isError),
    [false],
  );
  const { data: todos } = await read<List<Todo>>("/todos");
  assert.deepEqual(todos.map(({ title }) => title).sort(), ["Made by the agent", "Make a todo"]);
  for (const status of ["running", "queued", "awaiting_input"])
    assert.deepEqual((await read<List<unknown>>(`/chats?status=${status}`)).data, []);
  // What the model was asked last is what was recorded before: the half answer is not in it.
  assert.doesNotMatch(JSON.stringify(server.bodies[3]?.["messages"]), /The todo is/);
  assert.equal(await service.stop(), 0);
  service = await start();
  await untilServed(
    service,
    "the service has started again",
    (credential) => call<List<unknown>>(`${service.url}/api/v1/chats?status=completed`, { credential }),
    ({ data }) => data.length === 1,
  );
  assert.equal(server.bodies.length, 4);
});

/** What a follower hears of the words in progress. */
async function heard(follower: FeedOptions): Promise<string> {
  const feed = await openFeed(follower);
  await eventually("words in progress are heard", () => feed.words !== "" || feed.closed !== null);
  assert.equal(feed.closed, null, JSON.stringify(feed.frames));
  feed.cut();
  return feed.words;
}
