/** The ledger of what was asked for and acknowledged. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createLedger, type Effect } from "./ledger.ts";

function planned(count: number): { ledger: ReturnType<typeof createLedger>; effects: Effect[] } {
  const ledger = createLedger("test");
  const plan = (): Effect => ledger.plan("todo", "/todos", (title) => ({ title }));
  return { ledger, effects: Array.from({ length: count }, plan) };
}

test("no two effects share a title or a key, and the body carries the title", () => {
  const { effects } = planned(2000);
  assert.equal(new Set(effects.map(({ title }) => title)).size, 2000);
  assert.equal(new Set(effects.map(({ key }) => key)).size, 2000);
  assert.ok(effects.every(({ title, body }) => (body as { title: string }).title === title));
});

test("an acknowledged effect that is not there is lost, one that is there twice is duplicated", () => {
  const { ledger, effects } = planned(3);
  const [first, second, third] = effects as [Effect, Effect, Effect];
  for (const effect of effects) ledger.acknowledge(effect, effect.key);
  const verdict = ledger.judge([second.title, third.title, third.title]);
  assert.deepEqual(verdict, { lost: [first.title], duplicated: [third.title], unasked: [] });
});

test("a refused effect that is there was not asked for, and neither was a stranger", () => {
  const { ledger, effects } = planned(1);
  const [refused] = effects as [Effect];
  ledger.refuse(refused);
  assert.deepEqual(ledger.judge([refused.title, "Stranger"]).unasked, [refused.title, "Stranger"]);
});

test("what was neither acknowledged nor refused is pending", () => {
  const { ledger, effects } = planned(3);
  const [first, second, third] = effects as [Effect, Effect, Effect];
  ledger.acknowledge(first, "id-1");
  ledger.refuse(third);
  assert.deepEqual(ledger.pending(), [second]);
  assert.deepEqual(ledger.latestTodos(5), ["id-1"]);
  assert.deepEqual(ledger.acknowledged, { todo: 1, chat: 0, message: 0, run: 0 });
});
