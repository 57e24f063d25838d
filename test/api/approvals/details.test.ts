/** What a person who decides is shown: the record, what would change of it, and what is asked with it; and many decisions at once. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Approval } from "../../../src/schema/app.ts";
import type { InputOf } from "../../../src/schema/operations/index.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful" } });
const callOf = (name: string, input: object) => `call ${name} ${JSON.stringify(input)}`;

/** What an agent asks for when its model makes these calls, oldest first. */
async function asked(...calls: readonly string[]): Promise<readonly [Approval, ...Approval[]]> {
  const body = { message: calls.join("\n"), agentId, waitSeconds: 60 };
  const { id: chatId } = await service.ok("createChat", { body });
  await chatEnd(service, chatId);
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  const [first = assert.fail("Nothing is asked."), ...others] = data.toReversed();
  return [first, ...others];
}
type Decision = InputOf<"decideApproval">["body"];
const todo = (title: string) => service.ok("createTodo", { body: { title, priority: "low" } });

test("a change shows its record and each field, as it is and as it would be", async () => {
  const { id: todoId } = await todo("Send the invoice");
  const [approval] = await asked(callOf("update_todo", { todoId, priority: "high", dueDate: "2026-03-31" }));
  assert.deepEqual(approval.record, { kind: "todo", id: todoId, title: "Send the invoice" });
  assert.deepEqual(approval.diff, [
    { field: "priority", from: "low", to: "high" },
    { field: "dueDate", from: null, to: "2026-03-31" },
  ]);
  assert.deepEqual(approval.targets, [{ ...approval.record, diff: approval.diff }]);
  assert.equal(approval.isStale, false);
  assert.deepEqual([approval.step.position, approval.step.of], [1, 1]);
  await service.ok("updateTodo", { path: { todoId }, body: { priority: "urgent" } });
  const path = { approvalId: approval.id };
  const changed = await service.ok("getApproval", { path });
  assert.deepEqual([changed.isStale, changed.diff?.[0]], [true, { field: "priority", from: "urgent", to: "high" }]);
  const { recordVersion } = changed;
  const decided = await service.ok("decideApproval", { path, body: { decision: "approve", recordVersion } });
  assert.deepEqual(
    [decided.isStale, decided.diff, decided.targets, decided.record?.id],
    [false, changed.diff, [], todoId],
  );
});

test("what is closed stays compared with its record as that was then, whatever becomes of it later", async () => {
  const { id: todoId } = await todo("Send the invoice");
  const change = (body: object) => service.ok("updateTodo", { path: { todoId }, body });
  const path = async (input: object) => {
    const [{ id, chatId }] = await asked(callOf("update_todo", { todoId, ...input }));
    return { approvalId: id, chatId };
  };
  const from = async (approvalId: string) =>
    (await service.ok("getApproval", { path: { approvalId } })).diff?.map((field) => [field.field, field.from]);
  const decide = async ({ approvalId, chatId }: { approvalId: string; chatId: string }, body: Decision) => {
    await service.ok("decideApproval", { path: { approvalId }, body });
    await chatEnd(service, chatId);
  };
  const approved = await path({ priority: "high", content: "By Friday." });
  await decide(approved, { decision: "approve" });
  assert.deepEqual(await from(approved.approvalId), [
    ["content", null],
    ["priority", "low"],
  ]);
  service.clock.advance(1000);
  const edited = await path({ priority: "low", dueDate: "2026-03-31" });
  await decide(edited, { decision: "edit", editedInput: { todoId, priority: "urgent" } });
  assert.deepEqual(await from(edited.approvalId), [["priority", "high"]]);
  service.clock.advance(1000);
  const schedule = { runAt: "2026-12-01T09:00:00.000Z", timezone: "UTC" };
  await change({ schedule });
  const rejected = await path({ priority: "medium", schedule: null });
  await decide(rejected, { decision: "reject" });
  const expired = await path({ status: "done" });
  service.clock.advance(73 * 60 * 60_000);
  await chatEnd(service, expired.chatId);
  for (const body of [{ priority: "low", status: "in_progress" }, { schedule: null }, { content: "Paid." }])
    await change(body);
  const [priority, was] = (await from(rejected.approvalId)) ?? [];
  assert.deepEqual(priority, ["priority", "urgent"]);
  assert.deepEqual(was, ["schedule", { ...schedule, overlapPolicy: "skip", catchUpPolicy: "run_once" }]);
  assert.deepEqual(await from(expired.approvalId), [["status", "ready"]]);
  assert.deepEqual(await from(approved.approvalId), [
    ["content", null],
    ["priority", "low"],
  ]);
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  assert.equal(await from(approved.approvalId), undefined, "what was erased is not shown again");
});

