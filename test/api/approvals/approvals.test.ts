/** What an agent may do only after a person said so. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Approval } from "../../../src/schema/app.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";
import { pluck, rows } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", {
  body: { name: "Careful", approvalGuidance: "Ask before you write." },
});
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";
let count = 0;

interface Waiting {
  readonly chatId: string;
  readonly title: string;
  readonly approvals: readonly Approval[];
}

/** A chat that waits for so many decisions, each on making a todo with that title. */
async function waiting(calls = 1): Promise<Waiting> {
  const title = `Asked for ${(count += 1)}`;
  const line = `call create_todo {"title":"${title}"}`;
  const message = Array.from({ length: calls }, () => line).join("\n");
  const { id: chatId } = await service.ok("createChat", { body: { message, agentId } });
  assert.equal((await chatEnd(service, chatId)).status, "awaiting_input");
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  assert.equal(data.length, calls);
  return { chatId, title, approvals: data.toReversed() };
}

const decide = (approvalId: string, body: object) => service.ok("decideApproval", { path: { approvalId }, body });
const read = (approvalId: string) => service.ok("getApproval", { path: { approvalId } });

async function made(title: string): Promise<number | null> {
  return (await service.ok("listTodos", { query: { query: title, include: "totalCount" } })).totalCount;
}

async function results(chatId: string) {
  const { data } = await service.ok("listMessages", { path: { chatId }, query: { limit: 100 } });
  return data.flatMap((message) => message.blocks).filter((block) => block.type === "tool_result");
}

test("what the agent said of its request is shown with it", { rules: ["approvals.guidance"] }, async () => {
  const { approvals } = await waiting();
  assert.equal(approvals[0]?.approvalGuidance, "Ask before you write.");
  await service.ok("updateAgent", { path: { agentId }, body: { approvalGuidance: "Ask always." } });
  assert.equal((await read(approvals[0]?.id ?? "")).approvalGuidance, "Ask always.");
});

const wrong = [
  [{}, "decision"],
  [{ decision: "maybe" }, "decision"],
  [{ decision: "edit" }, "editedInput"],
  [{ decision: "respond" }, "comment"],
  [{ decision: "approve", remember: "always" }, "remember"],
  [{ decision: "reject", remember: "chat" }, "remember"],
  [{ decision: "approve", editedInput: { title: "x" } }, "editedInput"],
  [{ decision: "edit", editedInput: { titel: "x" } }, "editedInput.titel"],
] as const;

test("an invalid decision leaves the approval open", { rules: ["approvals.edit", "approvals.reject"] }, async () => {
  const { approvals, title } = await waiting();
  const approvalId = approvals[0]?.id as string;
  for (const [body, param] of wrong) {
    await service.refuses("decideApproval", { path: { approvalId }, body }, "validation_failed", param);
  }
  assert.equal((await read(approvalId)).status, "pending");
  assert.equal(await made(title), 0);
});

test("an API key sees and decides no approvals", { rules: ["approvals.session-only"] }, async () => {
  const { approvals } = await waiting();
  const path = { approvalId: approvals[0]?.id as string };
  const credential = service.key;
  await service.refuses("listApprovals", { credential }, "api_key_auth_required");
  await service.refuses("getApproval", { path, credential }, "api_key_auth_required");
  await service.refuses("decideApproval", { path, body: { decision: "approve" }, credential }, "api_key_auth_required");
  const missing = { approvalId: unknownId };
  await service.refuses("getApproval", { path: missing }, "resource_not_found");
  await service.refuses("decideApproval", { path: missing, body: { decision: "approve" } }, "resource_not_found");
});

