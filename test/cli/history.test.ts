/** `dayshift log` and `dayshift undo`: what happened, in words, and taking it back after it was shown. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { widthOf } from "../../src/cli/output/text.ts";
import type { UndoAnswer } from "../../src/schema/history.ts";
import { startTestService } from "../helpers/service.ts";
import { chatEnd } from "../helpers/wait.ts";
import { openTerminal, type TerminalOptions } from "./terminal.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } });

const open = (options: TerminalOptions = {}) => {
  const terminal = openTerminal({ io: { now: () => service.clock.now() }, ...options });
  Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.key });
  return terminal;
};
const newTodo = async (title: string) => (await service.ok("createTodo", { body: { title } })).id;
const rename = (todoId: string, title: string) => service.ok("updateTodo", { path: { todoId }, body: { title } });
const titleOf = async (todoId: string) => (await service.ok("getTodo", { path: { todoId } })).title;
const lastChangeOf = async (todoId: string) => {
  const { data } = await service.ok("listRecordChanges", { query: { todoId, limit: "1" } });
  return data[0]?.id ?? "";
};

/** An agent renames the todo in a run of it. */
async function runThatRenames(todoId: string, title: string) {
  const message = `call update_todo ${JSON.stringify({ todoId, title })}`;
  const run = await service.ok("runTodo", { path: { todoId }, body: { agentId, message } });
  await chatEnd(service, run.chatId);
  return run;
}

test("an id that nothing has, and a day that is none, are refused in words", async () => {
  const terminal = open();
  const unknown = await terminal.run("undo", "018f4e6a-0000-7000-8000-000000000009");
  assert.equal(unknown.code, 3);
  assert.match(unknown.err, /no run, chat, turn or change set/);
  const none = await terminal.run("undo", "12-short");
  assert.deepEqual([none.code, /"12-short" is no id of a change, run, /.test(none.err)], [2, true]);
  for (const day of ["2026-02-30", "soon"]) {
    const { code, err } = await terminal.run("log", "--day", day);
    assert.equal(code, 2);
    assert.match(err, /--day: expected a day, such as yesterday, monday or 2026-11-22; got/);
  }
});

test("the log says who changed what and when, newest first, in 80 columns", async () => {
  const todoId = await newTodo("Call Ana about the offer for the new roof, and ask her for a second one");
  await rename(todoId, "Call Ben about the offer for the old roof, and ask him for a third one");
  await runThatRenames(todoId, "Call Cleo");
  const { out } = await open({ isTerminal: true, columns: 80 }).run("log", "--todo", todoId);
  const lines = out.trimEnd().split("\n");
  for (const line of lines) assert.ok(widthOf(line) <= 80, line);
  const [day = "", first = ""] = lines;
  assert.match(day, /^\d{4}-\d\d-\d\d$/);
  assert.match(first, /^\d\d:\d\d  \d+-[\w-]{8}  Bea changed the todo/);
  assert.match(out.replaceAll(/\s+/g, " "), /title Call Ben about the offer for … → Call Cleo/);
  assert.match(lines.join(" "), /created the todo/);
});

test("the log is filtered by agent, run and day", async () => {
  const todoId = await newTodo("Filtered");
  const run = await runThatRenames(todoId, "Filtered by Bea");
  const terminal = open();
  const ofRun = await terminal.json<{ data: { actor: { name: string } }[] }>("log", "--run", run.id);
  assert.deepEqual(
    ofRun.data.map(({ actor }) => actor.name),
    ["Bea"],
  );
  const ofAgent = await terminal.run("log", "--agent", agentId);
  assert.equal((await terminal.run("log", "--agent", "Bea")).out, ofAgent.out, "a name will do, as everywhere");
  assert.match((await terminal.run("log", "--agent", "Nemo")).err, /No agent is called "Nemo"/);
  assert.match(ofAgent.out, /Filtered by Bea/);
  assert.doesNotMatch(ofAgent.out, /created the todo “Filtered/);
  assert.match((await terminal.run("log", "--todo", todoId, "--day", "today")).out, /Filtered/);
  const yesterday = await terminal.run("log", "--todo", todoId, "--day", "yesterday");
  assert.deepEqual([yesterday.out, yesterday.err], ["", "Nothing was changed.\n"]);
});

test("a change is shown before it is undone; without an answer nothing happens", async () => {
  const todoId = await newTodo("Before");
  await rename(todoId, "After");
  const change = await lastChangeOf(todoId);
  const nobody = await open().run("undo", change);
  assert.equal(nobody.code, 2);
  assert.match(nobody.err, /Would undo: .*changed the todo “After”[\s\S]*--yes/);
  const terminal = open({ isTerminal: true });
  terminal.typed.push("n");
  assert.match((await terminal.run("undo", change)).err, /Nothing was undone/);
  assert.equal(await titleOf(todoId), "After");
  terminal.typed.push("y");
  const { code, out } = await terminal.run("undo", change);
  assert.deepEqual([code, await titleOf(todoId)], [0, "Before"]);
  assert.match(out, /^Undone: .*changed the todo “After”\n$/);
  assert.match((await terminal.run("log", "--todo", todoId)).out, /\(undone\)/);
});

test("what an agent did in a run is undone by the id of the run", async () => {
  const todoId = await newTodo("Mine");
  const run = await runThatRenames(todoId, "Bea's");
  const answer = await open().json<UndoAnswer>("undo", run.id, "--yes");
  assert.deepEqual([answer.undone.length, await titleOf(todoId)], [1, "Mine"]);
  const again = await open().run("undo", run.id, "--yes");
  assert.equal(again.code, 5);
  assert.match(again.err, /It was undone already[\s\S]*Nothing of it can be undone/);
});

test("without an id it is the last thing, and what undid something is none", async () => {
  const [one, other] = [await newTodo("One"), await newTodo("Other")];
  await rename(one, "One, changed");
  await rename(other, "Other, changed");
  await open().json("undo", "--yes");
  assert.deepEqual([await titleOf(one), await titleOf(other)], ["One, changed", "Other"]);
  await open().json("undo", "--yes");
  assert.deepEqual([await titleOf(one), await titleOf(other)], ["One", "Other"]);
  await runThatRenames(one, "By Bea");
  await open().json("undo", "--yes");
  assert.equal(await titleOf(one), "One");
});

test("what somebody has changed since is named; it is left only when that is wished", async () => {
  const todoId = await newTodo("First");
  const message = ["First", "Second"].map(
    (title) => `call create_todo ${JSON.stringify({ title: `${title} of Bea` })}`,
  );
  const run = await service.ok("runTodo", { path: { todoId }, body: { agentId, message: message.join("\n") } });
  await chatEnd(service, run.chatId);
  const { data } = await service.ok("listRecordChanges", { query: { runId: run.id } });
  const mine = data.find(({ recordTitle }) => recordTitle === "First of Bea");
  await rename(mine?.recordId ?? "", "Taken over");
  const refused = await open().run("undo", run.id, "--yes");
  assert.equal(refused.code, 5);
  assert.match(refused.err, /Left: .*“Taken over”\n +title was changed since by/);
  const terminal = open({ isTerminal: true });
  terminal.typed.push("y");
  assert.match((await terminal.run("undo", run.id)).out, /Undone: .*“Second of Bea”[\s\S]*Left: /);
  assert.equal(await titleOf(mine?.recordId ?? ""), "Taken over");
});
