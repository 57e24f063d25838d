/** Cursors open for the walk that they were made for, and for no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCursors, cursorBinding } from "../../src/gateway/crypto.ts";
import type { ApiError } from "../../src/schema/errors.ts";

const cursors = createCursors("a secret");
const binding = cursorBinding("w", "listTodos", {}, { status: "ready", sort: "dueDate", limit: 5 });
const cursor = cursors.close('[1,"a"]', binding);

const refused = (error: ApiError) => error.code === "invalid_cursor" && error.param === "cursor";

test("a cursor that was made up, changed or signed with another secret is refused", () => {
  const [place, signature] = cursor.split(".");
  const changed = `${Buffer.from("[2]").toString("base64url")}.${signature}`;
  const foreign = createCursors("another").close('[1,"a"]', binding);
  const altered = [` ${cursor}`, `!${cursor}`, `${place}=.${signature}`];
  for (const value of ["abc", `${place}.`, changed, `${cursor}.x`, foreign, ...altered]) {
    assert.throws(() => cursors.open(value, binding), refused, value);
  }
});

test("a cursor of another workspace, endpoint, parent, filter or sort is refused", () => {
  const query = { status: "ready", sort: "dueDate" };
  const others = [
    cursorBinding("v", "listTodos", {}, query),
    cursorBinding("w", "listChats", {}, query),
    cursorBinding("w", "listTodos", {}, { ...query, status: "done" }),
    cursorBinding("w", "listTodos", {}, { ...query, sort: "priority" }),
    cursorBinding("w", "listTodos", { todoId: "x" }, query),
  ];
  for (const other of others) assert.throws(() => cursors.open(cursor, other), refused, other);
});

test("a position has one cursor, and another for other filters, positions or secrets", () => {
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
