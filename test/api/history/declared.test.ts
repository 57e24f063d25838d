/** What an operation changes stands in the table of operations, and what it changes without saying so is found. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRead, type Operation, pathParameters } from "../../../src/schema/operation.ts";
import { appTable, publicTable } from "../../../src/schema/operations/index.ts";
import { readingFile, undeclared, verifyDeclared } from "../../helpers/journal.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const table: readonly Operation[] = [...publicTable, ...appTable];

test("every operation that writes to a workspace declares what it changes, and where the ids come from", () => {
  for (const record of table.filter(({ home }) => home === "workspace")) {
    assert.equal(record.changes === undefined, isRead(record), record.id);
    const known = [...pathParameters(record.path), "answer", "effect"];
    for (const { idFrom } of record.changes ?? []) assert.ok(known.includes(idFrom), `${record.id}: ${idFrom}`);
  }
});

test("an operation that changes what it does not declare is named", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "One" } });
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Two" } });
  const silent = table.map((record) => (record.id === "updateTodo" ? { ...record, changes: [] } : record));
  const found = readingFile(service.dataDir, service.workspaceId, (sql) => undeclared(sql, silent));
  assert.deepEqual(found, ["updateTodo changes todo"]);
  verifyDeclared(service.dataDir, [service.workspaceId]);
});

test("what ends or decides a run changes its todo, and says so", async () => {
  const body = { title: 'call create_todo {"title":"Ask first"}' };
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful", requiresApproval: true } });
  const waiting = async () => {
    const { id: todoId } = await service.ok("createTodo", { body });
    const { chatId } = await service.ok("runTodo", { path: { todoId }, body: { agentId } });
    const pending = async () =>
      (await service.ok("listApprovals", { query: { chatId, status: "pending" } })).data[0] ?? null;
    const approval = await until("it asks", pending, (found) => found !== null);
    return { todoId, chatId, approvalId: approval?.id ?? "" };
  };
  const [cancelled, erased, rejected, done] = [await waiting(), await waiting(), await waiting(), await waiting()];
  await service.ok("cancelChat", { path: cancelled });
  await service.ok("deleteChat", { path: erased, query: { permanent: true } });
  await service.ok("decideApproval", { path: rejected, body: { decision: "reject" } });
  await service.ok("updateTodo", { path: done, body: { status: "done" } });
  await chatEnd(service, rejected.chatId);
  const { status } = await service.ok("getTodo", { path: cancelled });
  assert.equal(status, "ready");
  verifyDeclared(service.dataDir, [service.workspaceId]);
});
