/** Files of earlier schemas, 1.0.0 (version 4) and the last one before the trigram index among them: the same is found in them as before. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fold } from "../../../src/schema/fold.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import { readFilter as readCaptureFilter } from "../../../src/workspace/captures/filter.ts";
import { captureRows } from "../../../src/workspace/captures/page.ts";
import { indexSpeech } from "../../../src/workspace/captures/queries.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { readFilter } from "../../../src/workspace/todos/filter.ts";
import { todoRows } from "../../../src/workspace/todos/page.ts";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

const caller = { userId: fakeId(0xb), scopes: ["todos:read", "captures:read"] } as unknown as Caller;
const outsider = { userId: fakeId(0xb), scopes: ["todos:read"] } as unknown as Caller;

interface Text {
  readonly title: string;
  readonly content: string | null;
  /** 1 for the title, 2 for the content, 3 for both. */
  readonly redacted: number;
}

const texts: readonly Text[] = [
  { title: 'Straße "kehren"', content: null, redacted: 0 },
  { title: "STRASSE sperren", content: "ab 8 Uhr, danach wieder frei", redacted: 2 },
  { title: "Οδός της Ανοίξεως", content: "the rest of it, about the end", redacted: 1 },
  { title: "Cafe\u0301 🛒 漢字", content: "about the rest", redacted: 3 },
  { title: "ab", content: "c", redacted: 0 },
];
const queries = [
  "straße",
  "STRASSE",
  '"keh',
  "ΟΔΟΣ",
  "café",
  "🛒 漢",
  "漢字",
  "about the rest",
  "the",
  "ab",
  "8",
  "zz",
  "abc",
  "rei",
];

/** As the programs before wrote it. */
const textBefore = (parts: readonly (string | null)[]): string =>
  `${parts.map((part) => fold(part ?? "")).join("\u0001")}\u0001\u0001`;

function fillTodos(sql: Sql, version: number): void {
  texts.forEach(({ title, content, redacted }, at) => {
    const [n, text] = [at + 1, textBefore([title, content])];
    sql.run(
      "INSERT INTO todos (n, id, title, content, created_at, updated_at, list_n, todo_list_id) VALUES (?, ?, ?, ?, 0, 0, 1, 'l')",
      n,
      fakeId(n),
      title,
      content,
    );
    if (version >= 14) sql.run("UPDATE todos SET sealed = ? WHERE n = ?", redacted, n);
    sql.run("INSERT INTO todo_texts (todo_n, text, past) VALUES (?, ?, 'abc')", n, text);
    sql.run("INSERT INTO todo_search (rowid, runs) VALUES (?, 'abc str')", n);
  });
}

function fillCaptures(sql: Sql): void {
  texts.forEach(({ title, content }, at) => {
    const n = at + 1;
    sql.run(
      `INSERT INTO captures (n, id, type, status, created_by, created_at, updated_at, title_by, title, content)
       VALUES (?, ?, 'note', 'completed', 'u', 0, 0, 'person', ?, ?)`,
      n,
      fakeId(n),
      title,
      content,
    );
    const text = textBefore([title, content, null, "of the summary"]);
    sql.run("INSERT INTO capture_texts (capture_n, text, past) VALUES (?, ?, 'abc')", n, text);
    sql.run("INSERT INTO capture_search (rowid, runs) VALUES (?, 'abc')", n);
  });
}

const includes = (part: string | null, query: string): boolean => fold(part ?? "").includes(fold(query));
const numbers = (wanted: (text: Text) => boolean): number[] =>
  texts.flatMap((text, at) => (wanted(text) ? [at + 1] : [])).toReversed();

for (const version of [4, 13, 17, 23]) {
  test(`files of version ${version} keep todos`, { rules: ["todos.list.query", "boundary.suggestions"] }, async (t) => {
    const { store } = await filledBefore(t, version, (sql) => fillTodos(sql, version));
    const masked = (redacted: number): number => (version >= 14 ? redacted : 0);
    for (const query of queries) {
      const ask = (who: Caller): unknown[] => {
        const walk = { filter: readFilter(store.sql, { query }, who), sort: "createdAt", descending: true } as const;
        return todoRows(store.sql, walk, 100, undefined).map(({ n }) => n);
      };
      const all = numbers(({ title, content }) => includes(title, query) || includes(content, query));
      assert.deepEqual(ask(caller), all, query);
      const open = numbers(
        ({ title, content, redacted }) =>
          ((masked(redacted) & 1) === 0 && includes(title, query)) ||
          ((masked(redacted) & 2) === 0 && includes(content, query)),
      );
      assert.deepEqual(ask(outsider), open, query);
    }
  });
}

for (const version of [7, 17, 18, 23]) {
  test(`files of version ${version} keep their captures`, { rules: ["captures.list.filters"] }, async (t) => {
    const { store } = await filledBefore(t, version, fillCaptures);
    for (const query of [...queries, "of the summary"]) {
      const found = captureRows(store.sql, readCaptureFilter(store.sql, { query }), 100, undefined).map(({ n }) => n);
      const wanted = numbers(({ title, content }) =>
        [title, content, "of the summary"].some((part) => includes(part, query)),
      );
      assert.deepEqual(found, wanted, query);
    }
    assert.deepEqual(store.sql.all("SELECT kind FROM work"), []);
  });
}

test("what was said before speech was searched is found", { rules: ["captures.list.speech"] }, async (t) => {
  const { store } = await filledBefore(t, 43, (sql) => {
    for (const n of [1, 2]) {
      sql.run(
        `INSERT INTO captures (n, id, type, status, created_by, created_at, updated_at) VALUES (?, ?, 'recording', ?, 'u', 0, 0)`,
        n,
        fakeId(n),
        n === 1 ? "completed" : "recording",
      );
      sql.run("INSERT INTO capture_texts (capture_n, text) VALUES (?, ?)", n, textBefore([null, null]));
      sql.run(
        "INSERT INTO segments (capture_id, start_ms, position, end_ms, origin, text) VALUES (?, 0, 1, 9, 'client', ?)",
        fakeId(n),
        "Die Straße ist GESPERRT.",
      );
    }
  });
  const { sql } = store;
  const found = () =>
    captureRows(sql, readCaptureFilter(sql, { query: "STRASSE ist ges" }), 100, undefined).map(({ n }) => n);
  const owed = sql.all("SELECT kind, lane, subject_id FROM work WHERE kind = 'index_speech'");
  assert.deepEqual(owed, [["index_speech", "rules", fakeId(1)]], "one that runs is found when it ends");
  assert.deepEqual(found(), []);
  store.begin();
  for (const n of [1, 99]) indexSpeech({ sql: store.sql }, fakeId(n));
  await store.commit();
  assert.deepEqual(found(), [1]);
});
