/** Requests that are refused for what they hold, in tables: what, with which code, at which place. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

type Row = readonly [what: string, operation: OperationId, request: Request, code: ErrorCode, param?: string | null];

const body = (value: unknown): Request => ({ body: value });
const rawTodo = (raw: string | Buffer): Request => ({ raw });

const fields: readonly Row[] = [
  ["an unknown field", "createTodo", body({ title: "a", colour: "red" }), "validation_failed", "colour"],
  [
    "an unknown field below",
    "createTodo",
    body({ title: "a", schedule: { rrule: "FREQ=DAILY", foo: 1 } }),
    "validation_failed",
    "schedule.foo",
  ],
  [
    "an unknown field in an item",
    "batchCreateTodos",
    body({ data: [{ title: "a" }, { title: "b", x: 1 }] }),
    "validation_failed",
    "data[1].x",
  ],
  [
    "a wrong item",
    "batchCreateTodos",
    body({ data: [{ title: "a" }, { title: "b" }, { title: "c" }, { title: 4 }] }),
    "validation_failed",
    "data[3].title",
  ],
  ["a missing field", "createAgent", body({}), "validation_failed", "name"],
  ["a missing body", "createAgent", {}, "validation_failed"],
  ["a missing message", "createChat", body({}), "validation_failed", "message"],
  ["a missing list of items", "batchCreateTodos", body({}), "validation_failed", "data"],
];

const texts: readonly Row[] = [
  ["NUL in a title", "createTodo", body({ title: "a\0b" }), "validation_failed", "title"],
  ["NUL in content", "createTodo", body({ content: "a\0b" }), "validation_failed", "content"],
  ["a lone surrogate", "createTodo", rawTodo('{"title":"\\ud800"}'), "validation_failed", "title"],
  ["a lone surrogate in content", "createTodo", rawTodo('{"content":"x\\udc00"}'), "validation_failed", "content"],
  ["a line break in a title", "createTodo", body({ title: "a\nb" }), "validation_failed", "title"],
  ["a bell in content", "createTodo", body({ content: "a\u0007" }), "validation_failed", "content"],
  ["a C1 control character in a name", "createAgent", body({ name: "a\u0085b" }), "validation_failed", "name"],
  ["a C1 control character in content", "createTodo", body({ content: "a\u009b" }), "validation_failed", "content"],
  ["a blank title", "createTodo", body({ title: "  " }), "validation_failed", "title"],
  ["a blank agent name", "createAgent", body({ name: "\t" }), "validation_failed", "name"],
  ["a blank list name", "createTodoList", body({ name: "" }), "validation_failed", "name"],
  ["a title of 501 code points", "createTodo", body({ title: "😀".repeat(501) }), "validation_failed", "title"],
];

const values: readonly Row[] = [
  ["30 February", "createTodo", body({ title: "a", dueDate: "2026-02-30" }), "validation_failed", "dueDate"],
  [
    "a date with a time",
    "createTodo",
    body({ title: "a", dueDate: "2026-02-03T00:00:00Z" }),
    "validation_failed",
    "dueDate",
  ],
  [
    "an instant without offset",
    "listTodos",
    { query: { updatedSince: "2026-02-03T00:00:00" } },
    "validation_failed",
    "updatedSince",
  ],
  [
    "an instant before 1970",
    "listTodos",
    { query: { createdSince: "1969-12-31T23:59:59Z" } },
    "validation_failed",
    "createdSince",
  ],
  [
    "an instant past 9999",
    "listTodos",
    { query: { createdSince: "9999-12-31T23:59:59-01:00" } },
    "validation_failed",
    "createdSince",
  ],
  ["an offset as time zone", "createChat", body({ message: "a", timezone: "+05:30" }), "validation_failed", "timezone"],
  [
    "an unknown time zone",
    "createChat",
    body({ message: "a", timezone: "Mars/Olympus" }),
    "validation_failed",
    "timezone",
  ],
  [
    "an integer past 2^53",
    "createChat",
    rawTodo('{"message":"a","waitSeconds":9007199254740993}'),
    "validation_failed",
    "waitSeconds",
  ],
  ["a fraction", "createChat", body({ message: "a", waitSeconds: 1.5 }), "validation_failed", "waitSeconds"],
];

const queries: readonly Row[] = [
  ["an unknown parameter", "listTodos", { query: { colour: "red" } }, "unknown_parameter", "colour"],
  ["an unknown parameter of the summary", "summariseTodos", { query: { limit: 3 } }, "unknown_parameter", "limit"],
  [
    "an unknown parameter of one todo",
    "getTodo",
    { path: { todoId: unknownId }, query: { x: 1 } },
    "unknown_parameter",
    "x",
  ],
  [
    "an unknown parameter of a write",
    "createTodo",
    { query: { x: 1 }, body: { title: "a" } },
    "unknown_parameter",
    "x",
  ],
  ["an unknown parameter of an open operation", "getServiceInfo", { query: { x: 1 } }, "unknown_parameter", "x"],
  ["an unknown parameter of the document", "getOpenApiSpecification", { query: { x: 1 } }, "unknown_parameter", "x"],
  [
    "a credential in the query",
    "getServiceInfo",
    { query: { access_token: "x" } },
    "unknown_parameter",
    "access_token",
  ],
  [
    "a parameter named like a property of objects",
    "listTodos",
    { query: "__proto__=1" },
    "unknown_parameter",
    "__proto__",
  ],
  ["a repeated parameter", "listTodos", { query: "limit=5&limit=6" }, "validation_failed", "limit"],
  ["a bracketed parameter", "listTodos", { query: "limit[]=5" }, "unknown_parameter", "limit[]"],
  ["a number with a sign", "listTodos", { query: "limit=%2B5" }, "validation_failed", "limit"],
  ["a number with a zero in front", "listTodos", { query: "limit=05" }, "validation_failed", "limit"],
  ["a number with a fraction", "listTodos", { query: "limit=5.0" }, "validation_failed", "limit"],
  ["a number with an exponent", "listTodos", { query: "limit=1e1" }, "validation_failed", "limit"],
  ["a filter that is no id", "listTodos", { query: "todoListId=abc" }, "validation_failed", "todoListId"],
  ["a filter that is no day", "listTodos", { query: "dueBefore=2026-02-30" }, "validation_failed", "dueBefore"],
  [
    "a filter that is no instant",
    "listTodos",
    { query: "updatedSince=2026-01-01" },
    "validation_failed",
    "updatedSince",
  ],
  ["a boolean as a digit", "listTodos", { query: "includeArchived=1" }, "validation_failed", "includeArchived"],
  ["a boolean in capitals", "listTodos", { query: "includeArchived=TRUE" }, "validation_failed", "includeArchived"],
  ["a path id that is none", "getTodo", { path: { todoId: "42" } }, "validation_failed", "todoId"],
];

const bodies: readonly Row[] = [
  ["malformed JSON", "createTodo", rawTodo('{"title":'), "validation_failed"],
  ["an array", "createTodo", rawTodo("[]"), "validation_failed"],
  ["null", "createTodo", rawTodo("null"), "validation_failed"],
  ["a bare text", "createTodo", rawTodo('"title"'), "validation_failed"],
  [
    "nesting past 32 levels",
    "createTodo",
    rawTodo(`{"title":${"[".repeat(40)}${"]".repeat(40)}}`),
    "validation_failed",
  ],
  ["__proto__", "createTodo", rawTodo('{"title":"a","__proto__":{"run":true}}'), "validation_failed", "__proto__"],
  ["constructor below", "batchCreateTodos", rawTodo('{"data":[{"title":"a","constructor":1}]}'), "validation_failed"],
  [
    "prototype",
    "updateTodo",
    { path: { todoId: unknownId }, raw: '{"prototype":1}' },
    "validation_failed",
    "prototype",
  ],
  ["invalid UTF-8", "createTodo", rawTodo(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])), "validation_failed"],
  ["a body where none is taken", "restoreTodo", { path: { todoId: unknownId }, body: { x: 1 } }, "validation_failed"],
  ["a huge one", "restoreTodo", { path: { todoId: unknownId }, raw: "x".repeat(600_000) }, "validation_failed"],
];

const types: readonly Row[] = [
  [
    "text/plain",
    "createTodo",
    { ...body({ title: "a" }), headers: { "content-type": "text/plain" } },
    "unsupported_media_type",
  ],
  [
    "a form",
    "createTodo",
    { raw: "title=a", headers: { "content-type": "application/x-www-form-urlencoded" } },
    "unsupported_media_type",
  ],
  [
    "another charset",
    "createTodo",
    { ...body({ title: "a" }), headers: { "content-type": "application/json; charset=latin1" } },
    "unsupported_media_type",
  ],
  [
    "a type that only begins so",
    "createTodo",
    { ...body({ title: "a" }), headers: { "content-type": "application/json-patch+json" } },
    "unsupported_media_type",
  ],
  [
    "compression",
    "createTodo",
    { ...body({ title: "a" }), headers: { "content-encoding": "gzip" } },
    "unsupported_media_type",
  ],
];

function table(rows: readonly Row[]): () => Promise<void> {
  return async () => {
    for (const [what, operation, request, code, param] of rows) {
      const error = await service
        .refuses(operation, request, code)
        .catch((fault: unknown) => assert.fail(`${what}: ${String(fault)}`));
      if (param !== undefined) assert.equal(error.param, param, `${what}: ${error.message}`);
    }
  };
}

test(
  "unknown, wrong and missing fields are refused with their place [requests.unknown-field, requests.param-path, requests.missing-field]",
  table(fields),
);
test("texts that no one can read are refused [requests.text, requests.lines, requests.code-points]", table(texts));
test(
  "dates, instants, zones and numbers that are none are refused [requests.dates, requests.instants, requests.time-zones, requests.integers]",
  table(values),
);
test(
  "query strings are taken literally [requests.unknown-parameter, requests.unknown-parameter-everywhere, requests.repeated-parameter, requests.query-values, requests.path-id, requests.no-query-credential]",
  table(queries),
);
test(
  "bodies that are no plain JSON object are refused [requests.json, requests.forbidden-keys, requests.no-body]",
  table(bodies),
);
test("bodies of another type or encoding are refused [requests.media-type]", table(types));
