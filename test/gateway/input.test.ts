/** Queries and bodies as an operation takes them, and in which words they are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuery } from "../../src/gateway/input.ts";
import type { ApiError } from "../../src/schema/errors.ts";
import type { InputSchema } from "../../src/schema/operation.ts";
import { operationById } from "../../src/schema/operations/index.ts";
import { validateBody } from "../../src/schema/validate.ts";

const listTodos = operationById("listTodos");

const refusedQueries: readonly (readonly [query: string, message: string | RegExp])[] = [
  ["limit=abc", 'limit: Expected a number, got "abc".'],
  ["limit=0", "limit: Expected at least 1, got 0."],
  ["limit=101", "limit: Expected at most 100, got 101."],
  ["assignedToMe=1", 'assignedToMe: Expected true or false, got "1".'],
  ["status=open", 'status: Expected one of "ready", "in_progress", "done", "active", got "open".'],
  ["updatedSince=2026-01-01T00:00:00+02:00", / got "2026-01-01T00:00:00 02:00"\. In a query \+ is written %2B\.$/],
];

test("a refused parameter is explained", () => {
  for (const [query, message] of refusedQueries) assert.throws(() => readQuery(listTodos, query), { message });
});

test("a field of the wrong type is explained", () => {
  const body = operationById("createTodo").body ?? assert.fail();
  const rule = '{"rrule":"FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0","timezone":"Europe/Berlin"}';
  const wrong = [
    ["title", null, "a string, got null"],
    ["assignees", "me", 'an array, got "me"'],
    ["schedule", "daily", `an object such as ${rule}, got "daily"`],
    ["schedule", 5, "an object, got 5"],
    ["priority", {}, 'one of "urgent", "high", "medium", "low", got an object'],
    ["run", "yes", 'true or false, got "yes"'],
  ] as const;
  for (const [field, value, words] of wrong) {
    assert.throws(() => validateBody(body, { [field]: value }), { message: `${field}: Expected ${words}.` });
  }
});

test("a missing choice lists the possible ones", () => {
  const body = operationById("createCapture").body ?? assert.fail();
  const message = 'type is required: one of "note", "recording".';
  assert.throws(() => validateBody(body, { content: "a" }), { message });
  const key = operationById("createApiKey").body ?? assert.fail();
  const workspaceId = "018f4e6a-0000-7000-8000-000000000008";
  const scopes = /^scopes is required: any of "todos:read", "todos:write", .*"captures:write"\.$/;
  assert.throws(() => validateBody(key, { workspaceId, name: "laptop" }), { message: scopes });
});

test("a number with a fraction is refused as not whole", () => {
  const body = operationById("createChat").body ?? assert.fail();
  const message = "waitSeconds: Expected a whole number, got 1.5.";
  assert.throws(() => validateBody(body, { message: "a", waitSeconds: 1.5 }), { message });
});

test("a secret is not repeated when it is refused", () => {
  const secrets = [
    ["completeSetup", "password", "too short"],
    ["changePassword", "newPassword", 12],
    ["completeSetup", "token", ["dsu_secret"]],
  ] as const;
  const whole = { email: "ada@example.com", currentPassword: "c", token: "t", password: "a first password" };
  for (const [operation, field, value] of secrets) {
    const body = operationById(operation).body ?? assert.fail();
    const sent = Object.entries({ ...whole, [field]: value }).filter(([name]) => name in body.entries);
    assert.throws(
      () => validateBody(body, Object.fromEntries(sent)),
      ({ message }: ApiError) =>
        message.startsWith(`${field}: Expected `) && !/too short|12|dsu_|an array/.test(message),
    );
  }
});

test("one blank is a text to look for", () => {
  assert.equal(readQuery(listTodos, "query=%20")["query"], " ");
});

test("numbers, booleans and texts arrive as what they are", () => {
  const query = readQuery(listTodos, "limit=7&unassigned=true&query=a%20b%2Bc+d&priority=none");
  const defaults = { assignedToMe: false, includeArchived: false, sort: "createdAt", order: "desc" };
  assert.deepEqual({ ...query }, { ...defaults, limit: 7, unassigned: true, query: "a b+c d", priority: "none" });
});

test("a query of 200 characters outside the basic plane is accepted: code points count", () => {
  assert.equal(readQuery(listTodos, `query=${encodeURIComponent("🦀".repeat(200))}`)["query"], "🦀".repeat(200));
});

test("a batch of no items, or of too many, is refused in numbers a person can use", () => {
  const body = operationById("batchCreateTodos").body as InputSchema;
  const refused = (count: number, words: string) => {
    const data = Array.from({ length: count }, () => ({ title: "x" }));
    assert.throws(() => validateBody(body, { data }), { param: "data", message: `data: ${words}` });
  };
  refused(0, "Expected at least 1 items, got 0.");
  refused(51, "Expected at most 50 items, got 51.");
});
