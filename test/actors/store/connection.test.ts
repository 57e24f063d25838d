/** What a connection lets through to the driver, and what it refuses. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { openConnection } from "../../../src/actors/store/connection.ts";
import type { SqlValue } from "../../../src/workspace/protocol/sql.ts";
import { isNode } from "../../helpers/runtime.ts";
import { commitIn, countNotes, insertNote, openFixture } from "./fixture.ts";

const hazards: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["a date", new Date(0)],
  ["an object", { a: 1 }],
  ["an object without a class", Object.create(null)],
  ["an array", [1]],
  ["a function", () => 1],
  ["a symbol", Symbol("s")],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["minus Infinity", Number.NEGATIVE_INFINITY],
  ["a whole number that is not safe", 2 ** 53],
  ["a big integer that no number can hold", 2n ** 63n],
  ["text with NUL", "a\0b"],
  ["a lone surrogate", "a\ud800b"],
  ["an array buffer", new ArrayBuffer(1)],
];

for (const [name, value] of hazards) {
  test(`binding ${name} is refused before the driver sees it`, (t) => {
    const { store } = openFixture(t);
    const bind = () => store.read((sql) => sql.get("SELECT ?", value as SqlValue));
    assert.throws(bind, { name: "TypeError", message: /^Parameter 1 cannot be bound/ });
    assert.deepEqual(
      store.read((sql) => sql.get("SELECT ?", "still here")),
      ["still here"],
    );
  });
}

test("too few and too many values are refused", (t) => {
  const { store } = openFixture(t);
  for (const values of [["a"], ["a", "b", "c"]]) {
    assert.throws(() => store.read((sql) => sql.get("SELECT ?, ?", ...values)), /has 2 parameters and was given/);
  }
});

test("numbered parameters and question marks inside quotes and comments are counted as SQLite does", (t) => {
  const { store } = openFixture(t);
  const text = `SELECT ?2, '?', "title" /* ? */, ?1 FROM notes -- ?`;
  assert.deepEqual(
    store.read((sql) => sql.all(text, "a", "b")),
    [],
  );
});

for (const text of [
  "BEGIN",
  "COMMIT",
  "PRAGMA user_version",
  "ATTACH 'x' AS y",
  "CREATE TABLE x (a)",
  "DROP TABLE notes",
  "VACUUM",
  "SELECT 1; SELECT 2",
  "SELECT :name",
  "INSERT OR ROLLBACK INTO notes (id) VALUES ('x')",
  "",
]) {
  test(`"${text}" is not a rule's to run`, (t) => {
    const { store } = openFixture(t);
    assert.throws(() => store.read((sql) => sql.all(text)), { name: "SyntaxError" });
  });
}

test("run() refuses a statement that returns rows, get() and all() one that does not", async (t) => {
  const { store } = openFixture(t);
  const returning = "INSERT INTO notes (id, title) VALUES (?, ?) RETURNING n";
  await commitIn(store, () => {
    assert.throws(() => store.sql.run(returning, "a", "t"), /run\(\) takes no statement that returns rows/);
    assert.throws(() => store.sql.get(insertNote, "a", "t"), /take statements that return rows/);
    assert.deepEqual(store.sql.get(returning, "b", "t"), [1]);
  });
  assert.equal(countNotes(store), 1);
});

test("a statement that has failed goes by its next values", async (t) => {
  const { store } = openFixture(t);
  const parsed = "SELECT json(?)";
  await commitIn(store, () => {
    store.sql.run(insertNote, "a", "t");
    assert.throws(() => store.sql.run(insertNote, "a", "t"), { code: "SQLITE_CONSTRAINT_UNIQUE" });
    store.sql.run(insertNote, "b", "t");
    assert.equal(store.sql.change("UPDATE notes SET size = ?", 1), 2);
  });
  assert.throws(() => store.read((sql) => sql.get(parsed, "{")), /malformed JSON/);
  assert.deepEqual(
    store.read((sql) => sql.get(parsed, "[ 1 ]")),
    ["[1]"],
  );
  assert.equal(countNotes(store), 2);
});

test("rows change only between begin and commit, whatever the statement begins with", async (t) => {
  const { store } = openFixture(t);
  const deleting = "WITH old AS (SELECT 1) DELETE FROM notes RETURNING n";
  assert.throws(() => store.read((sql) => sql.run(insertNote, "a", "t")), /only inside a write/);
  assert.throws(() => store.read((sql) => sql.all(deleting)), /only inside a write/);
  const kept = store.sql;
  await commitIn(store, () => kept.run(insertNote, "a", "t"));
  assert.throws(() => kept.run(insertNote, "b", "t"), /only inside a write/);
  assert.equal(countNotes(store), 1);
});

