/** The chain of the journal: one byte changed in any entry names it; what was erased leaves it whole. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { positionNamed, rowName, rowNamed, rowsAfter } from "../../../src/workspace/protocol/journal/read.ts";
import { forgetOld } from "../../../src/workspace/protocol/journal/retention.ts";
import { unverified, verifyChain } from "../../../src/workspace/protocol/journal/verify.ts";
import { readingFile } from "../../helpers/journal.ts";
import { startTestService } from "../../helpers/service.ts";
import { inFile } from "../../helpers/workspace-file.ts";

const service = await startTestService({ after });
const { dataDir, workspaceId } = service;
const verify = () => service.ok("verifyAudit", {});

for (const title of ["One", "Two", "Three"]) await service.ok("createTodo", { body: { title } });

test("what was written verifies, also after something was erased and after a restart", async () => {
  const { id: todoId } = await service.ok("createTodo", {
    body: { title: "To be erased", content: "x".repeat(10_000) },
  });
  await service.ok("updateTodo", { path: { todoId }, body: { priority: "low" } });
  const before = await verify();
  assert.deepEqual([before.isIntact, before.broken, before.nextCursor], [true, null, null]);
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  await service.restart();
  const now = await verify();
  assert.deepEqual([now.isIntact, now.checked], [true, before.checked + 1]);
  assert.notEqual(now.head?.hash, before.head?.hash);
});

test("the chain is verified in parts that join", () => {
  const whole = readingFile(dataDir, workspaceId, (sql) => verifyChain(sql, unverified, 10_000));
  const joined = readingFile(dataDir, workspaceId, (sql) => {
    let part = verifyChain(sql, unverified, 2);
    while (!part.isWhole) part = verifyChain(sql, part, 2);
    return part;
  });
  assert.deepEqual([joined.n, joined.hash], [whole.n, whole.hash]);
});

test("after its lifetime a change is only named, except an agent's; the chain stays whole", async () => {
  await service.ok("createAgent", { body: { name: "Old agent" } });
  await service.stop();
  await inFile(dataDir, workspaceId, (sql) => {
    const end = sql.get("SELECT max(n) FROM changes")?.[0] as number;
    const now = service.clock.now();
    assert.equal(forgetOld(sql, 0, now - day, now), 0, "nothing is too old");
    assert.equal(forgetOld(sql, 0, now + day, now + day), end);
    const left = sql.all("SELECT DISTINCT kind FROM changes WHERE salt IS NOT NULL").map(([kind]) => kind);
    assert.deepEqual(left, ["agent"]);
    assert.deepEqual(sql.all("SELECT n FROM changes WHERE op = 'touched' AND n < ?", end), []);
    assert.equal(verifyChain(sql, unverified, 10_000).broken, null);
    const [first] = rowsAfter(sql, 0, 1);
    const name = rowName(first ?? assert.fail("The journal is empty."));
    assert.deepEqual([rowNamed(sql, name), positionNamed(sql, name)], [first?.n, undefined], "a follower begins again");
  });
});

const day = 24 * 60 * 60 * 1000;

/** What is written into a column in place of what stands there. */
function otherThan(column: string): string | number {
  const known: Readonly<Record<string, string | number>> = { at: 7, undoes: 7, op: "restored", previous: 7 };
  return known[column] ?? "x";
}

test("a change of any column of an entry names it", async () => {
  const columns = readingFile(dataDir, workspaceId, (sql) =>
    sql.all("SELECT name FROM pragma_table_info('changes')").map(([name]) => name as string),
  );
  await inFile(dataDir, workspaceId, (sql) => {
    const n = sql.get("SELECT max(n) FROM changes WHERE salt IS NOT NULL")?.[0] as number;
    for (const column of columns.filter((name) => name !== "n")) {
      const attempt = () =>
        sql.attempt(() => {
          sql.run(`UPDATE changes SET ${column} = ? WHERE n = ?`, otherThan(column), n);
          assert.equal(verifyChain(sql, unverified, 10_000).broken?.n, n, column);
          throw undone;
        });
      assert.throws(attempt, undone);
    }
    assert.equal(verifyChain(sql, unverified, 10_000).broken, null);
  });
});

const undone = new Error("Undone.");
