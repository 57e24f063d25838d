/** The helper that holds answers against a document must fail for what the document does not describe. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { openApiDocument } from "../../../src/gateway/openapi/document.ts";
import { examples } from "../../../src/gateway/openapi/examples/examples.ts";
import { publicTable } from "../../../src/schema/operations/index.ts";
import { responseValidator } from "../../helpers/openapi.ts";

const origin = "https://dayshift.example.org";
const check = responseValidator(
  openApiDocument(publicTable, {
    title: "Dayshift",
    version: "1.0.0",
    description: "Words.",
    serverUrl: `${origin}/api/v1`,
    publicUrl: origin,
  }),
);
const todo = examples["Todo"] as Record<string, unknown>;
const { dueDate: _, ...incomplete } = todo;
const budget = { "x-request-id": "req_1", "ratelimit-policy": "p", ratelimit: "r" };

const refused: [string, string, number, unknown, Record<string, string> | undefined, RegExp][] = [
  ["a field too many", "getTodo", 200, { ...todo, secret: 1 }, undefined, /additional properties.*secret/],
  ["a field too few", "getTodo", 200, incomplete, undefined, /dueDate/],
  ["a value outside its set", "getTodo", 200, { ...todo, status: "odd" }, undefined, /status/],
  ["an id that is none", "getTodo", 200, { ...todo, id: "1" }, undefined, /uuid/],
  [
    "a nested field too many",
    "getTodo",
    200,
    { ...todo, assignees: [{ id: todo["id"], type: "user", x: 1 }] },
    undefined,
    /x/,
  ],
  ["an undocumented status", "getTodo", 201, todo, undefined, /201 is not documented/],
  ["an operation that is not described", "PUT /todos", 200, todo, undefined, /not described/],
  ["a required header that is missing", "getTodo", 200, todo, {}, /X-Request-Id is missing/],
  [
    "a header that is not documented",
    "getTodo",
    200,
    todo,
    { ...budget, "idempotency-replayed": "true" },
    /idempotency-replayed/,
  ],
];

for (const [what, operation, status, body, headers, words] of refused) {
  test(`${what} fails`, () => assert.throws(() => check(operation, status, body, headers), words));
}

test("an answer as documented passes, by operation id, by template and by the path as it was sent", () => {
  const sent = `GET /api/v1/todos/${String(todo["id"])}?x=1`;
  for (const name of ["getTodo", "GET /todos/{todoId}", sent]) check(name, 200, todo, budget);
  check("GET /api/v1/todos/summary", 200, examples["TodoSummary"]);
  check("createTodo", 409, examples["Error"], budget);
});

test("a document that lets other fields through keeps them", () => {
  check("getOpenApiSpecification", 200, { openapi: "3.1.1", anything: { at: "all" } }, { "X-Request-Id": "req_1" });
});
