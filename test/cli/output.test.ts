/** What people see: tables and records that fit their terminal, with ids that can be copied. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { outputOf } from "../../src/cli/host/io.ts";
import { columns, columnsWithin } from "../../src/cli/output/columns.ts";
import { labelOf } from "../../src/cli/output/labels.ts";
import { recordLines } from "../../src/cli/output/record.ts";
import { tableOf } from "../../src/cli/output/table.ts";
import { styleFor, widthOf, wrap, wrapLines } from "../../src/cli/output/text.ts";
import { jsonSchemaOf } from "../../src/schema/json-schema.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { startTestService } from "../helpers/service.ts";
import { openTerminal, type TerminalOptions } from "./terminal.ts";

const bare = styleFor(false, {});
const id = "01a20292-f3c3-771c-88a5-42bf26be05dc";
const todo = {
  id,
  title: "Call Ana about the offer that she wants in writing, 漢字 too",
  status: "in_progress",
  dueDate: "2026-11-23",
  priority: "high",
  nextRunAt: "2026-11-23T08:00:00.000Z",
};
const names = columns["todo"] ?? [];

test("a table fits: words are shortened, ids and dates never, and what has no room is named", () => {
  for (const width of [60, 80, 100, 120, 200]) {
    const { lines, missing } = tableOf([todo, { ...todo, title: "Paint" }], names, bare, width);
    for (const line of lines) assert.ok(widthOf(line) <= width, `${width}: ${line}`);
    assert.ok(lines.slice(1).every((line) => line.startsWith(`${id}  `)));
    const shown = (lines[0] ?? "").split(/ {2,}/);
    assert.deepEqual(
      names.map(labelOf).filter((name) => !shown.includes(name)),
      missing,
    );
    assert.equal(missing.includes("due date"), width < 80);
  }
});

test("where there is room nothing is shortened, and an empty column is not there", () => {
  const { lines, missing } = tableOf([{ ...todo, priority: null }], names, bare, 200);
  assert.deepEqual([lines[1]?.includes(todo.title), missing, lines[0]?.includes("priority")], [true, [], false]);
});

test("an id is whole even where nothing else has room", () => {
  assert.equal(tableOf([todo], names, bare, 20).lines[1], id);
});

test("a record shows its fields below its name, and lists of things as tables", () => {
  const report = {
    object: "minutes_report",
    period: { month: "2026-11", days: 30 },
    budgetMinutes: null,
    byWorkspace: [{ workspaceId: id, name: "Home", seconds: 61, minutes: 2 }],
    byDay: [],
    note: { until: null },
  };
  assert.deepEqual(recordLines(report, bare, 80), [
    "period        month  2026-11",
    "              days   30",
    "by workspace  name  minutes  seconds  workspace",
    `              Home  2        61       ${id}`,
  ]);
  assert.match(
    recordLines(report, bare, null).join("\n"),
    /^byWorkspace +name/m,
    "as in the interface without a terminal",
  );
});

test("a table within a record shows lists of values, too: the days of working hours, the tools that are allowed", () => {
  const hours = { timezone: "Europe/Berlin", windows: [{ days: ["monday", "friday"], start: "09:00", end: "17:00" }] };
  assert.deepEqual(recordLines({ workingHours: hours }, bare, 80).slice(1), [
    "               windows   days            start  end",
    "                         monday, friday  09:00  17:00",
  ]);
  assert.deepEqual(recordLines({ mcpServers: [{ serverId: id, allowedTools: ["weather"] }] }, bare, 80), [
    "mcp servers  server                                allowed tools",
    `             ${id}  weather`,
  ]);
});

test("values are said as people read them", () => {
  const said = { isCurrent: true, rrule: "FREQ=WEEKLY;BYDAY=MO", actor: { type: "service", id: null, name: null } };
  assert.deepEqual(recordLines(said, bare, 80).slice(0, 2), ["current  yes", "rule     Every week on Monday"]);
  assert.match(tableOf([said], ["actor"], bare, 80).lines.join("\n"), /^actor\nDayshift$/);
});

test("the next lines of a list stand below the first, and code is left alone", () => {
  assert.equal(
    wrapLines("- one two three\n1. ☐ four five six", 9),
    "- one two\n  three\n1. ☐ four\n     five\n     six",
  );
  assert.equal(wrapLines("    one two three", 9), "    one two three");
  assert.deepEqual(wrap("  one two", 5), ["  one", "  two"]);
});

test("text is parted between words, and an address stays whole", () => {
  const address = `https://example.com/${"a".repeat(60)}`;
  assert.deepEqual(wrap(`one two three ${address} four`, 9), ["one two", "three", address, "four"]);
  const lines = recordLines({ summary: "word ".repeat(60).trim(), url: address }, bare, 60);
  assert.ok(lines.length > 5);
  for (const line of lines.slice(0, -1)) assert.ok(widthOf(line) <= 60, line);
});

/** The fields of every resource, by what its `object` says, and of what stands in its fields. */
const fields = new Map<string, Set<string>>();

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly const?: string;
}

function learn({ properties = {}, items, anyOf = [] }: Shape, name: string): void {
  const known = Object.keys(properties);
  for (const key of [properties["object"]?.const, name]) {
    if (key !== undefined) fields.set(key, new Set([...(fields.get(key) ?? []), ...known]));
  }
  for (const [field, shape] of Object.entries(properties)) learn(shape, field);
  for (const shape of [...(items === undefined ? [] : [items]), ...anyOf]) learn(shape, name);
}

test("every column is a field of its resource", () => {
  for (const { success } of [...publicTable, ...appTable]) learn(jsonSchemaOf(success.schema), "");
  for (const [name, wanted] of Object.entries({ ...columns, ...columnsWithin })) {
    const known = fields.get(name) ?? new Set();
    assert.deepEqual(
      wanted.filter((column) => !known.has(column)),
      [],
      name,
    );
  }
});

const service = await startTestService({ after });

async function colours(options: TerminalOptions, env: Readonly<Record<string, string>>): Promise<boolean> {
  const terminal = openTerminal(options);
  Object.assign(terminal.env, { NO_COLOR: "", DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.key, ...env });
  const { out, err } = await terminal.run("todo-lists", "list");
  const refused = await terminal.run("todos", "get", id);
  return `${out}${err}${refused.err}`.includes("\u001b[");
}

test("colours are for terminals, and NO_COLOR takes them away", async () => {
  const watched = { isTerminal: true, isWatched: true, columns: 60 };
  assert.equal(await colours(watched, {}), true);
  assert.equal(await colours(watched, { NO_COLOR: "1" }), false);
  assert.equal(await colours(watched, { TERM: "dumb" }), false);
  assert.equal(await colours({}, {}), false);
});

test("a terminal that does not say how wide it is has 80 columns, and a file has none", () => {
  const stream = (isTTY: boolean, wide: number) => ({ isTTY, columns: wide, on: () => undefined }) as never;
  assert.equal(outputOf(stream(true, 0)).columns, 80);
  assert.equal(outputOf(stream(true, 120)).columns, 120);
  assert.equal(outputOf(stream(false, 0)).columns, null);
});
