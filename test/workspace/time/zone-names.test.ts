/** Time zones that a program before took in another case are spelled as IANA does from now on; aliases stay. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { spelledTimeZone } from "../../../src/schema/time-zones.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

const zones = [
  "europe/berlin",
  "EUROPE/BERLIN",
  "asia/CALCUTTA",
  "utc",
  "America/Port-Au-Prince",
  "Europe/Paris",
  "no/zone",
];
const known = ["Europe/Berlin", "Europe/Berlin", "Asia/Calcutta", "UTC", "America/Port-au-Prince", "Europe/Paris"];
const spelled = [...known, "no/zone"];

function fill(sql: Sql): void {
  for (const [at, timezone] of zones.entries()) {
    const [n, id] = [at + 1, fakeId(at + 1)];
    sql.run(
      `INSERT INTO todos (n, id, title, created_at, updated_at, list_n, todo_list_id, timezone)
       VALUES (?, ?, 'T', 0, 0, 1, 'l', ?)`,
      n,
      id,
      timezone,
    );
    sql.run(
      `INSERT INTO agents (id, name, name_key, requires_approval, created_at, updated_at, working_hours)
       VALUES (?1, ?1, ?1, 0, 0, 0, ?2)`,
      id,
      JSON.stringify({ timezone, windows: [] }),
    );
    sql.run(
      `INSERT INTO chats (id, status, last_message_at, agent_id, names_agent, turn_id, timezone, created_at)
       VALUES (?1, 'completed', 0, ?1, 0, ?1, ?2, 0)`,
      id,
      timezone,
    );
    sql.run(
      `INSERT INTO series (id, todo_id, state, counted_to, created_at, updated_at, caller, schedule)
       VALUES (?1, ?1, 'paused', 0, 0, 0, '{}', ?2)`,
      id,
      JSON.stringify({ rrule: "FREQ=DAILY", timezone }),
    );
  }
}

test(
  "zones stored in another case are rewritten, wherever they stand",
  { rules: ["requests.zone-names"] },
  async (t) => {
    const { store } = await filledBefore(t, 47, fill);
    const found = (column: string, table: string) =>
      store.sql.all(`SELECT ${column} FROM ${table} WHERE id < 'a' ORDER BY id`).flat();
    assert.deepEqual(found("timezone", "todos"), spelled);
    assert.deepEqual(found("timezone", "chats"), spelled);
    assert.deepEqual(found("schedule ->> '$.timezone'", "series"), spelled);
    assert.deepEqual(found("working_hours ->> '$.timezone'", "agents"), spelled);
    for (const zone of known) assert.equal(spelledTimeZone(zone), zone);
  },
);
