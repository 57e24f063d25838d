/** What holds for every request, whatever it asks. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { errorCatalogue } from "../../../src/schema/errors.ts";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import { todo } from "../../../src/schema/todo.ts";
import { type ErrorBody, errorFields } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

test("messages list accepted names", { rules: ["requests.unknown-field", "requests.unknown-parameter"] }, async () => {
  const field = await service.refuses(
    "createTodoList",
    { body: { name: "a", icon: "x" } },
    "validation_failed",
    "icon",
  );
  assert.match(field.message, /name, emoji, color/);
  const parameter = await service.refuses("listTodoLists", { query: { limit: 1 } }, "unknown_parameter", "limit");
  assert.match(parameter.message, /includeArchived/);
});

test("a credential in the query opens nothing", { rules: ["requests.no-query-credential"] }, async () => {
  const query = { access_token: service.key };
  await service.refuses("getIdentity", { credential: null, query }, "missing_credentials");
});

test("a body of 512,001 bytes is refused, one of 512,000 is read", { rules: ["requests.too-large"] }, async () => {
  const sized = (bytes: number) => `{"title":"a","content":"","x":"${"y".repeat(bytes - 33)}"}`;
  assert.equal(sized(512_000).length, 512_000);
  await service.refuses("createTodo", { raw: sized(512_001) }, "payload_too_large");
  await service.refuses("createTodo", { raw: sized(512_000) }, "validation_failed", "x");
});

const lost = [
  ["GET", "/nowhere", "unknown_operation", null],
  ["GET", "/api/v1/nothing", "unknown_operation", null],
  ["GET", "/api/v1/todos/", "unknown_operation", null],
  ["GET", `/api/v1/todos/${unknownId}/nowhere`, "unknown_operation", null],
  ["GET", "/api/v1/todos/../chats", "unknown_operation", null],
  ["GET", "/api/v1/Todos", "unknown_operation", null],
  ["PATCH", "/api/v1/todos/batch", "method_not_allowed", "POST"],
  ["POST", `/api/v1/todos/${unknownId}`, "method_not_allowed", "GET, PATCH, DELETE, HEAD"],
  ["DELETE", "/api/v1/todos/scheduled-series", "method_not_allowed", "GET, HEAD"],
  ["GET", "/api/v2/todos", "unknown_operation", null],
  ["POST", "/api/v1/todos/summary/x/y", "unknown_operation", null],
  ["GET", "/app/v1/nothing", "unknown_operation", null],
  ["PUT", "/api/v1/todos", "method_not_allowed", "GET, POST, HEAD"],
  ["DELETE", "/api/v1/todos/summary", "method_not_allowed", "GET, HEAD"],
  ["OPTIONS", "/api/v1/todos", "method_not_allowed", "GET, POST, HEAD"],
  ["POST", `/api/v1/todos/${unknownId}/complete`, "operation_removed", null],
  ["GET", "/api/v1/todos?query=%zz", "validation_failed", null],
  ["GET", "/api/v1/todos/%ff", "validation_failed", null],
] as const;

test(
  "unknown paths and methods are refused",
  {
    rules: [
      "requests.unknown-operation",
      "requests.method-not-allowed",
      "requests.literal-path",
      "requests.removed",
      "requests.malformed-escape",
    ],
  },
  async () => {
    for (const [method, path, code, allow] of lost) {
      const answer = await service.send(method, path, { credential: service.key });
      const { error } = JSON.parse(answer.body) as ErrorBody;
      assert.equal(error.code, code, `${method} ${path}`);
      assert.equal(answer.status, errorCatalogue[code].status);
      assert.equal(error.type, errorCatalogue[code].type);
      if (allow !== null) assert.deepEqual(answer.headers.allow?.split(", ").sort(), allow.split(", ").sort());
      if (code === "operation_removed") assert.match(error.message, /PATCH \/todos\/\{todoId\}/);
    }
  },
);

test(
  "a failure says what, where and under which request",
  { rules: ["requests.error-body", "requests.error-type", "requests.request-id"] },
  async () => {
    const answer = await service.call("getTodo", { path: { todoId: unknownId } });
    const { error } = answer.body as ErrorBody;
    assert.deepEqual(Object.keys(answer.body as object), ["error"]);
    assert.deepEqual(Object.keys(error).sort(), errorFields);
    assert.equal(error.type, "not_found_error");
    assert.equal(error.requestId, answer.headers["x-request-id"]);
    const document = await service.send("GET", new URL(error.specUrl).pathname);
    assert.equal(document.status, 200);
    const again = await service.call("getTodo", { path: { todoId: unknownId } });
    assert.notEqual(again.headers["x-request-id"], answer.headers["x-request-id"]);
  },
);

test("after all those refusals the service is unharmed", { rules: ["requests.missing-field"] }, async () => {
  for (const operation of ["createTodo", "createChat", "createAgent", "createTodoList", "createApiKey"] as const) {
    for (const raw of ["{}", "null", "[]", "1", '{"data":null}', ""]) {
      const { status } = await service.call(operation, { raw });
      assert.ok(status === 400, `${operation} ${raw}: ${status}`);
    }
  }
  await service.ok("getServiceInfo");
});

test("checks come in order: credential, scope, type and size, validation", { rules: ["requests.order"] }, async () => {
  const wrong = { raw: "{", headers: { "content-type": "text/plain" }, query: { x: 1 } };
  const reader = await service.keyFor(["todos:read"]);
  await service.refuses("createTodo", { ...wrong, credential: null }, "missing_credentials");
  await service.refuses("createTodo", { ...wrong, credential: reader }, "missing_scope");
  await service.refuses("createTodo", wrong, "unsupported_media_type");
  await service.refuses("createTodo", { raw: "{", query: { x: 1 } }, "validation_failed");
  await service.refuses("createTodo", { body: { title: "" }, query: { x: 1 } }, "unknown_parameter");
});

test("resources name their types", { rules: ["requests.object-field", "requests.nullable-present"] }, async () => {
  const made = await service.ok("createTodo", { body: { title: "Empty" } });
  assert.equal(made.object, "todo");
  assert.deepEqual(Object.keys(made).sort(), Object.keys(todo.entries).sort());
  assert.equal((await service.ok("listTodos")).object, "list");
  assert.equal((await service.ok("summariseTodos")).object, "todo_summary");
});

test("titles are trimmed, counted in code points", { rules: ["requests.lines", "requests.code-points"] }, async () => {
  assert.equal((await service.ok("createTodo", { body: { title: "  Hello " } })).title, "Hello");
  const long = "😀".repeat(500);
  assert.equal((await service.ok("createTodo", { body: { title: long } })).title, long);
});

test("an id in capitals is the same id", { rules: ["requests.path-id"] }, async () => {
  const { id } = await service.ok("createTodo", { body: { title: "Capitals" } });
  assert.equal((await service.ok("getTodo", { path: { todoId: id.toUpperCase() } })).id, id);
});

test("a calendar date comes back as the same day, whatever the zone", { rules: ["requests.dates"] }, async () => {
  for (const dueDate of ["2026-03-29", "2028-02-29", "0001-01-01", "9999-12-31", "2026-10-25"]) {
    const made = await service.ok("createTodo", { body: { title: "Day", dueDate } });
    const read = await service.ok("getTodo", { path: { todoId: made.id } });
    assert.deepEqual([made.dueDate, read.dueDate], [dueDate, dueDate]);
  }
});

test("HEAD answers like GET, without a body", { rules: ["requests.head"] }, async () => {
  const get = await service.send("GET", "/api/v1/todo-lists", { credential: service.key });
  const head = await service.send("HEAD", "/api/v1/todo-lists", { credential: service.key });
  assert.deepEqual([head.status, head.body, head.headers["content-length"]], [200, "", get.headers["content-length"]]);
});

test("an action without input needs neither body nor type", { rules: ["requests.no-body"] }, async () => {
  const { id } = await service.ok("createTodo", { body: { title: "Bare" } });
  await service.ok("restoreTodo", { path: { todoId: id } });
  await service.ok("restoreTodo", { path: { todoId: id }, body: {} });
  const path = { todoId: id };
  for (const raw of [" { } ", "{\n}\n", "\t"]) await service.ok("restoreTodo", { path, raw });
  for (const [raw, param] of [
    ['{"title": "a", "b": 1}', "title"],
    ["[]", null],
    ["null", null],
    ["{", null],
    [`{"title": "${"a".repeat(5000)}"}`, null],
  ] as const) {
    const { message } = await service.refuses("restoreTodo", { path, raw }, "validation_failed", param);
    assert.match(message, /takes no body/);
  }
});

test("an unknown id is 404, in filters nothing", { rules: ["requests.body-id", "requests.filter-id"] }, async () => {
  await service.refuses("getTodo", { path: { todoId: unknownId } }, "resource_not_found");
  const places: readonly (readonly [OperationId, unknown, string])[] = [
    ["createTodo", { title: "a", todoListId: unknownId }, "todoListId"],
    ["createTodo", { title: "a", captureId: unknownId }, "captureId"],
    ["createTodo", { title: "a", assignees: [{ id: unknownId, type: "user" }] }, "assignees[0].id"],
    [
      "createTodo",
      {
        title: "a",
        assignees: [
          { id: service.userId, type: "user" },
          { id: unknownId, type: "agent" },
        ],
      },
      "assignees[1].id",
    ],
    ["batchCreateTodos", { data: [{ title: "a" }, { title: "b", todoListId: unknownId }] }, "data[1].todoListId"],
    ["createChat", { message: "a", agentId: unknownId }, "agentId"],
    ["createChat", { message: "a", todoId: unknownId }, "todoId"],
    ["createChat", { message: "a", captureIds: [unknownId] }, "captureIds[0]"],
  ];
  for (const [operation, body, param] of places)
    await service.refuses(operation, { body }, "resource_not_found", param);
  for (const name of ["todoListId", "captureId", "assigneeId"]) {
    assert.deepEqual((await service.ok("listTodos", { query: { [name]: unknownId } })).data, []);
  }
  assert.deepEqual((await service.ok("listChats", { query: { agentId: unknownId } })).data, []);
  assert.deepEqual((await service.ok("listSkills", { query: { agentId: unknownId } })).data, []);
});

test("an unforeseen failure says nothing of itself, the log does", { rules: ["requests.failure"] }, async () => {
  const { directory } = service;
  const whole = { ...directory };
  Object.assign(directory, { listApiKeys: () => Promise.reject(new Error("disk sda1 is on fire")) });
  const request = { query: { workspaceId: service.workspaceId } };
  const error = await service.refuses("listApiKeys", request, "internal_error", null);
  Object.assign(directory, whole);
  assert.ok(!JSON.stringify(error).includes("sda1"));
  const line = service.log.find((each) => each.includes("sda1")) ?? "";
  assert.ok(line.includes(error.requestId), line);
  await service.ok("listApiKeys", request);
});
