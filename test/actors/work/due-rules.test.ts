/** Rules that are due: each is a write of its own, so one that fails is put off alone. */
import assert from "node:assert/strict";
import test from "node:test";
import { createDueRules, type DueRulesParts } from "../../../src/actors/work/due-rules.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { turns } from "../../helpers/settle.ts";

type Parts = DueRulesParts<string>;

interface Given {
  /** What recordings take to be written. */
  readonly settling?: Promise<void>;
  /** The table cannot be written. */
  readonly isFull?: boolean;
}

/** A table in memory; what `fails` names throws when it is carried out. */
function open(due: string[], fails: readonly string[] = [], { settling, isFull = false }: Given = {}) {
  const seen: string[] = [];
  const stopping = new AbortController();
  const clock = createFakeClock();
  const context = {
    clock,
    ids: { uuid: () => "id" },
    minutes: { secondsLeft: async () => 7 },
    workspaceId: "w",
    report: (what: string) => void seen.push(what.slice(0, 6)),
    recordings: { settle: () => (seen.push("settled"), settling ?? Promise.resolve()) },
    mailbox: { read: (fn: (sql: null) => unknown) => fn(null), write: async (fn: (sql: null) => unknown) => fn(null) },
  };
  const table = {
    dueRules: (_sql: unknown, _now: number, limit: number) => due.slice(0, limit),
    postpone: (_moment: unknown, work: string, dueAt: number) => {
      if (isFull) throw new Error("disk full");
      due.splice(due.indexOf(work), 1);
      seen.push(`${work} put off by ${dueAt - clock.now()}`);
    },
  };
  const carryOut: Parts["rules"]["carryOut"] = ({ secondsLeft }, work) => {
    if (fails.includes(work)) throw new Error("no");
    due.splice(due.indexOf(work), 1);
    seen.push(`${work} with ${secondsLeft} seconds left`);
  };
  const endsRecordings = (work: string): boolean => work === "silence";
  const rules: { start(): void } = createDueRules<string>({
    context: context as unknown as Parts["context"],
    rules: { table: table as unknown as Parts["rules"]["table"], carryOut, endsRecordings },
    watch: () => null,
    onTrouble: (error) => void seen.push(`trouble: ${String(error)}`),
    look: () => due.length > 0 && rules.start(),
    stopping: stopping.signal,
  });
  return { rules, seen, stopping };
}

test("all that is due is carried out, and one that fails is put off alone", async () => {
  const { rules, seen } = open(["a", "bad", "b"], ["bad"]);
  rules.start();
  rules.start();
  await turns(20);
  assert.deepEqual(seen.sort(), ["A rule", "a with 7 seconds left", "b with 7 seconds left", "bad put off by 60000"]);
});

test("more than fit at once are carried out one lot after the other", async () => {
  const { rules, seen } = open(Array.from({ length: 150 }, (_, index) => `rule ${index}`));
  rules.start();
  await turns(60);
  assert.equal(seen.length, 150);
});

test("what was sent of recordings is written before one that may end them", async () => {
  const { rules, seen } = open(["silence"]);
  rules.start();
  await turns(20);
  assert.deepEqual(seen, ["settled", "silence with 7 seconds left"]);
});

test("a rule that can be neither carried out nor put off is reported once the others have ended", async () => {
  const settling = Promise.withResolvers<void>();
  const { rules, seen } = open(["bad", "silence"], ["bad"], { settling: settling.promise, isFull: true });
  rules.start();
  await turns(20);
  rules.start();
  await turns(20);
  assert.deepEqual(seen.splice(0), ["settled", "A rule"], "none is begun again while it runs");
  settling.resolve();
  await turns(20);
  assert.deepEqual(seen, ["silence with 7 seconds left", "trouble: Error: disk full"]);
});

test("nothing is begun while the service stops", async () => {
  const { rules, seen, stopping } = open(["a"]);
  stopping.abort();
  rules.start();
  await turns(20);
  assert.deepEqual(seen, []);
});