test("values come back as they went in, whole numbers as integers", async (t) => {
  const { store } = openFixture(t);
  const all = "INSERT INTO notes (id, title, size, weight, body) VALUES (?, ?, ?, ?, ?)";
  const types = "SELECT title, size, typeof(size), weight, typeof(weight), hex(body) FROM notes WHERE id = ?";
  await commitIn(store, () => {
    store.sql.run(all, "a", "ö 🦀\n", 2 ** 53 - 1, 1.5, new Uint8Array([0, 255]).subarray(1));
    store.sql.run(all, "b", "", true, 2, null);
    store.sql.run(all, "c", "", -5n, -0, null);
  });
  assert.deepEqual(
    ["a", "b", "c"].map((id) => store.read((sql) => sql.get(types, id))),
    [
      ["ö 🦀\n", 2 ** 53 - 1, "integer", 1.5, "real", "FF"],
      ["", 1, "integer", 2, "real", ""],
      ["", -5, "integer", 0, "real", ""],
    ],
  );
  assert.deepEqual(
    store.read((sql) => sql.get("SELECT typeof(?), typeof(?), typeof(?)", 3, 1.5, false)),
    ["integer", "real", "integer"],
  );
});

test("a row that is not there is undefined, no rows are an empty list, more than a hundred come whole", (t) => {
  const { store } = openFixture(t);
  assert.equal(
    store.read((sql) => sql.get("SELECT n FROM notes")),
    undefined,
  );
  assert.deepEqual(
    store.read((sql) => sql.all("SELECT n FROM notes")),
    [],
  );
  const numbers = "WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ?) SELECT i FROM c";
  for (const many of [99, 100, 101, 250]) {
    const rows = store.read((sql) => sql.all(numbers, many));
    assert.deepEqual(
      rows.map(([i]) => i),
      Array.from({ length: many }, (_, index) => index + 1),
    );
  }
});

test("the search index inside the attached file follows its triggers", async (t) => {
  const { store } = openFixture(t);
  const search = (text: string) =>
    store.read((sql) => sql.all("SELECT rowid FROM notes_search WHERE notes_search MATCH ?", text));
  await commitIn(store, () => {
    store.sql.run(insertNote, "a", "buy fresh bread");
    store.sql.run(insertNote, "b", "sell the boat");
  });
  assert.deepEqual(search('"esh br"'), [[1]]);
  await commitIn(store, () => {
    store.sql.run("UPDATE notes SET title = ? WHERE id = ?", "buy a boat", "a");
    store.sql.run("DELETE FROM notes WHERE id = ?", "b");
  });
  assert.deepEqual([search("boat"), search("bread")], [[[1]], []]);
});

test("more texts than the cache has room for still run, each with its own answer", (t) => {
  const { store } = openFixture(t);
  const texts = Array.from({ length: 600 }, (_, index) => `SELECT ${index}, ?`);
  for (const round of [1, 2]) {
    for (const [index, text] of texts.entries()) {
      assert.deepEqual(
        store.read((sql) => sql.get(text, round)),
        [index, round],
      );
    }
  }
});

/** Another process that reads the file until its input ends; or, so that a test which fails comes to its end, for a minute. */
async function readInAnotherProcess(file: string): Promise<{ leave: () => Promise<void> }> {
  const program = `
    const { DatabaseSync } = require("node:sqlite");
    const database = new DatabaseSync(process.argv[1]);
    database.exec("BEGIN");
    database.prepare("SELECT count(*) FROM notes").get();
    process.stdout.write("reading");
    process.stdin.on("end", () => process.exit()).resume();
    setTimeout(() => process.exit(), 60_000);`;
  const child = spawn(process.execPath, ["-e", program, file], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  return {
    async leave() {
      child.stdin.end();
      await ended;
    },
  };
}

test("emptying the log waits for no reader, however long a statement may wait", { skip: !isNode }, async (t) => {
  const { file, store } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  const reader = await readInAnotherProcess(file);
  const connection = openConnection();
  t.after(() => connection.close());
  connection.attach(file);
  connection.exec("PRAGMA busy_timeout=3600000");
  assert.equal(connection.emptyLog(), false);
  await reader.leave();
  assert.equal(connection.emptyLog(), true);
});
