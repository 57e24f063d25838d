/** Imports from the command line into the real service: what is shown, what is written, and that nothing is written twice. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Report } from "../../../src/cli/imports/report.ts";
import { limits } from "../../../src/schema/limits.ts";
import type { OutputOf } from "../../../src/schema/operations/index.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { zipOf } from "../../helpers/zip.ts";
import { openTerminal, type Terminal, type TerminalOptions } from "../terminal.ts";
import { fixture } from "./setting.ts";
import { pluck } from "../../helpers/pluck.ts";

type Page = OutputOf<"listTodos">;

interface House {
  readonly service: TestService;
  readonly terminal: Terminal;
  readonly titles: () => Promise<(string | null)[]>;
  /** Writes a file that can be imported. */
  readonly file: (name: string, content: string | Uint8Array) => string;
}

async function house(t: TestContext, options: TerminalOptions = {}): Promise<House> {
  const service = await startTestService(t);
  const terminal = openTerminal({ advance: (milliseconds) => service.clock.advance(milliseconds), ...options });
  terminal.typed.push(ownerPassword);
  const { code, err } = await terminal.run("login", service.url, "--email", ownerEmail);
  assert.equal(code, 0, err);
  const folder = tempDir(t);
  return {
    service,
    terminal,
    async titles() {
      const titles: (string | null)[] = [];
      for (let cursor: string | null = ""; cursor !== null;) {
        const query = { limit: 100, ...(cursor !== "" && { cursor }) };
        const page: Page = await service.ok("listTodos", { query });
        titles.push(...page.data.map(({ title }) => title));
        cursor = page.nextCursor;
      }
      return titles;
    },
    file(name, content) {
      const path = join(folder, name);
      writeFileSync(path, content);
      return path;
    },
  };
}

const garden = fixture("Garden.csv");
const textOf = (name: string) => readFileSync(fixture(name));

test("a dry run shows everything and writes nothing; without a person to ask it stops there too", async (t) => {
  const { service, terminal, titles } = await house(t);
  const { code, out, err } = await terminal.run("import", "todoist", garden, "--dry-run");
  assert.equal(code, 0, err);
  assert.match(out, /Todoist into the workspace Home/);
  assert.match(out, /Garden +new list +6 +0/);
  assert.match(out, /Repot the basil {2}\(Garden, due 2026-12-05, urgent\)/);
  assert.match(out, /Recurring: 1, each with a schedule/);
  assert.match(out, /attachments: 1 \(plan\.jpg\)/);
  assert.match(err, /Nothing was written.*--yes/);
  assert.doesNotMatch((await terminal.run("import", "csv", fixture("todos.csv"), "--dry-run")).out, /\(\)/);
  const asked = await terminal.run("import", garden);
  assert.equal(asked.code, 2);
  assert.match(asked.err, /nobody to ask[\s\S]*--yes/);
  const report = await terminal.json<Report>("import", garden, "--dry-run");
  assert.deepEqual([report.dryRun, report.created, report.todoLists[0]?.result], [true, 6, "created"]);
  assert.deepEqual(await titles(), []);
  assert.equal((await service.ok("listTodoLists")).data.length, 1);
});

test("on a terminal the person is asked: no writes nothing, yes imports", async (t) => {
  const { terminal, titles } = await house(t, { isTerminal: true });
  terminal.typed.push("n");
  const no = await terminal.run("import", garden);
  assert.equal(no.code, 0);
  assert.match(no.err, /Import 6 todos and 1 list\? \[y\/N\] Nothing was written/);
  assert.deepEqual(await titles(), []);
  terminal.typed.push("y");
  assert.match((await terminal.run("import", garden)).out, /6 todos and 1 list created\.\n$/);
  assert.equal((await titles()).length, 6);
});

test("each kind is recognized by its files, imported once, and unchanged when imported again", async (t) => {
  const { terminal, titles, file } = await house(t);
  const backup = zipOf([
    { name: "Garden.csv", content: textOf("Garden.csv") },
    { name: "Inbox [2203306141].csv", content: textOf("Inbox [2203306141].csv") },
    { name: "read me.pdf", content: "x" },
  ]);
  const vikunja = zipOf([
    { name: "data.json", content: textOf("vikunja-data.json") },
    { name: "files/1", content: "a picture" },
    { name: "filters.json", content: "null" },
    { name: "VERSION", content: "1.0.0" },
  ]);
  const kinds: [string, string, number][] = [
    ["todoist", file("backup.zip", backup), 9],
    ["vikunja", file("export.zip", vikunja), 4],
    ["csv", fixture("todos.csv"), 3],
    ["ical", fixture("tasks.ics"), 3],
  ];
  let count = 0;
  for (const [source, path, created] of kinds) {
    const first = await terminal.json<Report>("import", path, "--yes");
    assert.deepEqual([first.source, first.created, first.dryRun, first.skipped], [source, created, false, []]);
    count += created;
    assert.equal((await titles()).length, count);
    const again = await terminal.json<Report>("import", source, path, "--yes");
    assert.deepEqual([again.created, again.unchanged], [0, created]);
    assert.equal((await titles()).length, count);
  }
  const { out } = await terminal.run("import", garden);
  assert.match(out, /Nothing is new: 6 imported before/);
});

