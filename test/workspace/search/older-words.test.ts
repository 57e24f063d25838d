/** Words of messages and of recordings from before they were searched: they enter the index in the background, slice by slice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Block } from "../../../src/schema/chat.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import { erasedText } from "../../../src/workspace/captures/boundary.ts";
import { dropMessagesOf, indexMessage, messagesWith } from "../../../src/workspace/chats/index-messages.ts";
import { carryOut } from "../../../src/workspace/maintenance.ts";
import type { DueContext } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { searchTerms } from "../../../src/workspace/search/search.ts";
import { segmentsWith } from "../../../src/workspace/segments/index-segments.ts";
import { appendSegment } from "../../../src/workspace/segments/queries.ts";
import { dueRules, enqueue, oweIndexErasure } from "../../../src/workspace/work/queue.ts";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

const version = 50;
const agentId = fakeId(0xa9);
const longText = `${"and so it goes on, word by word, ".repeat(200)}Straße`;

function addChat(sql: Sql, n: number): void {
  sql.run(
    `INSERT INTO chats (n, id, status, last_message_at, agent_id, names_agent, turn_id, timezone, created_at, title)
     VALUES (?, ?, 'completed', 0, ?, 0, 't', 'UTC', 0, 'A chat')`,
    n,
    fakeId(n),
    agentId,
  );
}

interface Said {
  readonly chat: number;
  readonly sequence: number;
  readonly at: number;
  readonly text: string;
  readonly captureIds?: readonly string[];
}

function addMessage(sql: Sql, { chat, sequence, at, text, captureIds }: Said): void {
  const blocks: Block[] = [{ type: "text", text, ...(captureIds && { captureIds: [...captureIds] }) }];
  sql.run(
    `INSERT INTO messages (chat_id, sequence, id, turn_id, role, created_at, text, blocks)
     VALUES (?, ?, ?, 't', 'assistant', ?, ?, ?)`,
    fakeId(chat),
    sequence,
    fakeId(chat * 1000 + sequence),
    at,
    text,
    JSON.stringify(blocks),
  );
}

function addRecording(sql: Sql, n: number, count: number): void {
  sql.run(
    `INSERT INTO captures (n, id, type, status, created_by, created_at, updated_at) VALUES (?, ?, 'recording', 'completed', 'u', 0, 0)`,
    n,
    fakeId(n),
  );
  sql.run("INSERT INTO capture_texts (capture_n, text) VALUES (?, '')", n);
  for (let position = 1; position <= count; position += 1)
    sql.run(
      "INSERT INTO segments (capture_id, start_ms, position, end_ms, origin, text) VALUES (?, ?, ?, ?, 'client', ?)",
      fakeId(n),
      position * 1000,
      position,
      position * 1000 + 900,
      `Die Straße ${n}/${position} ist GESPERRT.`,
    );
}

function addAgent(sql: Sql): void {
  sql.run(
    "INSERT INTO agents (n, id, name, name_key, requires_approval, created_at, updated_at) VALUES (9, ?, 'A', 'a', 0, 0, 0)",
    agentId,
  );
}

/** Carries out what is due until there is nothing more; answers how many slices that took. */
async function settle(store: Store): Promise<number> {
  let now = 1_000_000;
  for (let count = 0; ; count += 1) {
    const due = dueRules(store.sql, (now += 20_000), 9);
    if (due.length === 0) return count;
    store.begin();
    for (const work of due) carryOut({ sql: store.sql, now } as DueContext, work);
    await store.commit();
  }
}

const messages = (sql: Sql, query: string, readsCaptures = true) =>
  messagesWith(sql, searchTerms(query), readsCaptures, 100).map(({ id }) => id);
const segments = (sql: Sql, query: string) =>
  segmentsWith(sql, searchTerms(query), 1000).map(({ captureId, startMs }) => [captureId, startMs]);

test(
  "messages from before are found once they are indexed, the newest first",
  { rules: ["boundary.chats"] },
  async (t) => {
    const { store } = await filledBefore(t, version, (sql) => {
      addAgent(sql);
      for (const n of [1, 2, 3]) addChat(sql, n);
      // The later of two chats was written into earlier.
      for (let at = 1; at <= 60; at += 1)
        addMessage(sql, { chat: 1, sequence: at, at: 1000 + at, text: `STRASSE ${at}.` });
      addMessage(sql, { chat: 2, sequence: 1, at: 500, text: "Eine Straße" });
      addMessage(sql, { chat: 2, sequence: 2, at: 501, text: "" });
      addMessage(sql, { chat: 2, sequence: 3, at: 502, text: erasedText, captureIds: [fakeId(7)] });
      addMessage(sql, { chat: 2, sequence: 4, at: 503, text: "Straße, gehört", captureIds: [fakeId(7)] });
      addMessage(sql, { chat: 3, sequence: 1, at: 2000, text: longText });
    });
    const { sql } = store;
    assert.deepEqual(messages(sql, "strasse"), []);
    store.begin();
    addMessage(sql, { chat: 2, sequence: 5, at: 9000, text: "Noch eine Straße" });
    indexMessage(sql, { chatId: fakeId(2), sequence: 5, text: "Noch eine Straße", blocks: [] });
    await store.commit();
    assert.deepEqual(messages(sql, "strasse"), [fakeId(2005)]);
    assert.ok((await settle(store)) > 3, "in several slices");
    const newestFirst = Array.from({ length: 60 }, (_, at) => fakeId(1060 - at));
    const clean = [fakeId(2005), fakeId(3001), ...newestFirst, fakeId(2001)];
    assert.deepEqual(messages(sql, "STRASSE", false), clean);
    assert.deepEqual(messages(sql, "straße"), [...clean.slice(0, -1), fakeId(2004), fakeId(2001)]);
    assert.deepEqual(messages(sql, "erased, with"), []);
    store.begin();
    dropMessagesOf(sql, fakeId(1));
    await store.commit();
    assert.deepEqual(messages(sql, "strasse", false), [fakeId(2005), fakeId(3001), fakeId(2001)]);
  },
);

test(
  "what was said before is found once it is indexed, in each recording",
  { rules: ["captures.list.speech"] },
  async (t) => {
    const { store } = await filledBefore(t, version, (sql) => {
      for (const [n, count] of [
        [1, 3],
        [2, 450],
        [4, 1],
      ] as const)
        addRecording(sql, n, count);
    });
    const { sql } = store;
    store.begin();
    // A segment that comes in the meantime, and an erasure that has the index rewritten first.
    appendSegment(sql, fakeId(1), { startMs: 9000, endMs: 9900, speaker: null, text: "Straße, später" }, "client");
    oweIndexErasure({ sql, now: 0 });
    enqueue({ sql, now: 0 }, "erase_words", "merge");
    await store.commit();
    await settle(store);
    const expected = [
      [fakeId(4), 1000],
      ...Array.from({ length: 450 }, (_, at) => [fakeId(2), (at + 1) * 1000]),
      ...[1, 2, 3, 9].map((second) => [fakeId(1), second * 1000]),
    ];
    assert.deepEqual(segments(sql, "strasse"), expected);
    assert.deepEqual(segments(sql, "2/449 ist ges"), [[fakeId(2), 449_000]]);
    assert.deepEqual(sql.all("SELECT kind, subject_id FROM work"), []);
  },
);
