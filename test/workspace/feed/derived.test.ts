/** Whatever is done, those who follow have each record as it is: what follows from a change of another one, too. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { RecordKind } from "../../../src/schema/record-kinds.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { findTurn } from "../../../src/workspace/chats/turn-rows.ts";
import { framesAfter } from "../../../src/workspace/feed/changes.ts";
import { type Change, changeOf } from "../../../src/workspace/feed/records.ts";
import { carryOut } from "../../../src/workspace/maintenance.ts";
import { recordReply } from "../../../src/workspace/runs/steps.ts";
import { endTurn, failure, normalEnd, takeDue } from "../../../src/workspace/runs/turns.ts";
import { dueRules, kindsOf } from "../../../src/workspace/work/queue.ts";
import { createRandom, type Random } from "../../torture/random.ts";
import { actOnce, pick } from "../undo/acts.ts";
import { openWorld, type World } from "../undo/world.ts";

/** Notifications keep their sentence, and approvals expire by the clock alone: both are asked for again where they are shown. */
const tables: Readonly<Partial<Record<RecordKind, string>>> = {
  todo: "todos",
  todo_list: "todo_lists",
  todo_run: "todo_runs",
  scheduled_series: "series",
  scheduled_occurrence: "occurrences",
  chat: "chats",
  agent: "agents",
  agent_skill: "agent_skills",
  capture: "captures",
};
const erasedWithTheirTodo = ["scheduled_series", "scheduled_occurrence"];

const hour = 3_600_000;

type Records = Map<string, unknown>;

/** Every record as it is shown. */
function recordsOf({ sql, caller, now }: World): Records {
  const reader = { sql, caller, acting: null, now };
  const changes = Object.entries(tables).flatMap(([kind, table]) =>
    sql.all(`SELECT id FROM ${table}`).map(([id]) => changeOf(reader, kind as RecordKind, id as string)),
  );
  return new Map(changes.flatMap((one) => (one?.op === "put" ? [[`${one.kind} ${one.id}`, plain(one.record)]] : [])));
}

const plain = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

/** A follower that takes each frame. */
function followerOf({ sql, caller }: World) {
  const records: Records = new Map();
  let n = 0;
  return {
    records,
    take(now: number): void {
      for (let frame = framesAfter({ sql, caller, acting: null, now }, n); frame !== null;) {
        n = frame.n;
        const { changes = [] } = (frame.text === null ? {} : JSON.parse(frame.text)) as { changes?: Change[] };
        for (const { kind, id, op, record } of changes) {
          if (op === "gone") records.delete(`${kind} ${id}`);
          else if (tables[kind] !== undefined) records.set(`${kind} ${id}`, record);
        }
        frame = framesAfter({ sql, caller, acting: null, now }, n);
      }
      for (const key of records.keys()) {
        const [kind = "", id = ""] = key.split(" ");
        const isErased = sql.get(`SELECT 1 FROM ${tables[kind as RecordKind]} WHERE id = ?`, id) === undefined;
        if (isErased && erasedWithTheirTodo.includes(kind)) records.delete(key);
      }
    },
  };
}

/** The id of a row of the query; null when there is none. */
function anyId(sql: Sql, random: Random, query: string): string | null {
  const rows = sql.all(query);
  return rows.length === 0 ? null : (pick(random, rows)[0] as string);
}

/** What comes due, and what workers and people do with turns. */
const others: readonly ((world: World, random: Random) => void)[] = [
  (world) => {
    for (let due = dueRules(world.sql, world.now, 10); due.length > 0; due = dueRules(world.sql, world.now, 10)) {
      for (const work of due) world.byItself((moment) => carryOut({ ...moment, secondsLeft: null }, work));
    }
  },
  (world) => void world.byItself(({ sql, now }) => takeDue(sql, kindsOf("turns"), now, 4)),
  (world, random) => {
    const id = anyId(world.sql, random, "SELECT id FROM turns WHERE state = 'running'");
    const end = random.between(0, 2) === 0 ? failure("error", "Out of order.") : normalEnd;
    if (id !== null) world.byItself((moment) => endTurn(moment, findTurn(moment.sql, id) ?? assert.fail(id), end));
  },
  (world, random) => {
    const id = anyId(world.sql, random, "SELECT id FROM turns WHERE state = 'running'");
    const question = { summary: "Create it", isAlways: true };
    const call = { name: "create_todo", input: { title: "Asked" }, outcome: null, question };
    const reply = { text: "", calls: [call], carried: null };
    if (id !== null)
      world.byItself((moment) => recordReply(moment, findTurn(moment.sql, id) ?? assert.fail(id), reply));
  },
  (world, random) => {
    const approvalId = anyId(world.sql, random, "SELECT id FROM approvals WHERE status = 'pending'");
    if (approvalId !== null) world.try("decideApproval", { path: { approvalId }, body: { decision: "approve" } });
  },
  (world, random) => {
    const todoId = anyId(world.sql, random, "SELECT id FROM todos");
    world.try("createChat", { body: { message: "Hello", ...(todoId !== null && { todoId }) } });
  },
  (world, random) => {
    const chatId = anyId(world.sql, random, "SELECT id FROM chats");
    if (chatId !== null) world.try("deleteChat", { path: { chatId }, query: { permanent: true } });
  },
  (world, random) => {
    const { changeSetId } = pick(random, world.call("listRecordChanges", { query: { limit: 50 } }).data);
    world.try("undoRecordChanges", { body: { changeSetId, onConflict: "skip" } });
  },
];

/** Does one thing; answers what. */
function doOne(world: World, random: Random): string {
  if (random.between(1, 10) <= 6) return actOnce({ world, random, by: null }) ?? "nothing";
  const other = pick(random, others);
  other(world, random);
  return other.toString();
}

/** Does many things; answers the first after which a follower has something else than there is. */
function play(world: World, random: Random): string | null {
  const follower = followerOf(world);
  for (let step = 0; step < 80; step += 1) {
    world.now += random.between(0, 9) * hour;
    const what = doOne(world, random);
    follower.take(world.now);
    const records = recordsOf(world);
    for (const [key, record] of records) {
      const had = JSON.stringify(follower.records.get(key));
      if (had !== JSON.stringify(record)) return `${what}: ${key} was ${had}, is ${JSON.stringify(record)}`;
    }
    for (const key of follower.records.keys()) if (!records.has(key)) return `${what}: ${key} is gone`;
  }
  return null;
}

test("those who follow have each record as it is, whatever is done", () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const world = openWorld();
    try {
      assert.equal(play(world, createRandom(seed * 7919)), null, `seed ${seed}`);
    } finally {
      world.close();
    }
  }
});

test("a touch that is left out is found", () => {
  const silent = (sql: Sql): Sql => {
    const touched = { value: () => undefined };
    return { ...sql, journal: Object.create(sql.journal, { touched }) as Sql["journal"] };
  };
  const world = openWorld(silent);
  try {
    assert.notEqual(play(world, createRandom(7919)), null);
  } finally {
    world.close();
  }
});
