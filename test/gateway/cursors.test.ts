/** Cursors open for the walk that they were made for, and for no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCursors, cursorBinding } from "../../src/gateway/cursors.ts";
import type { ApiError } from "../../src/schema/errors.ts";

const cursors = createCursors("a secret");
const binding = cursorBinding("w", "listTodos", {}, { status: "ready", sort: "dueDate", limit: 5 });
const cursor = cursors.close('[1,"a"]', binding);

const refused = (error: ApiError) => error.code === "invalid_cursor" && error.param === "cursor";

for (const [what, value] of [
  ["an invented cursor", "abc"],
  ["an empty signature", `${cursor.split(".")[0]}.`],
  ["a changed position", `${Buffer.from("[2]").toString("base64url")}.${cursor.split(".")[1]}`],
  ["a cursor with more behind it", `${cursor}.x`],
  ["a cursor sealed with another secret", createCursors("another").close('[1,"a"]', binding)],
] as const) {
  test(`${what} is refused`, () => assert.throws(() => cursors.open(value, binding), refused));
}

for (const [what, other] of [
  ["another workspace", cursorBinding("v", "listTodos", {}, { status: "ready", sort: "dueDate" })],
  ["another endpoint", cursorBinding("w", "listChats", {}, { status: "ready", sort: "dueDate" })],
  ["another filter", cursorBinding("w", "listTodos", {}, { status: "done", sort: "dueDate" })],
  ["another sort", cursorBinding("w", "listTodos", {}, { status: "ready", sort: "priority" })],
  ["another parent", cursorBinding("w", "listTodos", { todoId: "x" }, { status: "ready", sort: "dueDate" })],
] as const) {
  test(`a cursor from ${what} is refused`, () => assert.throws(() => cursors.open(cursor, other), refused));
}

test("a place has one cursor, however often it is asked for, and another for other filters, another place or secret", () => {
  assert.equal(cursors.close('[1,"a"]', binding), cursor);
  const others = [
    cursors.close('[2,"a"]', binding),
    cursors.close('[1,"a"]', cursorBinding("v", "listTodos", {}, { status: "ready", sort: "dueDate" })),
    createCursors("another").close('[1,"a"]', binding),
  ];
  assert.equal(new Set([cursor, ...others]).size, 4);
});

test("cursors of earlier versions open: what a cursor is bound to is written as ever", () => {
  const query = { sort: "dueDate", status: "ready", limit: 5 };
  assert.equal(
    cursorBinding("w", "listTodos", { todoId: "x" }, query),
    '["w","listTodos",{"todoId":"x"},[["sort","dueDate"],["status","ready"]]]',
  );
});

test("a cursor opens again for the same filters in any order, with another page size or count", () => {
  const same = cursorBinding(
    "w",
    "listTodos",
    {},
    { include: "totalCount", sort: "dueDate", status: "ready", limit: 50, cursor },
  );
  assert.equal(cursors.open(cursor, same), '[1,"a"]');
});
