/** Every operation is found at its path, and nothing else is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRouter } from "../../src/gateway/router.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";

const router = createRouter([
  ...publicTable.map((record) => ({ method: record.method, path: `/api/v1${record.path}`, target: record.id })),
  ...appTable.map((record) => ({ method: record.method, path: `/app/v1${record.path}`, target: record.id })),
]);

const id = "0195f3a0-0000-7000-8000-000000000001";

test("every operation of both tables is found at its own path", () => {
  for (const [base, table] of [
    ["/api/v1", publicTable],
    ["/app/v1", appTable],
  ] as const) {
    for (const record of table) {
      const match = router(record.method, base + record.path.replace(/\{\w+\}/g, id));
      assert.equal(match.target, record.id);
      assert.equal(Object.keys(match.parameters).length, record.path.split("{").length - 1);
    }
  }
});

test("HEAD goes where GET goes", () => {
  assert.equal(router("HEAD", `/api/v1/todos/${id}`).target, "getTodo");
});

test("parameters come under their names", () => {
  const other = id.replace(/1$/, "2");
  const match = router("GET", `/api/v1/agents/${id}/skills/${other}`);
  assert.deepEqual({ ...match.parameters }, { agentId: id, skillId: other });
});
