/**
 * Input that nobody meant: values drawn from the operations' own schemas, bent in one place, and plain garbage. Whatever comes,
 * the service answers with an answer that its document describes, never with a 5xx, and lives on. The seed is fixed.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { limits } from "../../../src/schema/limits.ts";
import { type JsonSchema, jsonSchemaOf } from "../../../src/schema/json-schema.ts";
import { type Operation, pathParameters } from "../../../src/schema/operation.ts";
import { appTable, type OperationId, publicTable } from "../../../src/schema/operations/index.ts";
import { mcpTools } from "../../../src/gateway/mcp/tools.ts";
import { errorFields } from "../../helpers/client.ts";
import { errorIn, post, type ToolResult } from "../../helpers/mcp.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const seed = 20260105;
const service = await startTestService({ after });
// Signing out, a new password, and the owner's leaving would end what the other operations need.
const sparing = new Set(["endSession", "changePassword", "removeMember"]);
// What erases comes last: the others need something to work on.
const operations = [...publicTable, ...appTable]
  .filter((record) => !sparing.has(record.id))
  .toSorted((one, other) => Number(one.destructive ?? false) - Number(other.destructive ?? false));

const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker" } });
const { id: skillId } = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Skill" } });
const { id: todoId } = await service.ok("createTodo", { body: { title: "Todo" } });
const { id: chatId } = await service.ok("createChat", { body: { message: "Hello" } });
await chatEnd(service, chatId);
const ask = { message: 'call create_todo {"title":"Asked for"}', agentId };
await chatEnd(service, (await service.ok("createChat", { body: ask })).id);
const approvals = await service.ok("listApprovals");
const lists = await service.ok("listTodoLists");
const todoListId = lists.data[0]?.id as string;
const { userId, workspaceId } = service;
const keyBody = { workspaceId, name: "Spare", scopes: ["todos:read"] };
const { id: apiKeyId } = await service.ok("createApiKey", { body: keyBody });
const approvalId = approvals.data[0]?.id as string;
const things = { agentId, skillId, todoId, chatId, todoListId };
const known: Readonly<Record<string, string>> = { ...things, userId, workspaceId, apiKeyId, approvalId };
const ids = Object.values(known);

/** An id: mostly the one that belongs under the name. */
function idFor(name: string): fc.Arbitrary<string> {
  const right = fc.constant(known[name] ?? userId);
  const shouted = fc.constantFrom(...ids).map((one) => one.toUpperCase());
  const other = fc.oneof(fc.constantFrom(...ids), shouted, fc.uuid());
  return fc.oneof({ weight: 6, arbitrary: right }, { weight: 1, arbitrary: other });
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, 0.5, 2 ** 53 + 2, "", " ", "\0", "\ud800", [], {}, [[]], [null]),
  fc.constantFrom<unknown>(
    "9".repeat(400),
    "x".repeat(20_000),
    "<script>",
    "' OR 1=1 --",
    "%00",
    "../../etc/passwd",
    "🎉",
  ),
  fc.constantFrom<unknown>("2026-02-30", "+05:30", "FREQ=SECONDLY", "FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2", "24:61"),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Text that is likely to be right under a name. */
const byName: Readonly<Record<string, readonly string[]>> = {
  rrule: [
    "FREQ=DAILY",
    "FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=9",
    "FREQ=MONTHLY;BYMONTHDAY=31",
    "FREQ=YEARLY;COUNT=2",
    "FREQ=HOURLY",
  ],
  timezone: ["Europe/Berlin", "Pacific/Apia", "UTC", "america/new_york"],
  startsAt: ["2026-03-29T02:30:00", "1970-01-01T00:00:00", "2026-10-25T02:30:00"],
  start: ["00:00", "09:00", "23:59"],
  end: ["17:00", "24:00"],
  color: ["#aabbcc", "#ABCDEF"],
  email: ["bo@example.com", "cy@example.com", ownerEmail],
  password: ["a first password", ownerPassword],
  todoListName: ["Todos", "todos", "Inbox"],
};

