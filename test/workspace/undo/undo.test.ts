/** Whatever an agent does in a run among the edits of people, undoing the run brings back all that nobody else has changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Image, Recorded, Sql } from "../../../src/workspace/protocol/sql.ts";
import { playRuns } from "./play.ts";
import type { Fault } from "./world.ts";

/** `npm run torture` plays further. */
const runs = 200;
const seed = 16;

test("a run undone is as if it had not been, wherever no person has changed the same; all else is named", () => {
  const { seen, problems } = playRuns(seed, runs);
  assert.deepEqual(problems, []);
  assert.ok(seen.changes > 2 * runs && seen.undone > seen.changes / 2, JSON.stringify(seen));
  for (const reason of ["changed_since", "final", "erased", "refused"]) assert.ok(seen.left.has(reason), reason);
});

test("a todo whose capture an agent erased for ever does not have it back", () => {
  assert.deepEqual(playRuns(850_003, 1).problems, []);
});

/** Operations forget to say that they change a record of this kind. */
const forgetting =
  (kind: Recorded["kind"]): Fault =>
  (sql) =>
    withRecorder(sql, (record) => (record.kind === kind ? null : record));

/** Images hold a field that follows from others. */
const withDerived: Fault = (sql) =>
  withRecorder(sql, (record) => ({
    kind: record.kind,
    table: record.table,
    image(reader, id) {
      const image = record.image(reader, id);
      if (image === undefined || record.kind !== "todo") return image;
      const updatedAt = reader.get("SELECT updated_at FROM todos WHERE id = ?", id)?.[0];
      return { ...image, fields: { ...image.fields, updatedAt } } satisfies Image;
    },
  }));

/** The statements, with a journal that hears of other records; null for one that it does not hear of. */
function withRecorder(sql: Sql, other: (record: Recorded) => Recorded | null): Sql {
  const changing: Sql["journal"]["changing"] = (record, id) => {
    const named = other(record);
    if (named !== null) sql.journal.changing(named, id);
  };
  const numberFor: Sql["journal"]["numberFor"] = (record, id, previous) =>
    other(record) === null ? null : sql.journal.numberFor(record, id, previous);
  const faulty = { changing: { value: changing }, numberFor: { value: numberFor } };
  return { ...sql, journal: Object.create(sql.journal, faulty) as Sql["journal"] };
}

test("an operation that forgets to say what it changes is found", () => {
  for (const kind of ["todo", "todo_list", "agent_skill"] as const) {
    assert.notDeepEqual(playRuns(seed, runs, forgetting(kind)).problems, [], kind);
  }
});

test("an image of a field that follows from others is found", () => {
  assert.notDeepEqual(playRuns(seed, runs, withDerived).problems, []);
});
