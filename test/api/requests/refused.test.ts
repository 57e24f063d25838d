/** Requests that are refused for what they hold, in tables: what, with which code, at which place. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

type Row = readonly [what: string, operation: OperationId, request: Request, param?: string];

const body = (value: unknown): Request => ({ body: value });
const rawTodo = (raw: string | Buffer): Request => ({ raw });

const fields: readonly Row[] = [
  ["an unknown field", "createTodo", body({ title: "a", colour: "red" }), "colour"],
  [
    "an unknown field below",
    "createTodo",
    body({ title: "a", schedule: { rrule: "FREQ=DAILY", foo: 1 } }),
    "schedule.foo",
  ],
  [
    "an unknown field in an item",
    "batchCreateTodos",
    body({ data: [{ title: "a" }, { title: "b", x: 1 }] }),
    "data[1].x",
  ],
  [
    "a wrong item",
    "batchCreateTodos",
    body({ data: [{ title: "a" }, { title: "b" }, { title: "c" }, { title: 4 }] }),
    "data[3].title",
  ],
  ["a missing field", "createAgent", body({}), "name"],
  ["a missing body", "createAgent", {}],
  ["a missing message", "createChat", body({}), "message"],
  ["a missing list of items", "batchCreateTodos", body({}), "data"],
];

const texts: readonly Row[] = [
  ["NUL in a title", "createTodo", body({ title: "a\0b" }), "title"],
  ["NUL in content", "createTodo", body({ content: "a\0b" }), "content"],
  ["a lone surrogate", "createTodo", rawTodo('{"title":"\\ud800"}'), "title"],
  ["a lone surrogate in content", "createTodo", rawTodo('{"content":"x\\udc00"}'), "content"],
  ["a line break in a title", "createTodo", body({ title: "a\nb" }), "title"],
  ["a bell in content", "createTodo", body({ content: "a\u0007" }), "content"],
  ["a C1 control character in a name", "createAgent", body({ name: "a\u0085b" }), "name"],
  ["a C1 control character in content", "createTodo", body({ content: "a\u009b" }), "content"],
  ["a blank title", "createTodo", body({ title: "  " }), "title"],
  ["a blank agent name", "createAgent", body({ name: "\t" }), "name"],
  ["a blank list name", "createTodoList", body({ name: "" }), "name"],
  ["a title of 501 code points", "createTodo", body({ title: "😀".repeat(501) }), "title"],
];

const values: readonly Row[] = [
  ["30 February", "createTodo", body({ title: "a", dueDate: "2026-02-30" }), "dueDate"],
  ["a date with a time", "createTodo", body({ title: "a", dueDate: "2026-02-03T00:00:00Z" }), "dueDate"],
  ["an instant without offset", "listTodos", { query: { updatedSince: "2026-02-03T00:00:00" } }, "updatedSince"],
  ["an instant before 1970", "listTodos", { query: { createdSince: "1969-12-31T23:59:59Z" } }, "createdSince"],
  ["an instant past 9999", "listTodos", { query: { createdSince: "9999-12-31T23:59:59-01:00" } }, "createdSince"],
  ["an offset as time zone", "createChat", body({ message: "a", timezone: "+05:30" }), "timezone"],
  ["an unknown time zone", "createChat", body({ message: "a", timezone: "Mars/Olympus" }), "timezone"],
  ["an integer past 2^53", "createChat", rawTodo('{"message":"a","waitSeconds":9007199254740993}'), "waitSeconds"],
  ["a fraction", "createChat", body({ message: "a", waitSeconds: 1.5 }), "waitSeconds"],
];

const unknownParameters: readonly Row[] = [
  ["an unknown parameter", "listTodos", { query: { colour: "red" } }, "colour"],
  ["an unknown parameter of the summary", "summariseTodos", { query: { limit: 3 } }, "limit"],
  ["an unknown parameter of one todo", "getTodo", { path: { todoId: unknownId }, query: { x: 1 } }, "x"],
  ["an unknown parameter of a write", "createTodo", { query: { x: 1 }, body: { title: "a" } }, "x"],
  ["an unknown parameter of an open operation", "getServiceInfo", { query: { x: 1 } }, "x"],
  ["an unknown parameter of the document", "getOpenApiSpecification", { query: { x: 1 } }, "x"],
  ["a credential in the query", "getServiceInfo", { query: { access_token: "x" } }, "access_token"],
  ["a parameter named like a property of objects", "listTodos", { query: "__proto__=1" }, "__proto__"],
  ["a bracketed parameter", "listTodos", { query: "limit[]=5" }, "limit[]"],
];

const queries: readonly Row[] = [
  ["a repeated parameter", "listTodos", { query: "limit=5&limit=6" }, "limit"],
  ["a number with a sign", "listTodos", { query: "limit=%2B5" }, "limit"],
  ["a number with a zero in front", "listTodos", { query: "limit=05" }, "limit"],
  ["a number with a fraction", "listTodos", { query: "limit=5.0" }, "limit"],
  ["a number with an exponent", "listTodos", { query: "limit=1e1" }, "limit"],
  ["a filter that is no id", "listTodos", { query: "todoListId=abc" }, "todoListId"],
  ["a filter that is no day", "listTodos", { query: "dueBefore=2026-02-30" }, "dueBefore"],
  ["a filter that is no instant", "listTodos", { query: "updatedSince=2026-01-01" }, "updatedSince"],
  ["a boolean as a digit", "listTodos", { query: "includeArchived=1" }, "includeArchived"],
  ["a boolean in capitals", "listTodos", { query: "includeArchived=TRUE" }, "includeArchived"],
  ["a path id that is none", "getTodo", { path: { todoId: "42" } }, "todoId"],
];

const bodies: readonly Row[] = [
  ["malformed JSON", "createTodo", rawTodo('{"title":')],
  ["an array", "createTodo", rawTodo("[]")],
  ["null", "createTodo", rawTodo("null")],
  ["a bare text", "createTodo", rawTodo('"title"')],
  ["nesting past 32 levels", "createTodo", rawTodo(`{"title":${"[".repeat(40)}${"]".repeat(40)}}`)],
  ["__proto__", "createTodo", rawTodo('{"title":"a","__proto__":{"run":true}}'), "__proto__"],
  ["constructor below", "batchCreateTodos", rawTodo('{"data":[{"title":"a","constructor":1}]}')],
  ["prototype", "updateTodo", { path: { todoId: unknownId }, raw: '{"prototype":1}' }, "prototype"],
  ["invalid UTF-8", "createTodo", rawTodo(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))],
  ["a body where none is taken", "restoreTodo", { path: { todoId: unknownId }, body: { x: 1 } }],
  ["a huge one", "restoreTodo", { path: { todoId: unknownId }, raw: "x".repeat(600_000) }],
];

const types: readonly (readonly [what: string, headers: Record<string, string>])[] = [
  ["text/plain", { "content-type": "text/plain" }],
  ["a form", { "content-type": "application/x-www-form-urlencoded" }],
  ["another charset", { "content-type": "application/json; charset=latin1" }],
  ["a type that only begins so", { "content-type": "application/json-patch+json" }],
  ["compression", { "content-encoding": "gzip" }],
];

function refused(code: ErrorCode, rows: readonly Row[]): () => Promise<void> {
  return async () => {
    for (const [what, operation, request, param] of rows) {
      const error = await service
        .refuses(operation, request, code)
        .catch((fault: unknown) => assert.fail(`${what}: ${String(fault)}`));
      if (param !== undefined) assert.equal(error.param, param, `${what}: ${error.message}`);
    }
  };
}

test(
  "unknown, wrong and missing fields are refused with their place",
  { rules: ["requests.unknown-field", "requests.param-path", "requests.missing-field"] },
  refused("validation_failed", fields),
);
test(
  "texts that no one can read are refused",
  { rules: ["requests.text", "requests.lines", "requests.code-points"] },
  refused("validation_failed", texts),
);
test(
  "impossible dates, instants, zones and numbers are refused",
  { rules: ["requests.dates", "requests.instants", "requests.time-zones", "requests.integers"] },
  refused("validation_failed", values),
);
test(
  "unknown parameters are refused",
  { rules: ["requests.unknown-parameter", "requests.unknown-parameter-everywhere", "requests.no-query-credential"] },
  refused("unknown_parameter", unknownParameters),
);
test(
  "query text is literal",
  { rules: ["requests.repeated-parameter", "requests.query-values", "requests.path-id"] },
  refused("validation_failed", queries),
);
test(
  "bodies must be plain JSON objects",
  { rules: ["requests.json", "requests.forbidden-keys", "requests.no-body"] },
  refused("validation_failed", bodies),
);
test("bodies of another type or encoding are refused", { rules: ["requests.media-type"] }, async () => {
  for (const [what, headers] of types) {
    const request = { raw: headers["content-type"]?.includes("form") ? "title=a" : '{"title":"a"}', headers };
    const error = service.refuses("createTodo", request, "unsupported_media_type");
    await error.catch((fault: unknown) => assert.fail(`${what}: ${String(fault)}`));
  }
});