test("a schedule that the service refuses does not stop the import of its todo", async (t) => {
  const { terminal, service } = await house(t);
  const report = await terminal.json<Report>("import", fixture("tasks.ics"), "--yes");
  assert.match(JSON.stringify(report.notCarriedOver), /Blink: FREQ=SECONDLY/);
  const { data } = await service.ok("listTodos", { query: { query: "Blink" } });
  assert.deepEqual([data[0]?.content, data[0]?.rrule], ["- Repeats: FREQ=SECONDLY", null]);
  const rent = (await service.ok("listTodos", { query: { query: "Pay the rent" } })).data[0];
  assert.deepEqual(
    [rent?.rrule, rent?.type, rent?.scheduleStatus],
    ["FREQ=MONTHLY;BYMONTHDAY=1", "responsibility", "pending"],
  );
});

test("what is done comes with --include-done, as done", async (t) => {
  const { terminal, service } = await house(t);
  await terminal.json("import", fixture("tasks.ics"), "--yes");
  const report = await terminal.json<Report>("import", fixture("tasks.ics"), "--yes", "--include-done");
  assert.equal(report.created, 1);
  const { data } = await service.ok("listTodos", { query: { status: "done" } });
  assert.deepEqual(pluck(data, "title"), ["Cancel the old phone"]);
});

test("a later export brings what is new; a part that was added to a task that is here becomes a todo", async (t) => {
  const { terminal, titles, file, service } = await house(t);
  const head = "TYPE,CONTENT,INDENT\n";
  const path = file("Trip.csv", `${head}task,Pack,1\ntask,Socks,2\n`);
  await terminal.json("import", path, "--yes");
  const [pack] = (await service.ok("listTodos")).data;
  await service.ok("updateTodo", { path: { todoId: pack?.id ?? "" }, body: { title: "Pack everything" } });
  file("Trip.csv", `${head}task,Pack,1\ntask,Socks,2\ntask,Shoes,2\ntask,Laces,3\ntask,Book a room,1\n`);
  const report = await terminal.json<Report>("import", path, "--yes");
  assert.deepEqual([report.created, report.unchanged], [2, 1]);
  assert.deepEqual(new Set(await titles()), new Set(["Book a room", "Pack everything", "Shoes"]));
  const { data } = await service.ok("listTodos", { query: { query: "Shoes" } });
  assert.equal(data[0]?.content, "- [ ] Laces\n\n- Part of: Pack");
  const again = await terminal.json<Report>("import", path, "--yes");
  assert.equal(again.created, 0, "the part that became a todo is known by now");
});

test("what was archived stays so and is said; what was erased comes again", async (t) => {
  const { terminal, service, file } = await house(t);
  const path = file("two.csv", "title\nOne\nTwo\n");
  await terminal.json("import", path, "--yes");
  const { data } = await service.ok("listTodos");
  await service.ok("deleteTodo", { path: { todoId: data[0]?.id ?? "" } });
  await service.ok("deleteTodo", { path: { todoId: data[1]?.id ?? "" }, query: { permanent: true } });
  const { out } = await terminal.run("import", path, "--yes");
  assert.match(out, /Skipped\n {2}Two: It was imported before, and archived since/);
  assert.match(out, /1 todo and 0 lists created, 1 skipped\.\n$/);
});

