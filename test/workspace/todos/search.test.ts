/** The search index itself: whole after many changes, and one meaning of "found" for patterns of any length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold } from "../../../src/schema/fold.ts";
import { todoSearch } from "../../../src/workspace/search/search.ts";
import { setting } from "./setting.ts";

test("upper and lower case, composed and decomposed forms fold to the same text", () => {
  const same = [
    ["STRASSE", "straße"],
    ["ΟΔΟΣ", "οδος"],
    ["οδος", "οδοσ"],
    ["Café", "CAFE\u0301"],
    ["ǅ", "ǆ"],
    ["ﬁ", "FI"],
    ["STRAẞE", "strasse"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["\u212Aelvin", "kelvin"],
  ] as const;
  for (const [one, other] of same) assert.equal(fold(one), fold(other), `${one} ${other}`);
  assert.notEqual(fold("ı"), fold("i"));
  assert.equal(fold("ASCII 50% _x"), "ascii 50% _x");
});

test("whatever is written is found by any piece of it, in either case", (t) => {
  const space = setting(t);
  const text = fc.string({
    unit: fc.constantFrom("a", "B", "ß", "é", "Σ", "%", "_", '"', "*", "-", " ", "🛒", "漢"),
    minLength: 1,
  });
  const cased = fc.constantFrom(
    (piece: string) => piece,
    (piece: string) => piece.toUpperCase(),
    (piece: string) => piece.toLowerCase(),
  );
  fc.assert(
    fc.property(
      text,
      text,
      fc.nat(),
      fc.integer({ min: 1, max: 6 }),
      cased,
      (title, content, start, length, change) => {
        fc.pre(title.trim() !== "");
        const { id } = space.run("createTodo", { body: { title, content } });
        const whole = Array.from(start % 2 === 0 ? title.trim() : content);
        const from = start % whole.length;
        const query = change(whole.slice(from, from + length).join(""));
        if (query.trim() !== "") {
          const found = space.run("listTodos", { query: { query, limit: 1 } }).data;
          assert.equal(found[0]?.id, id, JSON.stringify({ title, content, query }));
        }
      },
    ),
    { seed: 5, numRuns: 150 },
  );
});

test("a pattern does not reach from the title into the body", (t) => {
  const space = setting(t);
  space.run("createTodo", { body: { title: "one", content: "two" } });
  for (const [query, count] of [
    ["one", 1],
    ["two", 1],
    ["onetwo", 0],
    ["et", 0],
    ["one\ntwo", 0],
  ] as const) {
    assert.equal(space.run("listTodos", { query: { query } }).data.length, count, query);
  }
});

test("the index is whole after many changes and erasures, and keeps nothing of what was erased", (t) => {
  const space = setting(t);
  const ids: string[] = [];
  const word = (seed: number) => `w${(seed * 7919) % 97} x${(seed * 104_729) % 89}`;
  for (let step = 0; step < 600; step += 1) {
    const victim = ids[(step * 31) % Math.max(1, ids.length)];
    if (step % 3 === 0 || victim === undefined) {
      ids.push(space.run("createTodo", { body: { title: word(step), content: word(step + 1).repeat(9) } }).id);
    } else if (step % 7 === 0) {
      space.run("deleteTodo", { path: { todoId: victim }, query: { permanent: true } });
      ids.splice(ids.indexOf(victim), 1);
    } else space.run("updateTodo", { path: { todoId: victim }, body: { content: word(step * 3).repeat(step % 11) } });
  }
  const check = "INSERT INTO todo_search (todo_search) VALUES ('integrity-check')";
  space.sql.run(check);
  assert.equal(space.sql.get("SELECT * FROM pragma_integrity_check")?.[0], "ok");
  for (const todoId of ids) space.run("deleteTodo", { path: { todoId }, query: { permanent: true } });
  while (todoSearch.eraseSlice(space.sql));
  assert.equal(space.sql.get("SELECT count(*) FROM todo_search_idx")?.[0], 0);
  space.sql.run(check);
});
