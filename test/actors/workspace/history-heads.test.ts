/** Once a day the log says where the history of a workspace ends. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createHistoryHeads } from "../../../src/actors/parts/shared.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const event = "where the history of a workspace ends";
const noted = () => service.log.filter((line) => line.includes(event)).map((line) => JSON.parse(line));
const newest = async () => (await service.ok("listRecordChanges", { query: { limit: "1" } })).data[0]?.id;
const day = 24 * 60 * 60 * 1000;

test("the first change of a day is noted in the log, with its hash, and no other of that day", async () => {
  await service.pass(day);
  const before = noted().length;
  await service.ok("createTodo", { body: { title: "First" } });
  const first = await newest();
  await service.ok("createTodo", { body: { title: "Second" } });
  const [{ changeId, hash, workspaceId }, ...others] = noted().slice(before);
  assert.deepEqual([changeId, workspaceId, others], [first, service.workspaceId, []]);
  assert.ok(hash.startsWith(changeId.split("-")[1]), "the hash that the chain goes on from");
  await service.pass(day);
  await service.ok("createTodo", { body: { title: "Third" } });
  assert.equal(noted().at(-1).changeId, await newest());
  assert.equal(noted().length, before + 2);
});

test("a history that cannot be read after a commit is reported, and noted after the next one", () => {
  const reported: unknown[] = [];
  const lines: unknown[] = [];
  const heads = createHistoryHeads({
    clock: createFakeClock(),
    log: (_level, message) => void lines.push(message),
    report: (_what, error) => void reported.push(error),
  });
  const failure = new Error("disk I/O error");
  heads.committed("w", () => {
    throw failure;
  });
  assert.deepEqual([reported, lines], [[failure], []]);
  heads.committed("w", () => ({ n: 1, hash: "0123456789abcdef" }));
  assert.deepEqual(lines, [event]);
});
