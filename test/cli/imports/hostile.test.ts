/** Files that are damaged, made to do harm, or in another encoding: a clear refusal with its exit status, and nothing written. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { zipOf } from "../../helpers/zip.ts";
import { openTerminal } from "../terminal.ts";

const service = await startTestService({ after });
const terminal = openTerminal();
terminal.typed.push(ownerPassword);
await terminal.run("login", service.url, "--email", ownerEmail);

const head = "TYPE,CONTENT,INDENT\n";
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
const bomb = Buffer.alloc(80_000_000, "x");

const refused: readonly [string, string, string | Uint8Array, RegExp][] = [
  ["an empty file", "empty.csv", "", /is empty/],
  ["random bytes", "noise.csv", Buffer.from([0x80, 0xfe, 0x00, 0xc3, 0x28]), /no text in UTF-8/],
  ["Latin-1", "latin.csv", Buffer.from("title\nCaf\u00e9\n", "latin1"), /no text in UTF-8[\s\S]*CSV UTF-8/],
  ["a picture", "picture.png", Buffer.from("\u0089PNG\r\n\u001a\n\u0000\u0000", "latin1"), /no text in UTF-8/],
  ["prose", "letter.doc", "Dear Ana.", /of no kind that can be imported/],
  ["an unclosed quote", "quote.csv", 'title\n"One\nTwo\n', /no CSV that can be read/],
  ["too many rows", "rows.csv", `title\n${"x\n".repeat(200_001)}`, /more than 200000 rows/],
  ["JSON that is no list", "data.json", '{"a": 1}', /no export of Vikunja/],
  ["JSON that breaks off", "data.json", '[{"id": 1,', /no export of Vikunja/],
  ["JSON of another shape", "data.json", '[{"id": "one"}]', /no export of Vikunja.*id/],
  ["deep JSON", "data.json", `${"[".repeat(100_000)}${"]".repeat(100_000)}`, /no export of Vikunja/],
  ["a calendar that breaks off", "tasks.ics", "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY", /no iCalendar file/],
  ["a calendar without tasks", "tasks.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", /nothing to import in/],
  ["half a zip file", "half.zip", zipOf([{ name: "a.csv", content: head }]).subarray(0, 40), /cannot be read as a zip/],
  ["a zip file of other things", "photos.zip", zipOf([{ name: "a.jpg", content: "x" }]), /nothing to import in/],
  [
    "a name that leads elsewhere",
    "evil.zip",
    zipOf([{ name: "../../a.csv", content: head }]),
    /cannot be read as a zip.*relative path/,
  ],
  [
    "an absolute name",
    "evil.zip",
    zipOf([{ name: "/etc/a.csv", content: head }]),
    /cannot be read as a zip.*absolute path/,
  ],
  ["an encrypted entry", "secret.zip", zipOf([{ name: "a.csv", content: head, isEncrypted: true }]), /is encrypted/],
  ["a bomb", "bomb.zip", zipOf([{ name: "a.csv", content: bomb }]), /too large/],
  [
    "a bomb that says it is small",
    "bomb.zip",
    zipOf([{ name: "a.csv", content: bomb, saysSize: 100 }]),
    /cannot be read as a zip/,
  ],
  [
    "many small ones that are large together",
    "bombs.zip",
    zipOf(Array.from({ length: 4 }, (_, n) => ({ name: `${n}.csv`, content: bomb.subarray(0, 20_000_000) }))),
    /too large/,
  ],
];

for (const [what, name, content, says] of refused) {
  test(`${what} is refused, and nothing is written`, async (t) => {
    const path = join(tempDir(t), name);
    writeFileSync(path, content);
    const ended = await terminal.run("import", path, "--yes");
    assert.match(ended.err, says);
    assert.equal(ended.code, 2, ended.err);
    assert.doesNotMatch(ended.err, /\n {4}at /, "no stack");
    assert.equal((await service.ok("listTodos")).data.length, 0);
  });
}

test("files of two kinds at once are refused, and so is one that is not there", async (t) => {
  const folder = tempDir(t);
  const [csv, ics] = [join(folder, "a.csv"), join(folder, "b.ics")];
  writeFileSync(csv, "title\nOne\n");
  writeFileSync(ics, "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n");
  assert.match((await terminal.run("import", csv, ics, "--yes")).err, /come from csv and ical/);
  assert.equal((await terminal.run("import", join(folder, "none.csv"), "--yes")).code, 1);
});

const read: readonly [string, string | Uint8Array][] = [
  ["UTF-16 of a spreadsheet", utf16("title\tdue\r\nOne\t2026-12-01\r\n")],
  ["UTF-8 with a mark", "\ufefftitle;due\r\nOne;2026-12-01\r\n"],
  ["line breaks of old Macs", "title,due\rOne,2026-12-01\r"],
];
for (const [what, content] of read) {
  test(`${what} is read`, async (t) => {
    const path = join(tempDir(t), "one.csv");
    writeFileSync(path, content);
    const { out, err } = await terminal.run("import", path, "--dry-run");
    assert.match(out, /One {2}\(one, due 2026-12-01\)/, err);
  });
}

test("a title cannot steer the terminal", async (t) => {
  const path = join(tempDir(t), "one.csv");
  writeFileSync(path, "title,list\n\u001b[2JOne,\u001b]0;x\u0007L\n");
  const { out } = await terminal.run("import", path, "--dry-run");
  // oxlint-disable-next-line no-control-regex -- that is what it looks for
  assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f]/);
});
