/** Todos that are suggested from captures: once, and not what is there already. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { shownSuggestions } from "../../../src/workspace/suggestions/queries.ts";
import { titleKey, type NewSuggestion, suggest, withdrawStale } from "../../../src/workspace/suggestions/suggest.ts";
import { insertTodoList } from "../../../src/workspace/todo-lists/queries.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import { eraseTodo } from "../../../src/workspace/erasure/erase-todo.ts";
import { todoRow } from "../../../src/workspace/todos/queries.ts";
import { fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

const captureId = fakeId(1);
const listId = fakeId(2);

function setting(t: TestContext) {
  const { sql } = openTestFile(t);
  let made = 100;
  insertTodoList(sql, listId, { name: "Inbox", emoji: null, color: null, isArchived: false, isDefault: true }, 1);
  addCapture(sql, captureId);
  const moment = { sql, now: 1000, newId: () => fakeId(++made) };
  const shown = () => shownSuggestions(sql, captureId);
  return {
    sql,
    moment,
    shown,
    suggest: (...found: NewSuggestion[]) => suggest(moment, captureId, found),
    titles: () => shown().map(({ title, status }) => `${title} ${status}`),
    rowOf: (title: string) => todoRow(sql, shown().find((each) => each.title === title)?.todoId ?? assert.fail(title)),
    add: (title: string) => {
      const todo = { title, content: null, priority: null, type: "task", todoListId: listId, dueDate: null } as const;
      const own = {
        assignees: [],
        captureId: null,
        isSuggested: false,
        source: "user_created",
        carried: null,
      } as const;
      return insertTodo(sql, moment.newId(), { ...todo, ...own }, 500).id;
    },
  };
}

function found(title: string, quote = `TODO: ${title}`): NewSuggestion {
  const evidence = { part: "content", number: 1, startMs: null, endMs: null, speaker: null, quote } as const;
  return { title, dueDate: "2026-01-09", priority: "high", evidence };
}

test("a suggestion is an unassigned todo of the default list that names its capture and keeps its words", (t) => {
  const { suggest: make, shown, rowOf } = setting(t);
  assert.equal(make(found("Send the offer")), 1);
  const row = rowOf("Send the offer");
  assert.deepEqual(
    [row.isSuggested, row.todoListId, row.dueDate, row.priority, row.assignees],
    [true, listId, "2026-01-09", "high", []],
  );
  assert.equal(shown()[0]?.evidence.quote, "TODO: Send the offer");
});

test("what was suggested before is not suggested again, by its title or by its words", (t) => {
  const { suggest: make, titles } = setting(t);
  make(found("Send the offer"));
  assert.equal(make(found("send the offer!", "other words")), 0);
  assert.equal(make(found("Mail the offer to Ana", "TODO: Send the offer")), 0);
  assert.deepEqual(titles(), ["Send the offer suggested"]);
});

test("two suggestions of one line are both made", (t) => {
  const { suggest: make } = setting(t);
  assert.equal(make(found("Call Ana", "call Ana and Bo"), found("Call Bo", "call Ana and Bo")), 2);
});

test("what is open already is not suggested, however it is spelled; what is done or only similar is no reason", (t) => {
  const { suggest: make, add, sql } = setting(t);
  add("SEND the offer, to Ana.");
  add("Pay rent for May");
  add("do it");
  const done = add("Buy milk");
  sql.run("UPDATE todos SET status = 'done' WHERE id = ?", done);
  assert.equal(make(found("Send the offer to Ana"), found("Do it!")), 0);
  assert.equal(make(found("Pay rent"), found("Buy milk")), 2);
});

test("a dismissed suggestion does not come back, and neither does an erased one", (t) => {
  const { suggest: make, rowOf, titles, sql } = setting(t);
  make(found("One"), found("Two"), found("Three"));
  changeTodo(sql, rowOf("One"), { isArchived: true }, 500);
  changeTodo(sql, rowOf("Two"), { isSuggested: false }, 500);
  eraseTodo(sql, rowOf("Three"));
  assert.equal(make(found("One"), found("Two"), found("Three")), 0);
  assert.deepEqual(titles(), ["One dismissed", "Two accepted", "null dismissed"]);
});

test("a suggestion whose words are gone is taken back unless somebody took it on, and comes again with them", (t) => {
  const { suggest: make, rowOf, titles, moment, sql } = setting(t);
  make(found("One"), found("Two"), found("Three"));
  changeTodo(sql, rowOf("Two"), { isSuggested: false }, 500);
  const one = rowOf("One").id;
  withdrawStale(moment, captureId, "TODO: Three");
  assert.deepEqual(titles(), ["Two accepted", "Three suggested"]);
  assert.equal(todoRow(sql, one).isArchived, true);
  assert.equal(make(found("One")), 1);
});

test("titles are compared without case, punctuation and spaces", () => {
  assert.equal(titleKey("  Send — the OFFER!! "), titleKey("send the offer"));
  assert.notEqual(titleKey("Résumé"), titleKey("Resume"));
  assert.equal(titleKey("…!?"), "");
});
