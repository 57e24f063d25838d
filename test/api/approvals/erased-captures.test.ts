/** Erasing a capture on which requests for approval rest: nobody can decide on them any more, nothing is done, and no chat waits. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Approval } from "../../../src/schema/app.ts";
import { filesWith } from "../../helpers/files-with.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, runEnd } from "../../helpers/wait.ts";
import { pluck, rows } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { id: askerId } = await service.ok("createAgent", { body: { name: "Asks first" } });
const { id: freeId } = await service.ok("createAgent", { body: { name: "Free", requiresApproval: false } });

const note = async (content: string) => (await service.ok("createCapture", { body: { type: "note", content } })).id;
const erase = (captureId: string) => service.ok("deleteCapture", { path: { captureId }, query: { permanent: true } });
const decide = (approvalId: string, body: object) => service.ok("decideApproval", { path: { approvalId }, body });
const approvals = async (query: object): Promise<readonly Approval[]> =>
  (await service.ok("listApprovals", { query: { limit: 100, ...query } })).data;
const made = async (title: string) => (await service.ok("listTodos", { query: { query: title } })).data.length;
const call = (name: string, input: object) => ({ name, input });

/** A chat about the captures in which the agent wants to make these calls; answers its id once it waits, or has ended. */
async function chat(calls: readonly ReturnType<typeof call>[], more: object): Promise<string> {
  service.model.play({ calls });
  const body = { message: "Go on.", agentId: askerId, ...more };
  const { id } = await service.ok("createChat", { body });
  await chatEnd(service, id);
  return id;
}

async function blocksOf(chatId: string) {
  const { data } = await service.ok("listMessages", { path: { chatId }, query: { limit: 100 } });
  return data.flatMap((message) => message.blocks);
}
const results = async (chatId: string) =>
  (await blocksOf(chatId)).flatMap((block) => (block.type === "tool_result" ? [block.content] : []));

test("requests that carried it end", { rules: ["boundary.erase", "approvals.closed", "approvals.list"] }, async () => {
  const captureId = await note("Canary Heron flies.");
  const chatId = await chat([call("create_todo", { title: "Canary Heron" })], { captureIds: [captureId] });
  const elsewhere = await chat([call("create_todo", { title: "Of something else" })], {});
  const [asked] = await approvals({ chatId });
  assert.deepEqual([asked?.status, asked?.toolInput], ["pending", { title: "Canary Heron" }]);
  await erase(captureId);
  const [ended, ...others] = await approvals({ status: "cancelled" });
  assert.deepEqual([ended?.id, ended?.toolInput, others], [asked?.id, {}, []]);
  assert.match(ended?.summary ?? "", /^Erased/);
  assert.deepEqual(pluck(await approvals({ status: "pending" }), "chatId"), [elsewhere]);
  for (const body of [
    { decision: "approve" },
    { decision: "edit", editedInput: { title: "x" } },
    { decision: "reject" },
  ]) {
    const path = { approvalId: asked?.id ?? assert.fail() };
    const { message } = await service.refuses("decideApproval", { path, body }, "resource_conflict");
    assert.match(message, /is cancelled already, as what it asked for was erased with the capture/);
  }
  await chatEnd(service, chatId, ["completed"]);
  assert.match(
    (await results(chatId)).join(),
    /^\{"error":\{"message":"Not carried out: the capture .* was erased before/,
  );
  assert.equal(await made("Canary Heron"), 0);
  assert.deepEqual(filesWith(service.dataDir, "Canary Heron"), []);
  await service.ok("sendMessage", { path: { chatId }, body: { message: "And now?", waitSeconds: 60 } });
  await chatEnd(service, chatId, ["completed"]);
});

test("an approved call loses its erased input", { rules: ["boundary.erase", "approvals.several"] }, async () => {
  const captureId = await note("Canary Egret flies.");
  const calls = ["one", "two"].map((which) => call("create_todo", { title: `Canary Egret ${which}` }));
  const chatId = await chat([...calls, call("list_todos", {})], { captureIds: [captureId] });
  const [second, first] = await approvals({ chatId });
  await decide(first?.id ?? "", { decision: "approve" });
  await erase(captureId);
  await chatEnd(service, chatId, ["completed"]);
  const after = await approvals({ chatId });
  assert.deepEqual(rows(after, "id", "status"), [
    [second?.id, "cancelled"],
    [first?.id, "approved"],
  ]);
  assert.equal((await results(chatId)).filter((text) => text.includes("was erased before")).length, 3);
  assert.equal(await made("Egret"), 0);
  assert.deepEqual(filesWith(service.dataDir, "Canary Egret"), []);
});

test("the waiting run ends", { rules: ["boundary.erase", "schedules.awaiting-approval"] }, async () => {
  const captureId = await note("Canary Bittern flies.");
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Look into it" } });
  service.model.play(
    { calls: [call("get_capture", { captureId })] },
    { calls: [call("update_todo", { todoId, content: "Canary Bittern" })] },
  );
  const { chatId } = await service.ok("runTodo", { path: { todoId }, body: { agentId: askerId } });
  await chatEnd(service, chatId, ["awaiting_input"]);
  await erase(captureId);
  const { status, stopReason } = await runEnd(service, todoId);
  assert.deepEqual([status, stopReason], ["completed", "end_turn"]);
  assert.equal((await service.ok("getTodo", { path: { todoId } })).content, null);
  await service.ok("runTodo", { path: { todoId }, body: { agentId: freeId, message: "Again" } });
  assert.equal((await runEnd(service, todoId)).status, "completed");
});

for (const agentId of [askerId, freeId]) {
  test(
    `an agent that erased the capture acts no further, ${agentId === askerId ? "approved or not" : "asked or not"}`,
    { rules: ["boundary.erase"] },
    async () => {
      const captureId = await note("Canary Crane flies.");
      const calls = [
        call("delete_capture", { captureId, permanent: true }),
        call("create_todo", { title: "Canary Crane" }),
        call("list_agents", {}),
      ];
      const chatId = await chat(calls, { captureIds: [captureId], agentId });
      for (const { id, status } of await approvals({ chatId }))
        if (status === "pending") await decide(id, { decision: "approve" });
      await chatEnd(service, chatId, ["completed"]);
      const [deleted, todo] = await results(chatId);
      assert.match(deleted ?? "", /"deleted":true/);
      assert.match(todo ?? "", /was erased before/);
      assert.equal(await made("Canary Crane"), 0);
      assert.deepEqual(filesWith(service.dataDir, "Canary Crane"), []);
    },
  );
}
