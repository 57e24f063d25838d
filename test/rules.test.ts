/** Every rule of the contract is proved somewhere, and nothing is cited that is no rule. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { rules } from "./rules.ts";

const title = /\btest\(\s*(?:"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g;
const bracket = /\[([a-z][a-z0-9-]*\.[a-z0-9.-]+(?:,? [a-z][a-z0-9-]*\.[a-z0-9.-]+)*)\]/g;

/** Rule ids that the title of a test cites in square brackets, apart by blanks or commas. */
function citedIn(name: string): string[] {
  return [...name.matchAll(bracket)].flatMap((match) => (match[1] as string).split(/,? /));
}

const cited = new Map<string, string[]>();
for (const path of globSync("test/**/*.test.ts", { exclude: ["**/node_modules/**"] })) {
  for (const match of readFileSync(path, "utf8").matchAll(title)) {
    for (const id of citedIn(match[1] ?? match[2] ?? "")) cited.set(id, [...(cited.get(id) ?? []), path]);
  }
}

test("no two rules have the same id", () => {
  const ids = rules.map((rule) => rule.id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test("every citation names a rule", () => {
  const known = new Set(rules.map((rule) => rule.id));
  const strays = [...cited].filter(([id]) => !known.has(id)).map(([id, paths]) => `${id} in ${paths.join(", ")}`);
  assert.deepEqual(strays, []);
});

test("every rule has a test", () => {
  const unproved = rules.filter((rule) => !cited.has(rule.id)).map((rule) => `${rule.id}: ${rule.text}`);
  assert.deepEqual(unproved, []);
});

test("citations are found in plain titles and in templates, one or several", () => {
  assert.deepEqual(citedIn("a title [todos.list.query] and more [auth.open, auth.missing]"), [
    "todos.list.query",
    "auth.open",
    "auth.missing",
  ]);
  assert.deepEqual(citedIn("data[3].title is no citation"), []);
});
