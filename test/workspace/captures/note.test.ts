/** Where the title of a note comes from. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readNote } from "../../../src/workspace/captures/note.ts";

const long = "x".repeat(600);
const blanks = " ".repeat(100_000);
const cases: readonly (readonly [what: string, sent: string, title: string | null, content: string | null])[] = [
  ["a heading", "# Call with Ana\nTODO: send the offer", "Call with Ana", "TODO: send the offer"],
  ["a heading of any level, with closing marks", "### Plan ###\n\n\n  indented", "Plan", "  indented"],
  ["a heading after the mark that files of Windows begin with", "\uFEFF# Title\nBody", "Title", "Body"],
  ["a heading after blank lines", "\n \n# Title\nBody\n", "Title", "Body\n"],
  ["a heading alone", "# Only this\n", "Only this", null],
  ["a heading with Windows line ends", "# One\r\n\r\nTwo\r\nThree", "One", "Two\r\nThree"],
  ["an underlined heading", "Title\n=====\nBody", "Title", "Body"],
  ["an underlined heading of the second level", "Title\n---\n\nBody", "Title", "Body"],
  ["a list above a line is no heading", "- one\n---\ntwo", "- one", "- one\n---\ntwo"],
  ["no heading without a blank after the marks", "#tag first\nBody", "#tag first", "#tag first\nBody"],
  ["seven marks are no heading", "####### Deep\nBody", "####### Deep", "####### Deep\nBody"],
  ["an empty heading gives no title of its own", "#\nBody", "#", "#\nBody"],
  ["the first line, which stays", "First line\nSecond line", "First line", "First line\nSecond line"],
  ["the first line that is not blank", "\n\n  First  \nSecond", "First", "\n\n  First  \nSecond"],
  ["a heading that is not first stays", "Intro\n\n# Later", "Intro", "Intro\n\n# Later"],
  ["tabs do not stay in a title", "One\ttwo", "One two", "One\ttwo"],
  ["a first line that is too long is cut", long, `${"x".repeat(499)}…`, long],
  ["a heading that is too long stays in the body", `# ${long}\nBody`, `${"x".repeat(499)}…`, `# ${long}\nBody`],
  ["an underlined one, too", `${long}\n===\nBody`, `${"x".repeat(499)}…`, `${long}\n===\nBody`],
  ["a heading of closing marks alone", "#  ##\nBody", "##", "Body"],
  ["many blanks in a heading take no time", `# One${blanks}two ##${blanks}\nBody`, "One two", "Body"],
  ["nor do many before what breaks a line elsewhere", `# ${blanks}One\u2028two\nBody`, "One two", "Body"],
  ["a heading as long as a title leaves it", `# ${"x".repeat(500)}\nBody`, "x".repeat(500), "Body"],
];

for (const [what, sent, title, content] of cases) {
  test(`the title of a note: ${what}`, { rules: ["captures.create.heading", "captures.create.first-line"] }, () => {
    assert.deepEqual(readNote(sent), { title, content });
  });
}
