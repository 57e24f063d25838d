/** Markdown as people see it at a terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMarkdown } from "../../src/cli/output/markdown.ts";
import { styleFor } from "../../src/cli/output/text.ts";

const coloured = styleFor(true, {});
const bare = styleFor(true, { NO_COLOR: "1" });

const shown: readonly (readonly [what: string, markdown: string, lines: string])[] = [
  ["strong and emphasised words", "**Call** *Ana* __now__, snake_case 2*3*4", "Call *Ana* now, snake_case 2*3*4"],
  ["a heading", "# Plan\nText", "Plan\nText"],
  ["open and done items", "- [ ] Call **Ana**\n- [x] Paint\n* Other", "☐ Call Ana\n☑ Paint\n- Other"],
  ["numbers that begin anywhere", "3. c\n4. d", "3. c\n4. d"],
  ["items of several lines, and lists in lists", "- a\n  b\n\n  c\n  1. d", "- a\n  b\n\n  c\n  1. d"],
  ["code", "Say `npm start`:\n\n```sh\necho **x**\n\nls\n```", "Say `npm start`:\n\n    echo **x**\n\n    ls"],
  ["a quote", "> said\n> twice", "│ said\n│ twice"],
  ["links", "[Docs](https://a.example/b), <https://a.example>", "Docs (https://a.example/b), https://a.example"],
  ["line breaks", "a\\\nb  \nc", "a\nb\nc"],
  ["what has no other form", "| a |\n|---|\n\n---\n\n<b>x</b> ![y](z)", "| a |\n|---|\n\n---\n\n<b>x</b> ![y](z)"],
  ["nothing", "", ""],
];

for (const [what, markdown, lines] of shown) {
  test(`${what} without colours`, () => assert.equal(renderMarkdown(markdown, bare), lines));
}

test("with colours strong text is bold, and code has a colour", () => {
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
  assert.equal(
    renderMarkdown("# A\n**b** `c` *d*", coloured),
    `${bold("A")}\n${bold("b")} \u001b[36mc\u001b[39m \u001b[3md\u001b[23m`,
  );
});

test("a text cannot steer the terminal, whichever way it is written", () => {
  for (const evil of [
    "\u001b[2J",
    "&#27;[2J",
    "`\u001b[2J`",
    "[a](<\u001b[2J>)",
    "<b \u001b[2J>",
    "\u202Eabc",
    "&#8238;abc",
  ]) {
    // oxlint-disable-next-line no-control-regex -- that is what it looks for
    assert.doesNotMatch(renderMarkdown(`x ${evil}\n\n    ${evil}\n\n# ${evil}`, bare), /[\u001b\u202e]/, evil);
  }
});

test("what is very long, or quoted very deep, stays as it is written; what is nested deep comes to an end", () => {
  for (const text of ["**a** ".repeat(4000), `${">".repeat(19_000)}a`]) assert.equal(renderMarkdown(text, bare), text);
  const stars = "*".repeat(60);
  for (const text of [`${"- ".repeat(60)}a`, `${stars}a${stars}`]) assert.match(renderMarkdown(text, bare), /a/);
});
