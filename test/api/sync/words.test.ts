/** Words of a turn in progress, as its model says them. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openFeed, type TestFeed } from "../../helpers/feed.ts";
import { asTimePasses, eventually } from "../../helpers/settle.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

async function follow(workspaceId: string, credential: string): Promise<TestFeed> {
  const feed = await openFeed({ url: service.url, credential, start: { type: "start", workspaceId, after: null } });
  await eventually("the service says ready", () => feed.frames.some(({ type }) => type === "ready"));
  return feed;
}

const passing = (what: string, passes: () => boolean): Promise<void> => asTimePasses(service.clock, what, passes, 25);

test("words come while the model speaks, and are followed by the message that is recorded", async () => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Heard");
  const feed = await follow(workspaceId, credential);
  const message = "say Good\nsay  morning\nhang";
  const chat = await service.ok("createChat", { credential, body: { message } });
  await passing("the words", () => feed.words === "Good morning");
  const delta = feed.frames.find(({ type }) => type === "delta");
  assert.deepEqual([delta?.chatId, delta?.at, delta?.cursor], [chat.id, 0, undefined]);
  const late = await follow(workspaceId, credential);
  await passing("the words so far, for one who comes late", () => late.words === "Good morning");
  service.model.release();
  const ended = ({ changes }: TestFeed) =>
    changes.some(({ id, record }) => id === chat.id && record?.["status"] === "completed");
  await passing("the chat with its message", () => ended(feed) && ended(late));
  assert.equal(feed.words, "Good morning");
  const back = await follow(workspaceId, credential);
  await service.ok("createTodo", { credential, body: { title: "Afterwards" } });
  await passing("what came afterwards", () => back.changes.length > 0);
  assert.equal(back.words, "");
  for (const one of [feed, late, back]) one.cut();
});

test("words are for those who may read chats, and captures where the model was shown some", async () => {
  const { id: workspaceId, key } = await service.addWorkspace("Discreet");
  const chats = await service.keyFor(["chats:read", "todos:read"], workspaceId);
  const todos = await service.keyFor(["todos:read"], workspaceId);
  const capture = await service.ok("createCapture", { credential: key, body: { type: "note", content: "Merger" } });
  const feeds = await Promise.all([key, chats, todos].map((credential) => follow(workspaceId, credential)));
  const [all, withoutCaptures, withoutChats] = feeds as [TestFeed, TestFeed, TestFeed];
  const say = async (message: string, captureId?: string): Promise<void> => {
    const shown = captureId === undefined ? {} : { captureIds: [captureId] };
    await service.ok("createChat", { credential: key, body: { message, ...shown } });
  };
  await say("say Merger\nhang", capture.id);
  await passing("who may read captures hears it", () => all.words === "Merger");
  await say("say Weather\nhang");
  await passing("the others hear what carries nothing", () => withoutCaptures.words === "Weather");
  assert.equal(all.words, "MergerWeather");
  service.model.release();
  await service.ok("createTodo", { credential: key, body: { title: "Seen" } });
  await passing("a todo", () => withoutChats.changes.some(({ record }) => record?.["title"] === "Seen"));
  assert.equal(withoutChats.words, "");
  assert.equal(withoutCaptures.words, "Weather");
  for (const feed of feeds) feed.cut();
});
