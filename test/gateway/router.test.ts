/** Every operation is found at its path, and nothing else is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRouter } from "../../src/gateway/router.ts";
import type { ApiError } from "../../src/schema/errors.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";

const router = createRouter([
  ...publicTable.map((record) => ({ method: record.method, path: `/api/v1${record.path}`, target: record.id })),
  ...appTable.map((record) => ({ method: record.method, path: `/app/v1${record.path}`, target: record.id })),
]);

const id = "0195f3a0-0000-7000-8000-000000000001";

const refusals: readonly (readonly [string, string, string, string | undefined])[] = [
  ["GET", "/nowhere", "unknown_operation", undefined],
  ["GET", "/api/v1/nowhere", "unknown_operation", undefined],
  ["GET", "/api/v1/todos/", "unknown_operation", undefined],
  ["GET", `/api/v1/todos/${id}/nowhere`, "unknown_operation", undefined],
  ["GET", "/api/v1/todos/../chats", "unknown_operation", undefined],
  ["GET", "/api/v1/chats/../todos", "unknown_operation", undefined],
  ["GET", "/api/v1/Todos", "unknown_operation", undefined],
  ["PUT", "/api/v1/todos", "method_not_allowed", "GET, POST, HEAD"],
  ["DELETE", "/api/v1/todos/summary", "method_not_allowed", "GET, HEAD"],
  ["PATCH", "/api/v1/todos/batch", "method_not_allowed", "POST"],
  ["POST", `/api/v1/todos/${id}`, "method_not_allowed", "GET, PATCH, DELETE, HEAD"],
  ["OPTIONS", "/api/v1/me", "method_not_allowed", "GET, HEAD"],
];

for (const [method, path, code, allow] of refusals) {
  test(`${method} ${path} is refused as ${code}`, () => {
    assert.throws(
      () => router(method, path),
      (error: ApiError) => {
        assert.equal(error.code, code);
        assert.equal(error.headers["allow"], allow);
        return true;
      },
    );
  });
}

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