test("an import that breaks off is taken up by the next one, and a lost answer doubles nothing", async (t) => {
  const { terminal, titles, file } = await house(t);
  const names = Array.from({ length: 500 }, (_, n) => `Todo ${n}`);
  const path = file("many.csv", `title\n${names.join("\n")}\n`);
  const real = globalThis.fetch;
  let writes = 0;
  t.after(() => (globalThis.fetch = real));
  globalThis.fetch = async (address, init) => {
    const isWrite = typeof init?.body === "string" && init.body.includes('"dryRun":false,"todoLists":[{');
    if (isWrite) writes += 1;
    // The lists alone, then todos: the second part of those is written, and its answer never comes; the process gives up.
    const answer = await real(address, init);
    if (isWrite && writes >= 3) throw new TypeError("fetch failed");
    return answer;
  };
  const broken = await terminal.run("import", path, "--yes");
  assert.equal(broken.code, 1, broken.err);
  assert.match(broken.err, /No answer/);
  const there = (await titles()).length;
  assert.equal(there, 400);
  globalThis.fetch = real;
  const report = await terminal.json<Report>("import", path, "--yes");
  assert.deepEqual([report.created, report.unchanged], [100, 400]);
  assert.deepEqual(new Set(await titles()), new Set(names));
  assert.equal((await titles()).length, 500);
});

test("long bodies go in requests that the service takes", async (t) => {
  const { terminal, titles, file } = await house(t);
  const rows = Array.from({ length: 12 }, (_, n) => `Long ${n},${"é".repeat(99_000)}`);
  const report = await terminal.json<Report>("import", file("long.csv", `title,notes\n${rows.join("\n")}\n`), "--yes");
  assert.equal(report.created, 12);
  assert.equal((await titles()).length, 12);
});

test("todos that go to more lists than one request takes are imported, each into its own", async (t) => {
  const { terminal, service, file } = await house(t);
  const rows = Array.from({ length: 60 }, (_, n) => `Todo ${n},List ${n}\nOther ${n},List ${n}`);
  const path = file("many.csv", `title,list\n${rows.join("\n")}\n`);
  const report = await terminal.json<Report>("import", path, "--yes");
  assert.deepEqual([report.created, report.todoLists.length], [120, 60]);
  const { data } = await service.ok("listTodoLists");
  assert.deepEqual([data.length, data.filter(({ todoCount }) => todoCount === 2).length], [61, 60]);
  assert.equal((await terminal.json<Report>("import", path, "--yes")).unchanged, 120);
});

test("a rule that no request may have does not keep the others out", async (t) => {
  const { terminal, service, file } = await house(t);
  const rule = `FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 366 }, (_, day) => day + 1).join(",")}`;
  const todos = [`UID:a\nSUMMARY:Endless\nDTSTART:20270101T090000\nRRULE:${rule}`, "UID:b\nSUMMARY:Short"];
  const lines = todos.map((todo) => `BEGIN:VTODO\n${todo}\nEND:VTODO\n`).join("");
  const path = file("tasks.ics", `BEGIN:VCALENDAR\n${lines}END:VCALENDAR\n`);
  const before = await terminal.json<Report>("import", path, "--dry-run");
  assert.deepEqual([before.created, pluck(before.notCarriedOver, "count")], [2, [1]]);
  assert.match(before.notCarriedOver[0]?.examples[0] ?? "", /^Endless: FREQ=YEARLY/);
  assert.deepEqual(await terminal.json("import", path, "--yes"), { ...before, dryRun: false });
  const { data } = await service.ok("listTodos", { query: { query: "Endless" } });
  assert.deepEqual([data[0]?.content, data[0]?.rrule], [`- Repeats: ${rule}`, null]);
});

/** Makes lists until there is room for so many more. */
async function fill(service: TestService, room: number): Promise<void> {
  const { length } = (await service.ok("listTodoLists")).data;
  for (let from = length; from < limits.todoLists.workspace.max - room; from += 50) {
    const count = Math.min(50, limits.todoLists.workspace.max - room - from);
    const todoLists = Array.from({ length: count }, (_, n) => `Here ${from + n}`).map((name) => ({
      externalId: name,
      name,
    }));
    await service.ok("createImport", { body: { source: "elsewhere", todoLists } });
  }
}

test("lists that the workspace has no room for are left out with their todos, and the dry run says so", async (t) => {
  const { terminal, service, titles, file } = await house(t);
  await fill(service, 2);
  const rows = ["One,New 1", "Two,Here 1", "Three,New 2", "Four,New 3", "Five,New 4", "Six,New 3"];
  const path = file("lists.csv", `title,list\n${rows.join("\n")}\n`);
  const before = await terminal.json<Report>("import", path, "--dry-run");
  assert.deepEqual([before.created, pluck(before.skipped, "title")], [3, ["Four", "Five", "Six"]]);
  assert.match(before.skipped[0]?.reason ?? "", /at most 500 todo lists, and New 3 would be one more/);
  assert.deepEqual(pluck(before.todoLists, "result"), ["created", "unchanged", "created", "skipped", "skipped"]);
  assert.match((await terminal.run("import", path, "--dry-run")).out, /New 3 +left out +0 +0 +2\n/);
  assert.deepEqual(await terminal.json("import", path, "--yes"), { ...before, dryRun: false });
  assert.deepEqual(new Set(await titles()), new Set(["One", "Two", "Three"]));
  const again = await terminal.json<Report>("import", path, "--yes");
  assert.deepEqual([again.created, again.unchanged, again.skipped.length], [0, 3, 3]);
});

