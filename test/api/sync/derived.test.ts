/** What follows from a change of another record comes along, too. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openFeed, type TestFeed } from "../../helpers/feed.ts";
import { asTimePasses, eventually } from "../../helpers/settle.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { url, session: credential, workspaceId } = service;

async function follow(): Promise<TestFeed> {
  const feed = await openFeed({ url, credential, start: { type: "start", workspaceId, after: null } });
  await eventually("the service says ready", () => feed.frames[0]?.type === "ready");
  return feed;
}

const received = (what: string, passes: () => boolean): Promise<void> => asTimePasses(service.clock, what, passes, 25);

test("an occurrence and its series, as the run begins, waits for a person, and goes on", async () => {
  const { id } = await service.ok("createAgent", { body: { name: "Asks", requiresApproval: true } });
  const feed = await follow();
  const schedule = {
    runAt: new Date(service.clock.now() + 60_000).toISOString(),
    message: `pause\nhang\ncall create_todo {"title":"Asked"}`,
  };
  await service.ok("createTodo", { body: { title: "Due", assignees: [{ id, type: "agent" }], schedule } });
  const last = (kind: string) => feed.changes.findLast((one) => one.kind === kind)?.record;
  const occurrence = () => [last("scheduled_occurrence")?.["status"], last("scheduled_occurrence")?.["reason"]].join();
  const series = () => {
    const { status, reason } = (last("scheduled_series")?.["latestOccurrence"] ?? {}) as Record<string, unknown>;
    return [status, reason].join();
  };
  const says = (what: string) => received(what, () => occurrence() === what && series() === what);
  service.clock.advance(60_000);
  await hanging(service);
  await says("running,");
  service.model.release();
  await says("running,awaiting_approval");
  const { data } = await service.ok("listApprovals", { query: { status: "pending" } });
  const path = { approvalId: data[0]?.id ?? assert.fail("Nothing was asked.") };
  await service.ok("decideApproval", { path, body: { decision: "approve" } });
  await hanging(service);
  await says("running,");
  service.model.release();
  await says("completed,");
  feed.cut();
});

test("a schedule shows the title, the list and the agent that its todo has now", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Helps" } });
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "House" } });
  const schedule = { rrule: "FREQ=DAILY" };
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Water", schedule } });
  const feed = await follow();
  const path = { todoId };
  await service.ok("updateTodo", { path, body: { title: "Water the roses", todoListId } });
  const last = () => feed.changes.findLast(({ record }) => record?.["todoId"] === todoId)?.record ?? {};
  await received("title and list", () => last()["title"] === "Water the roses" && last()["todoListId"] === todoListId);
  await service.ok("updateTodo", { path, body: { assignees: [{ id: agentId, type: "agent" }], status: "done" } });
  await received("the agent", () => last()["agentId"] === agentId);
  feed.cut();
});

test("a chat whose todo is erased belongs to none, and so it stands in the history", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Short" } });
  const { id: chatId } = await service.ok("createChat", { body: { message: "Think", title: "About it", todoId } });
  await chatEnd(service, chatId);
  const feed = await follow();
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  await received("the chat", () => feed.changes.some(({ id, record }) => id === chatId && record?.["todoId"] === null));
  const { data } = await service.ok("listRecordChanges", { query: { limit: 10 } });
  const change = data.find(({ recordId }) => recordId === chatId);
  assert.deepEqual(change?.fields, [{ field: "todoId", from: todoId, to: null }]);
  feed.cut();
});

test("the schedules of an erased todo and their times are gone", async () => {
  const schedule = { rrule: "FREQ=DAILY" };
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Once daily", schedule } });
  const path = { todoId };
  await service.ok("updateTodo", { path, body: { schedule: { rrule: "FREQ=WEEKLY" } } });
  await service.ok("updateTodo", { path, body: { schedulePaused: true } });
  const [series] = (await service.ok("listScheduledSeries", { query: { view: "paused" } })).data.filter(
    (one) => one.todoId === todoId,
  );
  const { data } = await service.ok("listAllOccurrences");
  const occurrences = data.filter((one) => one.todoId === todoId).map(({ id }) => id);
  assert.ok(series !== undefined && occurrences.length > 0);
  const feed = await follow();
  await service.ok("deleteTodo", { path, query: { permanent: true } });
  const gone = (kind: string) =>
    feed.changes.filter((one) => one.op === "gone" && one.kind === kind).map(({ id }) => id);
  await received("all that is gone", () => gone("todo").includes(todoId));
  assert.ok(gone("scheduled_series").includes(series.id));
  assert.deepEqual(gone("scheduled_occurrence").sort(), occurrences.sort());
  feed.cut();
});

test("what was asked in an erased chat is gone, decided or not", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Asks first", requiresApproval: true } });
  const message = 'call create_todo {"title":"Asked in a chat"}';
  const { id: chatId } = await service.ok("createChat", { body: { message, agentId, waitSeconds: 60 } });
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  const path = { approvalId: data[0]?.id ?? assert.fail("Nothing was asked.") };
  await service.ok("decideApproval", { path, body: { decision: "approve" } });
  await chatEnd(service, chatId);
  const feed = await follow();
  await service.ok("deleteChat", { path: { chatId }, query: { permanent: true } });
  const isGone = (id: string) => feed.changes.some((one) => one.id === id && one.op === "gone");
  await received("the chat and the approval", () => isGone(chatId) && isGone(path.approvalId));
  feed.cut();
});
