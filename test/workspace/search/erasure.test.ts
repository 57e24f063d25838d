/** What is left in the file of a todo that was erased: nothing, however often it had been edited. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { indexMessage } from "../../../src/workspace/chats/index-messages.ts";
import { eraseChat, insertChat } from "../../../src/workspace/chats/queries.ts";
import { eraseCaptureRow } from "../../../src/workspace/captures/queries.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import { messageSearch, segmentSearch, todoSearch } from "../../../src/workspace/search/search.ts";
import { appendSegment } from "../../../src/workspace/segments/queries.ts";
import { insertTodoList } from "../../../src/workspace/todo-lists/queries.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import { eraseTodo } from "../../../src/workspace/erasure/erase-todo.ts";
import { rowOfN } from "../../../src/workspace/todos/queries.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { addCapture } from "../captures.ts";

const migrations = workspaceMigrations();
const workspaceId = fakeId(0xa);
const list = fakeId(1);
const now = Date.UTC(2026, 0, 5, 9);
/** Letters that nothing else in the file has; two of them together tell. */
const canaries = ["жщъю", "ѫѭѯѱ", "ҖҘҚҜ"];
/** A text of this length waits for no others to be indexed. */
const long = "and so it goes on ".repeat(60);
const pieces = [...canaries, "җҙқҝ"].flatMap((word) => [0, 1, 2].map((at) => word.slice(at, at + 2)));

async function write(store: Store, action: () => void): Promise<void> {
  store.begin();
  action();
  await store.commit();
}

function add(store: Store, n: number, title: string): void {
  const fields = { priority: null, type: "task", dueDate: null, assignees: [], captureId: null } as const;
  const texts = { title, content: long };
  insertTodo(
    store.sql,
    fakeId(100 + n),
    { ...fields, ...texts, todoListId: list, isSuggested: false, source: "user_created", carried: null },
    now,
  );
}

function tracesIn(file: string): string[] {
  const bytes = readdirSync(dirname(file)).map((name) => readFileSync(join(dirname(file), name)));
  return pieces.filter((piece) => bytes.some((content) => content.includes(piece)));
}

test("neither texts nor trigrams of an erased todo stay in its file, those of former texts included", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "dayshift-erasure-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const pool = createPool({ maxIdle: 0 });
  const open = () => openStore({ file, workspaceId, pool, migrations });
  const store = open();
  const list0 = { name: "Inbox", emoji: null, color: null, isArchived: false };
  await write(store, () => insertTodoList(store.sql, list, { ...list0, isDefault: true }, now));
  // Each commit is a segment of the index, and segments are merged now and then.
  for (let n = 1; n <= 120; n += 1) {
    const canary = n % 40 === 20 ? canaries[0] : "";
    await write(store, () => add(store, n, `Look after ${canary} the invoice ${n}`));
    if (n % 40 !== 30) continue;
    // What comes again stands in the index again, in another segment.
    for (const word of [canaries[1], canaries[2], canaries[1], canaries[0], canaries[1]]) {
      const texts = { title: `Look after ${word}`, content: long };
      await write(store, () => changeTodo(store.sql, rowOfN(store.sql, n - 10), texts, now));
    }
  }
  store.close();
  const [, inTexts = ""] = canaries;
  assert.ok(tracesIn(file).includes(inTexts.slice(0, 2)), "the canaries can be seen before");

  const again = open();
  for (const n of [20, 60, 100])
    await write(again, () => {
      eraseTodo(again.sql, rowOfN(again.sql, n));
      again.sql.erases();
    });
  assert.notDeepEqual(tracesIn(file), [], "the index still has trigrams, the log is empty");
  const slice = async (): Promise<boolean> => {
    let isMore = false;
    await write(again, () => {
      isMore = todoSearch.eraseSlice(again.sql);
      if (!isMore) again.sql.erases();
    });
    return isMore;
  };
  while (await slice());
  await write(again, () => {
    again.sql.run("INSERT INTO todo_search (todo_search) VALUES ('integrity-check')");
    assert.equal(again.sql.get("SELECT * FROM pragma_integrity_check")?.[0], "ok");
  });
  again.close();
  assert.deepEqual(tracesIn(file), []);
});

test(
  "nor do those of an erased chat and of an erased recording",
  { rules: ["chats.erase", "captures.erase"] },
  async (t) => {
    const file = ensureWorkspaceFile(tempDir(t), workspaceId, migrations);
    const pool = createPool({ maxIdle: 0 });
    const store = openStore({ file, workspaceId, pool, migrations });
    const { sql } = store;
    const ids = createFakeIds(0xe000);
    let agentId = "";
    await write(store, () => {
      initialise(sql, { now, newId: () => ids.uuid(), members: null });
      agentId = sql.get("SELECT id FROM agents")?.[0] as string;
    });
    const captures: number[] = [];
    for (let n = 1; n <= 40; n += 1) {
      const [chatId, captureId] = [fakeId(1000 + n), fakeId(2000 + n)];
      const text = `Look after ${n % 10 === 5 ? canaries.join(" ") : "nothing"} and ${long}`;
      await write(store, () => {
        const chat = { agentId, namesAgent: false, todoId: null, turnId: ids.uuid(), timezone: "UTC", createdAt: now };
        insertChat(sql, { ...chat, id: chatId, title: null });
        indexMessage(sql, { chatId, sequence: 1, text, blocks: [] });
        captures[n] = addCapture(sql, captureId, { type: "recording", content: null });
        appendSegment(sql, captureId, { startMs: 0, endMs: 9, speaker: null, text }, "client");
      });
    }
    assert.notDeepEqual(tracesIn(file), [], "the canaries can be seen before");
    for (const n of [5, 15, 25, 35])
      await write(store, () => {
        eraseChat(sql, fakeId(1000 + n));
        eraseCaptureRow(sql, captures[n] as number);
        sql.erases();
      });
    for (const index of [messageSearch, segmentSearch]) {
      const slices: boolean[] = [];
      const erase = (): void => {
        slices.push(index.eraseSlice(sql));
        if (slices.at(-1) === false) sql.erases();
      };
      do await write(store, erase);
      while (slices.at(-1));
    }
    store.close();
    assert.deepEqual(tracesIn(file), []);
  },
);
