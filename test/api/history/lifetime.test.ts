/** After DAYSHIFT_HISTORY_DAYS a change is named, and no more: what stood there is forgotten. Agents keep their versions, and the chain holds. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after }, { configuration: { historyDays: 2 } });
const day = 24 * 60 * 60 * 1000;

/** The service looks for what is too old behind some of the writes. */
async function writeOften(): Promise<void> {
  for (let at = 0; at < 33; at += 1) await service.ok("createTodo", { body: { title: `Later ${at}` } });
}

test("what was changed longer ago is named without its fields, and cannot be undone", async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Call Ana" } });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Ada" } });
  const changesOf = async () => (await service.ok("listRecordChanges", { query: { todoId } })).data;
  const [made] = await changesOf();
  assert.deepEqual(
    [made?.undo.state, made?.fields.find(({ field }) => field === "title")?.to],
    ["possible", "Call Ana"],
  );
  await service.pass(day);
  await writeOften();
  assert.equal((await changesOf())[0]?.undo.state, "possible");
  await service.pass(1.5 * day);
  await writeOften();
  const [kept] = await changesOf();
  assert.deepEqual([kept?.id, kept?.op, kept?.fields, kept?.undo.state], [made?.id, "created", [], "erased"]);
  const { data } = await service.ok("listAgentVersions", { path: { agentId } });
  assert.equal(data[0]?.changes.find(({ field }) => field === "name")?.to, "Ada");
  const { isIntact, broken } = await service.ok("verifyAudit", {});
  assert.deepEqual([isIntact, broken], [true, null]);
});

test("what a clock that ran ahead has written goes with what was written after it was set right", async () => {
  const right = service.clock.now();
  const make = async (title: string) => (await service.ok("createTodo", { body: { title } })).id;
  const fieldsOf = async (todoId: string) =>
    (await service.ok("listRecordChanges", { query: { todoId } })).data.flatMap(({ fields }) => fields);
  service.clock.setWall(right + 10 * day);
  const ahead = await make("Ahead");
  service.clock.setWall(right);
  const after = await make("After");
  await writeOften();
  assert.notDeepEqual([await fieldsOf(ahead), await fieldsOf(after)], [[], []]);
  await service.pass(2.5 * day);
  await writeOften();
  await writeOften();
  assert.deepEqual([await fieldsOf(ahead), await fieldsOf(after)], [[], []]);
});
