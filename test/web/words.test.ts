/** Words are data: every language has the same, and the parts of the page have none of their own. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { de } from "../../src/web/words/de.ts";
import { en } from "../../src/web/words/en.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(async () => undefined);

/** Paths of all words, with the number of what is put into them. */
function pathsOf(words: unknown, path = ""): string[] {
  if (typeof words === "function") return [`${path}(${words.length})`];
  if (typeof words !== "object" || words === null) return [path];
  return Object.entries(words).flatMap(([name, value]) => pathsOf(value, `${path}/${name}`));
}

/** Texts of all words, by their paths; those that something is put into are left out. */
function textsOf(words: unknown, path = ""): [string, string][] {
  if (typeof words === "string") return [[path, words]];
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([name, value]) => textsOf(value, `${path}/${name}`));
}

test("German has the words that English has", () => {
  assert.deepEqual(pathsOf(de).toSorted(), pathsOf(en).toSorted());
  const german = new Map(textsOf(de));
  const empty = textsOf(en).filter(([path, text]) => (text === "") !== (german.get(path) === ""));
  assert.deepEqual(empty, [], "what says something in one language does in the other");
});

test("German says what is refused by its code, and what the service says where that says more", () => {
  const { refusal } = de.offline;
  assert.equal(refusal("missing_scope", "Needs todos:write."), "Dazu fehlt dir hier das Recht.");
  const taken = "A list with that name exists.";
  assert.equal(refusal("resource_conflict", taken), `Das geht im Moment nicht: „${taken}“`);
  assert.equal(refusal("of_a_newer_service", taken), taken);
  assert.equal(en.offline.refusal("resource_conflict", taken), taken);
});

test("no part of the page has words of its own", () => {
  const folder = new URL("../../src/web", import.meta.url).pathname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".tsx"));
  assert.ok(files.length > 50);
  const found = files.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .filter((line) => /\b(?:aria-label|placeholder|title|alt|label)="[^"]*\p{L}{2}/u.test(line) || isText(line))
      .map((line) => `${name}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});

/** A line between tags: letters, and none of the marks of a program. Keys are named as they are on keyboards. */
function isText(line: string): boolean {
  const text = /^\s+(\p{Lu}\p{L}+(?: [\p{L},.]+)*[.!?]?)\s*$/u.test(line);
  const inTag = />\s*\p{L}{2}[^<>{}=]*<\//u.test(line) && !/<(?:kbd|code|a href="\/api)/.test(line);
  return text || inTag;
}

test("the page speaks the language of the browser, and another one that is chosen", { skip }, async () => {
  const { page, close } = await visit("/settings", { locale: "de-AT" });
  await page.getByRole("heading", { name: "Einstellungen" }).waitFor();
  assert.equal(await page.evaluate("document.documentElement.lang"), "de");
  await page.getByRole("combobox", { name: "Sprache" }).selectOption("en");
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  await until(
    "the language of the person",
    () => service.ok("getSession", { credential: service.session }),
    ({ user }) => user?.locale === "en",
  );
  await page.reload();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  assert.equal(await page.evaluate("document.documentElement.lang"), "en");
  await close();
});