test("a new schedule stands against the one that there is", async () => {
  const { id: todoId } = await todo("Water the plants");
  const asking = { todoId, schedule: { rrule: "FREQ=DAILY;BYHOUR=9" }, schedulePaused: true };
  const [first] = await asked(callOf("update_todo", asking));
  assert.deepEqual(
    first.diff?.map(({ from }) => from),
    [null, null],
  );
  const given = { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8", timezone: "Europe/Berlin", message: "Not the cactus" };
  const schedule = {
    ...given,
    startsAt: "2026-01-05T08:00:00",
    overlapPolicy: "queue",
    catchUpPolicy: "skip",
  } as const;
  await service.ok("updateTodo", { path: { todoId }, body: { schedule } });
  const [second] = await asked(callOf("update_todo", asking));
  assert.deepEqual(second.diff, [
    { field: "schedule", from: schedule, to: asking.schedule },
    { field: "schedulePaused", from: false, to: true },
  ]);
  await service.ok("updateTodo", { path: { todoId }, body: { schedule: { runAt: "2026-12-01T09:00:00Z" } } });
  const [third] = await asked(callOf("update_todo", { todoId, schedule: null }));
  assert.match(JSON.stringify(third.diff), /"from":\{"runAt":"2026-12-01T09:00:00.000Z","timezone":"UTC"/);
});

test("an approval is for what was shown: a record that a person has changed since is not touched by it, but asked about again", async () => {
  const { id: todoId } = await todo("Old draft");
  const [first] = await asked(callOf("delete_todo", { todoId, permanent: true }));
  const change = (title: string) => service.ok("updateTodo", { path: { todoId }, body: { title } });
  const read = (approvalId: string) => service.ok("getApproval", { path: { approvalId } });
  const { chatId, recordVersion } = first;
  await change("The speech");
  const refused = await service.refuses(
    "decideApproval",
    { path: { approvalId: first.id }, body: { decision: "approve", ...(recordVersion !== null && { recordVersion }) } },
    "resource_conflict",
  );
  const cancelled = await read(first.id);
  assert.equal(cancelled.status, "cancelled");
  const second = await read(cancelled.replacedBy ?? assert.fail("Nothing asks again."));
  assert.ok(refused.message.includes(second.id), refused.message);
  assert.deepEqual(
    [second.status, second.isStale, second.record?.title, second.toolCallId, second.step.of],
    ["pending", false, "The speech", first.toolCallId, 1],
  );
  assert.match(second.summary, /The speech/);
  await change("The last speech");
  const decision = { approvalId: second.id, decision: "approve" };
  const { data } = await service.ok("decideManyApprovals", { body: { decisions: [decision] } });
  const { replacedBy: third } = await read(second.id);
  assert.equal(data[0]?.error?.code, "resource_conflict");
  assert.ok(data[0]?.error?.message.includes(third ?? "nothing"), "the refusal of one of many names it, too");
  assert.equal((await service.ok("getTodo", { path: { todoId } })).title, "The last speech");
  const pending = await service.ok("listApprovals", { query: { chatId, status: "pending" } });
  assert.deepEqual(
    pending.data.map(({ id }) => id),
    [third],
  );
  const rejected = { path: { approvalId: third ?? "" }, body: { decision: "reject" } } as const;
  assert.equal((await service.ok("decideApproval", rejected)).status, "rejected");
  await chatEnd(service, chatId);
});

test("what is made new has no record, and what is archived no fields", async () => {
  const [made] = await asked(callOf("create_todo", { title: "Buy paint" }));
  assert.deepEqual([made.record, made.diff], [null, [{ field: "title", from: null, to: "Buy paint" }]]);
  const { id: todoId } = await todo("Old");
  const [archived] = await asked(callOf("delete_todo", { todoId }));
  assert.deepEqual([archived.record?.title, archived.diff], ["Old", []]);
});

test("many are decided at once, and a refused one does not stop the others", async () => {
  const [one, two] = [(await todo("One")).id, (await todo("Two")).id];
  const [first] = await asked(callOf("update_todo", { todoId: one, status: "done" }));
  const [second] = await asked(callOf("update_todo", { todoId: two, status: "done" }));
  const absent = "00000000-0000-4000-8000-000000000000";
  const decisions = [
    { approvalId: first.id, decision: "approve" },
    { approvalId: absent, decision: "approve" },
    { approvalId: first.id, decision: "reject" },
    { approvalId: second.id, decision: "edit" },
    { approvalId: second.id, decision: "reject", comment: "Not yet." },
  ];
  const { data } = await service.ok("decideManyApprovals", { body: { decisions } });
  assert.deepEqual(
    data.map(({ approval, error }) => approval?.status ?? `${error?.code} ${error?.param}`),
    [
      "approved",
      "resource_not_found approvalId",
      "resource_conflict null",
      "validation_failed editedInput",
      "rejected",
    ],
  );
  await chatEnd(service, first.chatId);
  await chatEnd(service, second.chatId);
  const read = async (todoId: string) => (await service.ok("getTodo", { path: { todoId } })).status;
  assert.deepEqual([await read(one), await read(two)], ["done", "ready"]);
});
