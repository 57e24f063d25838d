/** The machines as data: they are sound, they are the words of the contract, and nothing changes a state past them. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { approvalStatus } from "../../src/schema/app.ts";
import { chatStatus } from "../../src/schema/chat.ts";
import {
  approvalMachine,
  chatMachine,
  type Machine,
  occurrenceMachine,
  runMachine,
  turnMachine,
} from "../../src/schema/machines.ts";
import { scheduledOccurrence } from "../../src/schema/schedule.ts";
import { todoRun } from "../../src/schema/todo.ts";
import { transition } from "../../src/workspace/protocol/transitions.ts";

const machines: readonly {
  readonly machine: Machine<string, string>;
  /** As the contract names them; null for what the interface does not show. */
  readonly states: readonly string[] | null;
  readonly final: readonly string[];
  readonly table: string;
}[] = [
  { machine: turnMachine, states: null, final: ["completed", "failed", "cancelled", "timed_out"], table: "turns" },
  { machine: chatMachine, states: chatStatus.options, final: [], table: "chats" },
  {
    machine: runMachine,
    states: todoRun.entries.status.options,
    final: ["completed", "failed", "cancelled", "timed_out"],
    table: "todo_runs",
  },
  {
    machine: approvalMachine,
    states: approvalStatus.options,
    final: ["approved", "edited", "rejected", "responded", "expired", "cancelled"],
    table: "approvals",
  },
  {
    machine: occurrenceMachine,
    states: scheduledOccurrence.entries.status.options,
    final: ["completed", "failed", "cancelled"],
    table: "occurrences",
  },
];

const eventsOf = (machine: Machine<string, string>) => Object.values(machine.events);

/** The states that events lead to from this one, itself included. */
function reachable(machine: Machine<string, string>, from: string): Set<string> {
  const seen = new Set([from]);
  for (const state of seen) {
    for (const event of eventsOf(machine)) if (event.from.includes(state)) seen.add(event.to);
  }
  return seen;
}

for (const { machine, states, final } of machines) {
  test(`every state of a ${machine.name} can be reached and left`, { rules: ["machines.sound"] }, () => {
    const all = reachable(machine, machine.first);
    if (states !== null) assert.deepEqual([...all].sort(), [...states].sort());
    const stuck = [...all].filter((state) => !eventsOf(machine).some(({ from }) => from.includes(state)));
    assert.deepEqual(stuck.sort(), [...final].sort());
    for (const state of all) {
      const ends = [...reachable(machine, state)].some((end) =>
        final.length === 0 ? end === "completed" : final.includes(end),
      );
      assert.ok(ends, `${state} comes to no end`);
    }
  });
}

test("an event that may not come is refused, and a gone row is left alone", { rules: ["machines.guarded"] }, () => {
  const begin = transition(runMachine, "complete");
  assert.equal(begin.set, "status = 'completed'");
  assert.equal(begin.when, "status IN ('running')");
  begin.check(1, () => assert.fail("not asked"));
  begin.check(0, () => undefined);
  assert.throws(() => begin.check(0, () => ["cancelled"]), /complete cannot come to a run that is cancelled/);
});

test("no statement sets such a state by hand", { rules: ["machines.guarded"] }, () => {
  const tables = machines.map(({ table }) => table).join("|");
  const byHand = new RegExp(`UPDATE (?:${tables})\\s+SET(?:(?!WHERE)[^;\`"])*\\b(?:status|state) = (?!\\$)`);
  const strays = globSync("src/**/*.ts").filter((path) => byHand.test(readFileSync(path, "utf8")));
  assert.ok(byHand.test("UPDATE chats SET error_message = ?, status = 'queued' WHERE id = ?"));
  assert.deepEqual(strays, []);
});
