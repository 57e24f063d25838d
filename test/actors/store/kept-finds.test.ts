/** What was found: how long it is kept, what brings it up to date, and what ends it. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createFinds } from "../../../src/actors/store/kept-finds.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import { setCaptureArchived, touchCapture } from "../../../src/workspace/captures/queries.ts";
import { setTags } from "../../../src/workspace/captures/tags.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import * as work from "../../../src/workspace/work.ts";
import { fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../../workspace/captures.ts";
import { openFresh } from "../../helpers/workspace-file.ts";

const workspaceId = fakeId(0xa);

function open(t: TestContext): Store {
  return openFresh(t, workspaceId);
}

async function write(store: Store, action: (sql: Sql) => unknown): Promise<void> {
  store.begin();
  action(store.sql);
  await store.commit();
}

/** How often it had to be found so far; each time it is asked for once more. */
function createCounter(kind: "foundTodos" | "foundCaptures" | "foundWork") {
  let made = 0;
  const find = () => (made += 1);
  return (store: Store): number => store.read((sql) => sql[kind].keep("counted", find));
}

test("what was found among captures is kept until a statement may change one of them, undone or not", async (t) => {
  const store = open(t);
  const look = createCounter("foundCaptures");
  await write(store, (sql) => addCapture(sql, fakeId(1), {}));
  assert.deepEqual([look(store), look(store)], [1, 1]);
  await write(store, (sql) => sql.run("UPDATE todos SET title = title"));
  assert.equal(look(store), 1);
  const moment = (sql: Sql) => ({ sql, now: 1, newId: () => fakeId(2) });
  for (const [at, act] of [
    (sql: Sql) => touchCapture(sql, 1, 1),
    (sql: Sql) => setTags(moment(sql), { n: 1, isArchived: false, tags: [] }, ["a"]),
    (sql: Sql) => setCaptureArchived(sql, 1, true),
    (sql: Sql) => sql.run("DELETE FROM capture_texts WHERE capture_n = 0"),
    (sql: Sql) => sql.run("UPDATE tags SET name = name WHERE n = 0"),
  ].entries()) {
    await write(store, act);
    assert.deepEqual([look(store), look(store)], [at + 2, at + 2]);
  }
  store.begin();
  touchCapture(store.sql, 1, 1);
  store.rollback();
  assert.equal(look(store), 7);
});

test("when work is next due is known until a statement may change it, and as a look at the table would say", async (t) => {
  const store = open(t);
  const look = createCounter("foundWork");
  const at = (sql: Sql, now: number) => ({ sql, now, newId: () => fakeId(2) });
  const changes: readonly ((sql: Sql) => unknown)[] = [
    (sql) => work.enqueue(at(sql, 50), "describe", fakeId(1)),
    (sql) => work.enqueue(at(sql, 40), "occurrence", fakeId(2)),
    (sql) => work.takeDue(sql, "background", 60, 1),
    (sql) => work.retryLater(at(sql, 70), 1),
    (sql) => work.putAside(at(sql, 70), "describe", fakeId(1), 90),
    (sql) => work.putOff(at(sql, 70), { id: 2, kind: "occurrence", subjectId: fakeId(2), attempts: 1 }, 95),
    (sql) => work.takeDue(sql, "background", 99, 1),
    (sql) => work.releaseTaken(sql),
    (sql) => work.claim(sql, 2, 99),
    (sql) => work.withdraw(sql, "describe", fakeId(1)),
    (sql) => work.enqueue(at(sql, 50), "describe", fakeId(1)),
    (sql) => work.complete(sql, 1),
  ];
  assert.equal(look(store), 1);
  for (const [index, change] of changes.entries()) {
    await write(store, change);
    const due = (lane: string) =>
      store.sql.get("SELECT min(due_at) FROM work WHERE is_taken = 0 AND lane = ?", lane)?.[0];
    const expected = { turns: due("turns"), background: due("background"), rules: due("rules") };
    assert.deepEqual(store.read(work.nextDue), expected, `after change ${index}`);
    assert.equal(look(store), index + 2);
    await write(store, (sql) => addCapture(sql, fakeId(100 + index), {}));
    await write(store, (sql) => sql.run("UPDATE todos SET title = title"));
    assert.equal(look(store), index + 2, "what else is written leaves it");
  }
});

test("what was found is known while another commit is under way, and what is found meanwhile is not kept", async (t) => {
  const store = open(t);
  const look = createCounter("foundCaptures");
  assert.equal(look(store), 1);
  store.begin();
  store.sql.run("UPDATE todos SET title = title");
  const first = store.commit();
  assert.equal(look(store), 1);
  await first;
  store.begin();
  touchCapture(store.sql, 1, 1);
  assert.equal(
    store.sql.foundCaptures.keep("counted", () => 100),
    100,
  );
  const second = store.commit();
  assert.deepEqual([look(store), look(store)], [2, 3]);
  await second;
  assert.deepEqual([look(store), look(store)], [4, 4]);
});

test("what was found among todos is brought up to date with those that were touched, once for each time", async (t) => {
  const store = open(t);
  let made = 0;
  const find = (): readonly (number | string)[] => [`made ${(made += 1)}`];
  const look = () => store.read((sql) => sql.foundTodos.keep("all", find, (found, touched) => [...found, ...touched]));
  const touch = (todo: number | string) =>
    write(store, (sql) => sql.runOn(todo, "UPDATE todos SET title = title WHERE n = 0"));
  assert.deepEqual(look(), ["made 1"]);
  await touch(7);
  await touch(fakeId(1));
  assert.deepEqual(look(), ["made 1", 7, fakeId(1)]);
  await touch(7);
  assert.deepEqual(
    [look(), look()],
    [
      ["made 1", 7, fakeId(1), 7],
      ["made 1", 7, fakeId(1), 7],
    ],
  );
  await write(store, (sql) => sql.run("UPDATE todos SET title = title WHERE n = 0"));
  assert.deepEqual(look(), ["made 2"]);
});

test("of many finds the last ones are kept, and after very many touches none", () => {
  const { todos } = createFinds();
  const get = (name: string): string =>
    todos.get<{ readonly by: string }>(
      true,
      name,
      () => ({ by: name }),
      ({ by }) => ({ by: `${by} again` }),
    ).by;
  assert.equal(get("first"), "first");
  for (let one = 1; one < 32; one += 1) get(`${one}`);
  todos.touch(1);
  assert.equal(get("first"), "first again");
  get("one more");
  todos.touch(1);
  assert.deepEqual([get("1"), get("first")], ["1", "first again again"]);
  for (let one = 0; one < 1000; one += 1) todos.touch(one);
  assert.equal(get("first"), "first");
});