/** Text that fits the schema more often than not. */
function textFor(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const dates = ["2026-01-31", "2028-02-29", "0001-01-01", "9999-12-31"];
  const instants = ["2027-03-01T00:00:00Z", "1970-01-01T00:00:00+00:00", "2026-10-25T02:30:00.5+02:00"];
  if (schema["format"] === "uuid") return idFor(name);
  if (schema["format"] === "date") return fc.constantFrom(...dates);
  if (schema["format"] === "date-time") return fc.constantFrom(...instants);
  const words = byName[name];
  if (words !== undefined) return fc.constantFrom(...words);
  return fc.oneof(
    fc.constantFrom("Home", "Assistant", "Hello", "fail", "silent"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  );
}

/** A value that the schema describes, nearly always. */
function valueFor(schema: JsonSchema, name = ""): fc.Arbitrary<unknown> {
  if (schema["const"] !== undefined) return fc.constant(schema["const"]);
  if (schema["enum"] !== undefined) return fc.constantFrom(...(schema["enum"] as unknown[]));
  const branches = (schema["anyOf"] ?? schema["oneOf"]) as JsonSchema[] | undefined;
  if (branches !== undefined) return fc.oneof(...branches.map((one) => valueFor(one, name)));
  const type = Array.isArray(schema["type"]) ? (schema["type"][0] as string) : schema["type"];
  if (type === "object") return objectFor(schema);
  if (type === "array")
    return fc.array(valueFor((schema["items"] ?? {}) as JsonSchema, name), {
      minLength: Number(schema["minItems"] ?? 0),
      maxLength: 3,
    });
  if (type === "integer" || type === "number") {
    const min = Number(schema["minimum"] ?? 0);
    return fc.integer({ min, max: Math.min(Number(schema["maximum"] ?? min + 100), min + 200) });
  }
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  return type === "string" ? textFor(schema, name) : fc.jsonValue({ maxDepth: 1 });
}

/** The required fields (for a todo, its title) and up to three others. */
function objectFor(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const said = (schema["required"] ?? []) as string[];
  const required = "title" in properties && "content" in properties ? [...new Set([...said, "title"])] : said;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return fc.subarray(optional, { maxLength: Math.min(3, optional.length) }).chain((chosen) => {
    const names = [...required, ...chosen];
    return fc.record(Object.fromEntries(names.map((name) => [name, valueFor(properties[name] as JsonSchema, name)])));
  });
}

/** The value with one of its places taken by something odd, or left out. */
function bend(value: unknown, places: readonly number[], oddity: unknown): unknown {
  if (typeof value !== "object" || value === null) return oddity;
  const keys = Object.keys(value);
  const [place = 0, ...rest] = places;
  const key = keys[place % (keys.length + 1)];
  if (key === undefined) return Array.isArray(value) ? [...(value as unknown[]), oddity] : { ...value, odd: oddity };
  const inner = (value as Record<string, unknown>)[key];
  const bent = rest.length === 0 ? oddity : bend(inner, rest, oddity);
  if (Array.isArray(value)) return value.map((item: unknown, n) => (String(n) === key ? bent : item));
  const { [key]: _, ...others } = value as Record<string, unknown>;
  return bent === undefined ? others : { ...others, [key]: bent };
}

function bodyFor(record: Operation): fc.Arbitrary<unknown> {
  if (record.body === null) return fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, odd);
  const fitting = objectFor(jsonSchemaOf(record.body));
  const places = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 });
  const bent = fc
    .tuple(fitting, places, fc.option(odd, { nil: undefined }))
    .map(([value, at, what]) => bend(value, at, what));
  return fc.oneof({ weight: 5, arbitrary: fitting }, { weight: 4, arbitrary: bent }, { weight: 1, arbitrary: odd });
}

const scalar = odd.map((value) => (typeof value === "string" ? value.toWellFormed() : JSON.stringify(value)));

function queryFor(record: Operation): fc.Arbitrary<string> {
  const fitting = objectFor(jsonSchemaOf(record.query)).map((query) => Object.entries(query));
  const name = fc.oneof(fc.constantFrom("limit", "cursor", "query", "limit[]", "__proto__", "permanent", ""), scalar);
  const stray = fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, fc.array(fc.tuple(name, scalar), { maxLength: 2 }));
  return fc
    .tuple(fitting, stray)
    .map(([fields, more]) =>
      [...fields, ...more].map(([key, value]) => `${encode(key)}=${encode(String(value))}`).join("&"),
    );
}

function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .slice(0, 4000)
    .replace(/%.?$/, "")
    .replace(/(%[0-9A-F]{2})+$/, "");
}

const strayId = scalar.map((text) => encode(text).replaceAll(".", "") || "0");

