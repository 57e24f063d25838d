/** Queries and bodies as an operation takes them, and in which words they are refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readQuery } from "../../src/gateway/input.ts";
import type { ApiError } from "../../src/schema/errors.ts";
import type { InputSchema } from "../../src/schema/operation.ts";
import { operationById } from "../../src/schema/operations/index.ts";
import { validateBody } from "../../src/schema/validate.ts";

const listTodos = operationById("listTodos");

for (const [query, code, param] of [
  ["nope=1", "unknown_parameter", "nope"],
  ["limit[]=5", "unknown_parameter", "limit[]"],
  ["__proto__=1", "unknown_parameter", "__proto__"],
  ["limit=5&limit=6", "validation_failed", "limit"],
  ["limit=0", "validation_failed", "limit"],
  ["limit=101", "validation_failed", "limit"],
  ["limit=05", "validation_failed", "limit"],
  ["limit=1e1", "validation_failed", "limit"],
  ["limit=", "validation_failed", "limit"],
  ["assignedToMe=1", "validation_failed", "assignedToMe"],
  ["includeArchived=TRUE", "validation_failed", "includeArchived"],
  ["todoListId=abc", "validation_failed", "todoListId"],
  ["dueBefore=2026-02-30", "validation_failed", "dueBefore"],
  ["updatedSince=2026-01-01", "validation_failed", "updatedSince"],
  ["query=", "validation_failed", "query"],
  [`query=${"x".repeat(201)}`, "validation_failed", "query"],
  ["status=open", "validation_failed", "status"],
] as const) {
  test(`?${query.slice(0, 40)} is refused as ${code}`, () => {
    assert.throws(
      () => readQuery(listTodos, query),
      (error: ApiError) => error.code === code && error.param === param,
    );
  });
}

test("an unknown parameter is answered with the accepted ones", () => {
  assert.throws(() => readQuery(operationById("listAgents"), "x=1"), /Accepted: includeArchived\./);
});

for (const [query, message] of [
  ["limit=abc", 'limit: Expected a number, got "abc".'],
  ["limit=0", "limit: Expected at least 1, got 0."],
  ["limit=101", "limit: Expected at most 100, got 101."],
  ["assignedToMe=1", 'assignedToMe: Expected true or false, got "1".'],
  ["status=open", 'status: Expected one of "ready", "in_progress", "done", "active", got "open".'],
  ["updatedSince=2026-01-01T00:00:00+02:00", / got "2026-01-01T00:00:00 02:00"\. In a query \+ is written %2B\.$/],
] as const) {
  test(`?${query} is told in words`, () => assert.throws(() => readQuery(listTodos, query), { message }));
}

for (const [field, value, words] of [
  ["title", null, "a string, got null"],
  ["assignees", "me", 'an array, got "me"'],
  ["schedule", "daily", 'an object, got "daily"'],
  ["run", "yes", 'true or false, got "yes"'],
] as const) {
  test(`${field} of the wrong type is told in words`, () => {
    const body = operationById("createTodo").body ?? assert.fail();
    assert.throws(() => validateBody(body, { [field]: value }), { message: `${field}: Expected ${words}.` });
  });
}

test("a choice that is missing is told with what there is to choose", () => {
  const body = operationById("createCapture").body ?? assert.fail();
  const message = 'type is required: one of "note", "recording".';
  assert.throws(() => validateBody(body, { content: "a" }), { message });
});

test("a number with a fraction is told that it must be whole", () => {
  const body = operationById("createChat").body ?? assert.fail();
  const message = "waitSeconds: Expected a whole number, got 1.5.";
  assert.throws(() => validateBody(body, { message: "a", waitSeconds: 1.5 }), { message });
});

for (const [operation, field, value] of [
  ["addMember", "password", "too short"],
  ["changePassword", "newPassword", 12],
  ["completeSetup", "token", ["dsu_secret"]],
] as const) {
  test(`the ${field} of ${operation} is not repeated when it is refused`, () => {
    const body = operationById(operation).body ?? assert.fail();
    const whole = {
      email: "ada@example.com",
      currentPassword: "c",
      token: "t",
      password: "a first password",
      [field]: value,
    };
    const sent = Object.fromEntries(Object.entries(whole).filter(([name]) => name in body.entries));
    assert.throws(
      () => validateBody(body, sent),
      ({ message }: ApiError) =>
        message.startsWith(`${field}: Expected `) && !/too short|12|dsu_|an array/.test(message),
    );
  });
}

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

for (const [count, words] of [
  [0, "Expected at least 1 items, got 0."],
  [51, "Expected at most 50 items, got 51."],
] as const) {
  test(`a batch of ${count} is refused in numbers a person can use`, () => {
    const body = { data: Array.from({ length: count }, () => ({ title: "x" })) };
    assert.throws(
      () => validateBody(operationById("batchCreateTodos").body as InputSchema, body),
      (error: ApiError) => error.param === "data" && error.message === `data: ${words}`,
    );
  });
}
