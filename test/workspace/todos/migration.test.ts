/** Suggestions of a file of version 13, which knew no redacted texts: those that nobody has accepted are redacted. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

test("unaccepted suggestions of older files are redacted", { rules: ["boundary.suggestions"] }, async (t) => {
  const { store } = await filledBefore(t, 13, (sql) => {
    sql.run(
      `INSERT INTO captures (id, type, status, created_by, created_at, updated_at) VALUES (?, 'note', 'completed', 'u', 0, 0)`,
      fakeId(1),
    );
    const rows = [
      ["Open", 1, 0, fakeId(1)],
      ["Dismissed", 1, 1, fakeId(1)],
      ["Accepted", 0, 0, fakeId(1)],
      ["A person's", 0, 0, null],
    ] as const;
    for (const [title, isSuggested, isArchived, captureId] of rows) {
      sql.run(
        `INSERT INTO todos (id, title, is_suggested, is_archived, capture_id, created_at, updated_at, list_n, todo_list_id)
         VALUES (?, ?, ?, ?, ?, 0, 0, 1, 'l')`,
        title,
        title,
        isSuggested,
        isArchived,
        captureId,
      );
    }
  });
  assert.deepEqual(
    store.sql.all(
      `SELECT t.title, t.redacted, c.capture_id FROM todos t LEFT JOIN todo_captures c ON c.todo_n = t.n ORDER BY t.n`,
    ),
    [
      ["Open", 1, fakeId(1)],
      ["Dismissed", 1, fakeId(1)],
      ["Accepted", 0, null],
      ["A person's", 0, null],
    ],
  );
});