function pathFor(name: string): fc.Arbitrary<string> {
  return fc.oneof({ weight: 12, arbitrary: idFor(name) }, { weight: 1, arbitrary: strayId });
}

async function assertAlive(status: number, what: string): Promise<void> {
  assert.ok(status < 500, `${what}: ${status}`);
  const failures = service.log.filter((line) => line.includes("request failed"));
  assert.deepEqual(failures, [], what);
}

for (const record of operations) {
  const names = pathParameters(record.path);
  const path = fc.record(Object.fromEntries(names.map((name) => [name, pathFor(name)])));
  const headers = fc.option(fc.constantFrom("k", "x".repeat(255), "~", "x".repeat(256)), { nil: undefined, freq: 1 });
  const input = fc.record({ path, query: queryFor(record), body: bodyFor(record), key: headers });
  test(`${record.id} answers whatever comes as its document says`, { rules: ["openapi.answers"] }, async () => {
    await fc.assert(
      fc.asyncProperty(input, async ({ path: given, query, body, key }) => {
        const { status } = await service.call(record.id as OperationId, {
          path: given,
          query,
          body,
          ...(key !== undefined && { headers: { "idempotency-key": key } }),
        });
        await assertAlive(status, record.id);
      }),
      { seed, numRuns: 60, endOnFailure: true },
    );
  });
}

for (const { name, input } of mcpTools) {
  const fitting = objectFor(jsonSchemaOf(input));
  const places = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 });
  const bent = fc.tuple(fitting, places, odd).map(([value, at, what]) => bend(value, at, what));
  test(`${name} answers whatever comes with a result`, { rules: ["mcp.garbage"] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fitting, bent, odd), async (args) => {
        const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
        const { status, replies, body } = await post(service, message);
        await assertAlive(status, name);
        if (status === 400) return;
        const { result, error } = replies.at(-1) ?? assert.fail(body);
        const fault = result?.["isError"] ? errorIn(result as unknown as ToolResult).code : undefined;
        assert.ok(error?.code === -32_602 || (result !== undefined && fault !== "internal_error"), body);
      }),
      { seed, numRuns: 15, endOnFailure: true },
    );
  });
}

test("bytes that are no JSON, too deep or too long are refused everywhere", { rules: ["requests.json"] }, async () => {
  const raws = [
    "{",
    "}",
    "[",
    '"',
    "nul",
    "{}{}",
    "\u0000",
    "\ufeff{}",
    '{"a":1,}',
    "[".repeat(100_000),
    '{"a":"\\ud800"}',
    "-",
  ];
  for (const record of operations) {
    if (record.body === null) continue;
    const given = Object.fromEntries(pathParameters(record.path).map((name) => [name, todoId]));
    for (const raw of raws) {
      const { status } = await service.call(record.id as OperationId, { path: given, raw });
      const isTooLong = record.auth === "none" && raw.length > limits.openBodies.each.max;
      const expected = isTooLong ? [413, 429] : record.bytes === undefined ? [400, 429] : [415, 429];
      assert.ok(expected.includes(status), `${record.id} ${raw.slice(0, 10)}: ${status}`);
    }
  }
});

test("random paths and methods fail", { rules: ["requests.unknown-operation", "requests.error-body"] }, async () => {
  const part = fc.oneof(
    scalar.map(encode),
    fc.constantFrom("todos", "..", ".", "%2e%2e", "%2F", "api", "v1", "app", ""),
  );
  const parts = fc.array(part, { maxLength: 5 }).map((all) => all.join("/"));
  const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE", "PROPFIND");
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("/api/v1/", "/app/v1/", "/"), parts, method, async (base, rest, verb) => {
      const answer = await service.send(verb, base + rest, { credential: service.key });
      await assertAlive(answer.status, `${verb} ${base}${rest}`);
      if (answer.status < 400 || answer.body === "") return;
      const { error } = JSON.parse(answer.body) as { error: Record<string, unknown> };
      assert.deepEqual(Object.keys(error).sort(), errorFields);
    }),
    { seed, numRuns: 300, endOnFailure: true },
  );
});

test("after all that the service works and the owner signs in", { rules: ["requests.missing-field"] }, async () => {
  service.clock.advance(120_000);
  await service.ok("createSession", { body: { email: ownerEmail, password: ownerPassword } });
  await service.ok("createTodo", { body: { title: "Alive" } });
  await service.ok("createChat", { body: { message: "Alive?", waitSeconds: 60 } });
});