test("an agent that asks stops before the change", { rules: ["approvals.stops", "approvals.record"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  const approval = approvals[0] ?? assert.fail("none");
  assert.equal(await made(title), 0);
  assert.deepEqual([approval.object, approval.chatId, approval.agentId], ["approval", chatId, agentId]);
  assert.deepEqual([approval.toolName, approval.toolInput], ["create_todo", { title }]);
  assert.deepEqual(
    [approval.status, approval.decidedBy, approval.decidedAt, approval.comment],
    ["pending", null, null, null],
  );
  assert.equal(Date.parse(approval.expiresAt) - Date.parse(approval.createdAt), 72 * 3_600_000);
  assert.deepEqual(await read(approval.id), approval);
  const { data } = await service.ok("listMessages", { path: { chatId } });
  const request = data.flatMap((message) => message.blocks).find((block) => block.type === "approval_request");
  assert.equal(request?.approvalId, approval.id);
});

test("reading needs no approval", { rules: ["approvals.stops"] }, async () => {
  const body = { message: "call list_todos {}\ncall list_agents {}", agentId, waitSeconds: 60 };
  assert.equal((await service.ok("createChat", { body })).status, "completed");
});

test("approving calls the tool once", { rules: ["approvals.approve", "approvals.closed"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  const approvalId = approvals[0]?.id as string;
  const decided = await decide(approvalId, { decision: "approve", comment: "Fine" });
  assert.deepEqual([decided.status, decided.decidedBy, decided.comment], ["approved", service.userId, "Fine"]);
  assert.equal((await chatEnd(service, chatId, ["completed"])).status, "completed");
  assert.equal(await made(title), 1);
  for (const decision of ["approve", "reject"]) {
    await service.refuses("decideApproval", { path: { approvalId }, body: { decision } }, "resource_conflict");
  }
  assert.equal(await made(title), 1);
});

test("editing carries out the changed input and no other", { rules: ["approvals.edit"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  const editedInput = { title: `${title} (edited)`, priority: "high" };
  const decided = await decide(approvals[0]?.id as string, { decision: "edit", editedInput });
  assert.equal(decided.status, "edited");
  await chatEnd(service, chatId, ["completed"]);
  const { status, toolInput } = await read(decided.id);
  assert.deepEqual([status, toolInput], ["edited", editedInput]);
  const { data } = await service.ok("listTodos", { query: { query: title } });
  assert.deepEqual(rows(data, "title", "priority"), [[editedInput.title, "high"]]);
});

test("rejecting and responding do nothing, and the agent learns why", { rules: ["approvals.reject"] }, async () => {
  for (const [decision, status] of [
    ["reject", "rejected"],
    ["respond", "responded"],
  ] as const) {
    const { chatId, title, approvals } = await waiting();
    const decided = await decide(approvals[0]?.id as string, { decision, comment: "Not on a Sunday" });
    assert.equal(decided.status, status);
    assert.equal((await chatEnd(service, chatId, ["completed"])).status, "completed");
    assert.equal(await made(title), 0);
    assert.match((await results(chatId))[0]?.content ?? "", /Not on a Sunday/);
  }
});

test("several are decided in any order; the turn resumes last", { rules: ["approvals.several"] }, async () => {
  const { chatId, title, approvals } = await waiting(3);
  const [one, two, three] = approvals.map((approval) => approval.id);
  await decide(three as string, { decision: "approve" });
  await decide(one as string, { decision: "reject" });
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "awaiting_input");
  await decide(two as string, { decision: "approve" });
  await chatEnd(service, chatId, ["completed"]);
  assert.equal(await made(title), 2);
  const ids = approvals.map((approval) => approval.toolCallId);
  const answered = await results(chatId);
  assert.deepEqual(answered.map((result) => result.toolCallId).sort(), ids.sort());
});

test("approvals filter by status, chat and agent, newest first", { rules: ["approvals.list"] }, async () => {
  const { chatId, approvals } = await waiting(3);
  await decide(approvals[0]?.id as string, { decision: "reject" });
  const ids = async (query: object) =>
    (await service.ok("listApprovals", { query: { ...query } })).data.map((each) => each.id);
  const newest = approvals.map((approval) => approval.id).toReversed();
  assert.deepEqual(await ids({ chatId }), newest);
  assert.deepEqual(await ids({ chatId, status: "pending" }), newest.slice(0, 2));
  assert.deepEqual(await ids({ chatId, status: "rejected" }), newest.slice(2));
  assert.deepEqual(await ids({ chatId, agentId }), newest);
  assert.deepEqual(await ids({ agentId: unknownId }), []);
  const page = await service.ok("listApprovals", { query: { chatId, limit: 2 } });
  assert.deepEqual(pluck(page.data, "id"), newest.slice(0, 2));
  assert.deepEqual(await ids({ chatId, limit: 2, cursor: page.nextCursor }), newest.slice(2));
});

test("a message to a waiting chat rejects what is pending with it", { rules: ["approvals.message"] }, async () => {
  const { chatId, title, approvals } = await waiting(2);
  await decide(approvals[0]?.id as string, { decision: "approve" });
  await service.ok("sendMessage", { path: { chatId }, body: { message: "Leave it be", waitSeconds: 60 } });
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "completed");
  const rejected = await read(approvals[1]?.id as string);
  assert.deepEqual([rejected.status, rejected.comment], ["rejected", "Leave it be"]);
  assert.equal(await made(title), 1);
});

test("cancelling a waiting chat cancels its approvals", { rules: ["approvals.cancel"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  const approvalId = approvals[0]?.id as string;
  assert.equal((await service.ok("cancelChat", { path: { chatId } })).status, "cancelled");
  assert.equal((await read(approvalId)).status, "cancelled");
  await service.refuses("decideApproval", { path: { approvalId }, body: { decision: "approve" } }, "resource_conflict");
  await service.ok("sendMessage", { path: { chatId }, body: { message: "Once more", waitSeconds: 60 } });
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "completed");
  assert.equal(await made(title), 0);
});

test("remember chat lets the tool pass in that chat only", { rules: ["approvals.remember"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  await decide(approvals[0]?.id as string, { decision: "approve", remember: "chat" });
  await chatEnd(service, chatId, ["completed"]);
  const message = `call create_todo {"title":"${title}"}`;
  await service.ok("sendMessage", { path: { chatId }, body: { message, waitSeconds: 60 } });
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "completed");
  assert.equal(await made(title), 2);
  await waiting();
});

test("an undecided approval expires after 72 hours", { rules: ["approvals.expiry"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  const approvalId = approvals[0]?.id as string;
  await service.pass(72 * 3_600_000 + 1000);
  const chat = await chatEnd(service, chatId, ["completed", "failed", "cancelled"]);
  assert.notEqual(chat.status, "awaiting_input");
  assert.equal((await read(approvalId)).status, "expired");
  await service.refuses("decideApproval", { path: { approvalId }, body: { decision: "approve" } }, "resource_conflict");
  assert.equal(await made(title), 0);
});

test("approvals survive a restart", { rules: ["restart.persists"] }, async () => {
  const { chatId, title, approvals } = await waiting();
  await service.restart();
  await decide(approvals[0]?.id as string, { decision: "approve" });
  await chatEnd(service, chatId, ["completed"]);
  assert.equal(await made(title), 1);
});
