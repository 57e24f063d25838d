/** Every rule of the contract is proved somewhere, and nothing is cited that is no rule. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { rules } from "./rules.ts";

const field = /\{\s*rules: \[([^\]]*)\]/g;

/** Rule ids that the tests of a file cite in their options. */
function citedIn(text: string): string[] {
  return [...text.matchAll(field)].flatMap(([, ids = ""]) => [...ids.matchAll(/"([^"]+)"/g)].map(([, id = ""]) => id));
}

const cited = new Map<string, string[]>();
for (const path of globSync("test/**/*.test.ts", { exclude: ["**/node_modules/**", "test/rules.test.ts"] })) {
  for (const id of citedIn(readFileSync(path, "utf8"))) cited.set(id, [...(cited.get(id) ?? []), path]);
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

test("citations are found on one line or several, and nowhere else", () => {
  assert.deepEqual(citedIn(`test("a", { rules: ["todos.list.query"] }, () => {});`), ["todos.list.query"]);
  assert.deepEqual(citedIn(`{\n  rules: [\n    "auth.open",\n    "auth.missing",\n  ],\n}`), [
    "auth.open",
    "auth.missing",
  ]);
  assert.deepEqual(citedIn('const rules: [string][] = [["auth.open"]]; "[auth.open]"'), []);
});