test("a list that was archived since it was imported wants room again where a todo is new in it, and only there", async (t) => {
  const { terminal, service, titles, file } = await house(t);
  await terminal.json("import", file("lists.csv", "title,list\nOne,Old\nTwo,Older\n"), "--yes");
  const lists = (await service.ok("listTodoLists")).data;
  const standard = lists.find(({ isDefault }) => isDefault)?.id ?? "";
  for (const { id } of (await service.ok("listTodos")).data)
    await service.ok("updateTodo", { path: { todoId: id }, body: { todoListId: standard } });
  for (const { id } of lists.filter((list) => !list.isDefault))
    await service.ok("updateTodoList", { path: { todoListId: id }, body: { archived: true } });
  await fill(service, 0);
  const path = file("lists.csv", "title,list\nOne,Old\nTwo,Older\nThree,Old\nFour,Here 1\n");
  const before = await terminal.json<Report>("import", path, "--dry-run");
  assert.deepEqual([before.created, before.unchanged, pluck(before.skipped, "title")], [1, 2, ["Three"]]);
  assert.match(before.skipped[0]?.reason ?? "", /at most 500 todo lists, and Old would be one more/);
  assert.deepEqual(pluck(before.todoLists, "result"), ["skipped", "unchanged", "unchanged"]);
  assert.deepEqual(await terminal.json("import", path, "--yes"), { ...before, dryRun: false });
  assert.deepEqual(new Set(await titles()), new Set(["One", "Two", "Four"]));
});

test("lists of one name in other letters are one, and want room once, also in another request", async (t) => {
  const { terminal, service, file } = await house(t);
  await fill(service, 51);
  const names = Array.from({ length: 51 }, (_, n) => `Straße ${n}`);
  const rows = [...names, "STRASSE 0", "here 1"].map((name, n) => `Todo ${n},${name}`);
  const path = file("lists.csv", `title,list\n${rows.join("\n")}\n`);
  const before = await terminal.json<Report>("import", path, "--dry-run");
  assert.deepEqual([before.created, before.skipped], [53, []]);
  const results = pluck(before.todoLists, "result");
  assert.deepEqual(
    [new Set(results.slice(0, 51)), results.slice(51)],
    [new Set(["created"]), ["unchanged", "unchanged"]],
  );
  assert.deepEqual(await terminal.json("import", path, "--yes"), { ...before, dryRun: false });
  const { data } = await service.ok("listTodoLists");
  assert.equal(data.find(({ name }) => name === "Straße 0")?.todoCount, 2);
});

test("a key cannot import, and it is said how", async (t) => {
  const { service } = await house(t);
  const terminal = openTerminal();
  Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.key });
  const { code, err } = await terminal.run("import", garden);
  assert.equal(code, 4);
  assert.match(err, /takes a person[\s\S]*unset DAYSHIFT_KEY[\s\S]*dayshift login --password/);
  delete terminal.env["DAYSHIFT_KEY"];
  assert.match(
    (await terminal.run("import", garden, "--key", service.key)).err,
    /takes a person[\s\S]*leave --key out/,
  );
});

test("a workspace archive goes to the operator's command; their flags are not shared", async (t) => {
  const taken: unknown[] = [];
  const { terminal, file } = await house(t, {
    takeArchive: async (path, { dataDir }) => void taken.push([path, dataDir]),
  });
  const path = file("home.dayshift", new Uint8Array([0x1f, 0x8b, 8, 0]));
  assert.equal((await terminal.run("import", path, "--data-dir", "/elsewhere")).code, 0);
  assert.deepEqual(taken, [[path, "/elsewhere"]]);
  assert.equal((await terminal.run("import", path, "--yes")).code, 2);
  assert.equal((await terminal.run("import", path, path)).code, 2);
  assert.match((await terminal.run("import", "todoist", path)).err, /taken in by itself, without a product/);
  assert.match((await terminal.run("import", garden, "--data-dir", "/elsewhere")).err, /--data-dir goes with archives/);
  assert.equal(taken.length, 1);
});
