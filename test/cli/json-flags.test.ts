/** Flags that take more than a word: the help shows how they are written, and so does the refusal of what is written otherwise. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { safeParse } from "valibot";
import { commandOperations } from "../../src/cli/commands/operations.ts";
import { fieldsOf } from "../../src/cli/commands/fields.ts";
import { commandName } from "../../src/cli/commands/names.ts";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { startTestService } from "../helpers/service.ts";
import { openTerminal } from "./terminal.ts";

const service = await startTestService({ after });

async function signedIn() {
  const terminal = openTerminal();
  terminal.typed.push(ownerPassword);
  await terminal.run("login", service.url, "--email", ownerEmail);
  return terminal;
}

/** The example in that text, in a line or in several. */
const exampleIn = (text: string): string => /'([[{].*?[\]}])'/s.exec(text)?.[1]?.replaceAll(/\s+/g, " ") ?? "none";

test("the help of every flag that takes JSON has an example, which the operation takes", async () => {
  const terminal = openTerminal({ isTerminal: true, isWatched: true, columns: 40 });
  const withJson = commandOperations.flatMap((record) =>
    fieldsOf(record).flatMap((field) =>
      field.kind === "json" && field.name !== "assignees" ? [{ record, field }] : [],
    ),
  );
  assert.ok(withJson.length > 10);
  for (const { record, field } of withJson) {
    const { group, verb } = commandName(record);
    const { out } = await terminal.run(group, verb, "--help");
    const [, about = ""] = new RegExp(`--${field.flag} <\\w+>\n(.*?)\n(?:  -|\n)`, "s").exec(out) ?? [];
    const schema = record.body?.entries[field.name];
    const { issues } = safeParse(schema as never, JSON.parse(exampleIn(about)));
    assert.equal(issues, undefined, `${record.id}: ${about}`);
    for (const line of about.split("\n")) assert.ok(line.length <= 40 || !line.trim().includes(" "), line);
  }
});

test("the help names the fields that an example leaves out, and that a schedule is said in words", async () => {
  const terminal = openTerminal({ isTerminal: true, columns: 200 });
  const { out } = await terminal.run("todos", "create", "--help");
  assert.match(out, /--schedule <words> [\s\S]*Such as "every weekday at 9", or '\{ "rrule"/);
  assert.match(out, /Other fields: runAt,\s+startsAt,\s+message,/);
  assert.match(out, /--assignees <names> [\s\S]*Such as me,Robin\./);
});

test("a value that is not understood is refused with an example that works", async () => {
  const terminal = await signedIn();
  const { id } = await service.ok("createAgent", { body: { name: "Robin" } });
  for (const wrong of [
    "mon-fri 9-17",
    '{"monday": "9-17"}',
    "5",
    '{"timezone": "UTC", "windows": [{"days": ["mon"]}]}',
  ]) {
    const { code, err } = await terminal.run("agents", "update", id, "--working-hours", wrong);
    assert.deepEqual([code, exampleIn(err) !== "none"], [2, true], err);
    const again = await terminal.run("agents", "update", id, "--working-hours", exampleIn(err));
    assert.equal(again.code, 0, again.err);
  }
  assert.deepEqual((await service.ok("getAgent", { path: { agentId: id } })).workingHours, {
    timezone: "Europe/Berlin",
    windows: [{ days: ["monday", "friday"], start: "09:00", end: "17:00" }],
  });
});

test("a refusal of a field within a flag says what else could be there", async () => {
  const terminal = await signedIn();
  const { err } = await terminal.run("todos", "create", "Water the roses", "--schedule", '{"rule": "FREQ=DAILY"}');
  assert.match(err, /Unknown field "schedule\.rule"\.[\s\S]*'\{ "rrule": [\s\S]*Other fields: runAt,/);
  const { code } = await terminal.run("todos", "create", "Water the roses", "--schedule", exampleIn(err));
  assert.equal(code, 0);
});

test("a refusal that is not about how a flag is written shows no example of it", async () => {
  const terminal = await signedIn();
  const agent = await service.ok("createAgent", { body: { name: "Ana" } });
  const { id } = await service.ok("createTodo", { body: { title: "Water the lilies" } });
  await service.ok("deleteTodo", { path: { todoId: id } });
  const { code, err } = await terminal.run("todos", "update", id, "--assignees", agent.id);
  assert.equal(code, 5, err);
  assert.match(err, /The todo is archived: restore it before an agent starts on it\./);
  assert.doesNotMatch(err, /Such as/);
});
