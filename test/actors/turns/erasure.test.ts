/** What an agent erases for ever may be very much: it is written like what a request erases. */
import assert from "node:assert/strict";
import test from "node:test";
import { say, startTurnBench, use } from "./turn-bench.ts";

test("each erasure has a commit of its own, which does not wait in memory", async (t) => {
  const bench = await startTurnBench(t);
  const erased = await Promise.all(
    ["One", "Two"].map((title) => bench.call("createCapture", { body: { type: "note", content: title } })),
  );
  await bench.work(); // they are summed up
  const ids = erased.map(({ id }) => id);
  const calls = ids.map((captureId) => ["delete_capture", { captureId, permanent: true }] as const);
  bench.script = [use(...calls), say("Erased.")];
  const chat = await bench.call("createChat", { body: { message: "Erase both", agentId: bench.assistant } });
  await bench.work();
  const { data } = await bench.call("listApprovals", { query: { chatId: chat.id } });
  for (const { id } of data)
    await bench.call("decideApproval", { path: { approvalId: id }, body: { decision: "approve" } });
  const left = new Set<number>();
  const count = `SELECT count(*) FROM captures WHERE id IN (${ids.map(() => "?").join(", ")})`;
  bench.mailbox.onCommit(() => left.add(bench.read((sql) => sql.get(count, ...ids)?.[0]) as number));
  await bench.work();
  assert.deepEqual([...left], [2, 1, 0]);
});
