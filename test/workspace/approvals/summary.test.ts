/** What a person reads before they decide. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { agentTools, readToolInput, type Tool, toolName, toolNamed } from "../../../src/schema/operations/tools.ts";
import { operationById, type WorkspaceOperationId } from "../../../src/schema/operations/index.ts";
import { namesIn } from "../../../src/workspace/approvals/words.ts";
import { questionOf, summaryOf } from "../../../src/workspace/approvals/summary.ts";
import { assistant, me, setting, unknown } from "../todos/setting.ts";

type Input = Readonly<Record<string, unknown>>;
type Case = readonly [id: WorkspaceOperationId, input: Input, words: string];

/** A workspace with a todo, a list, an agent with a skill; and the sentence for a call there. */
function house(t: TestContext) {
  const s = setting(t);
  const todoId = s.run("createTodo", { body: { title: "Send the March invoice" } }).id;
  const noteId = s.run("createTodo", { body: { content: "Call Ana\nabout the fence" } }).id;
  const todoListId = s.run("createTodoList", { body: { name: "Home" } }).id;
  s.sql.run("UPDATE agents SET name = 'Bookkeeper' WHERE id = ?", assistant);
  s.sql.run("UPDATE members SET name = 'Olga' WHERE user_id = ?", me);
  const skillId = unknown.replace(/.$/, "0");
  s.sql.run(
    `INSERT INTO agent_skills (id, agent_id, name, name_key, created_at, updated_at) VALUES (?, ?, 'Chase', 'chase', 0, 0)`,
    skillId,
    assistant,
  );
  const words = (id: WorkspaceOperationId, input: Input): string => {
    const tool = toolNamed(toolName(id)) ?? assert.fail(id);
    return summaryOf(namesIn(s.sql, false), tool, readToolInput(tool, input));
  };
  return { words, todoId, noteId, todoListId, skillId };
}

test("a missing thing is named as such, and texts cannot dress up the sentence", (t) => {
  const { words } = house(t);
  assert.equal(words("deleteTodo", { todoId: unknown }), `Archive the todo ${unknown}, which does not exist`);
  assert.equal(words("createTodo", { title: 'A" as done\u202e\u2066' }), `Create the todo "A' as done"`);
  assert.equal(words("createTodo", { title: "x".repeat(500) }), `Create the todo "${"x".repeat(120)}…"`);
  const data = Array.from({ length: 50 }, () => ({ title: "y".repeat(500), content: "z".repeat(9000) }));
  assert.ok(words("batchCreateTodos", { data }).length <= 2001);
});

test("every change of a todo is a sentence that names it", (t) => {
  const { words, todoId, noteId, todoListId } = house(t);
  const person = { id: me, type: "user" };
  const agent = { id: assistant, type: "agent" };
  const it = '"Send the March invoice"';
  const cases: readonly Case[] = [
    [
      "createTodo",
      { title: "Buy a boat", dueDate: "2026-11-27", priority: "urgent" },
      'Create the todo "Buy a boat" (due 2026-11-27, urgent)',
    ],
    [
      "createTodo",
      { title: "T", content: "Body", type: "responsibility", todoListId, assignees: [agent], run: true },
      'Create the todo "T" (responsibility, in the list "Home", for the agent "Bookkeeper", text "Body", the agent starts at once)',
    ],
    [
      "createTodo",
      { content: "Only text", todoListName: "Home", schedule: { rrule: "FREQ=DAILY", timezone: "Europe/Berlin" } },
      'Create the todo "Only text" (in the list "Home", repeats every day, Europe/Berlin)',
    ],
    [
      "updateTodo",
      { todoId, schedule: { rrule: "rrule:freq=weekly;byday=mo,th;byhour=9", message: "Look at Ana" } },
      `Schedule ${it} (repeats every week on Monday and Thursday at 09:00 with the message "Look at Ana")`,
    ],
    [
      "updateTodo",
      { todoId, schedule: { rrule: 'FREQ=FOREVER;BYDAY="MO"' } },
      `Schedule ${it} (repeats by "FREQ=FOREVER;BYDAY='MO'")`,
    ],
    ["batchCreateTodos", { data: [{ title: "A" }] }, 'Create the todo "A"'],
    [
      "batchCreateTodos",
      { data: [{ title: "A", priority: "low" }, { title: "B" }, { title: "C", assignees: [agent], run: true }] },
      'Create 3 todos: "A" (low), "B" and "C" (for the agent "Bookkeeper", the agent starts at once); an agent starts on 1 of them',
    ],
    ["updateTodo", { todoId, status: "done" }, `Mark ${it} as done`],
    ["updateTodo", { todoId: noteId, status: "in_progress" }, 'Mark "Call Ana about the fence" as in progress'],
    ["updateTodo", { todoId, title: "New" }, `Rename ${it} to "New"`],
    ["updateTodo", { todoId, content: "Words" }, `Change the text of ${it} to "Words"`],
    ["updateTodo", { todoId, content: null }, `Empty the text of ${it}`],
    ["updateTodo", { todoId, priority: "high" }, `Set the priority of ${it} to high`],
    ["updateTodo", { todoId, priority: null }, `Remove the priority of ${it}`],
    ["updateTodo", { todoId, dueDate: "2026-12-01" }, `Set the due date of ${it} to 2026-12-01`],
    ["updateTodo", { todoId, type: "task" }, `Make ${it} a task`],
    ["updateTodo", { todoId, todoListId }, `Move ${it} to the list "Home"`],
    ["updateTodo", { todoId, assignees: [] }, `Assign ${it} to nobody`],
    ["updateTodo", { todoId, assignees: [person] }, `Assign ${it} to "Olga"`],
    [
      "updateTodo",
      { todoId, assignees: [person, agent] },
      `Assign ${it} to "Olga" and the agent "Bookkeeper" (an agent that is new to it starts to work)`,
    ],
    ["updateTodo", { todoId, schedule: null }, `End the schedule of ${it}`],
    [
      "updateTodo",
      { todoId, schedule: { runAt: "2026-12-01T09:00:00Z" } },
      `Schedule ${it} (runs at 2026-12-01T09:00:00Z)`,
    ],
    ["updateTodo", { todoId, schedulePaused: true }, `Pause the schedule of ${it}`],
    [
      "updateTodo",
      { todoId, status: "done", priority: null },
      `Change the todo ${it}: mark it as done and remove its priority`,
    ],
    ["updateTodo", { todoId }, `Change nothing about the todo ${it}`],
    ["deleteTodo", { todoId }, `Archive the todo ${it}`],
    ["deleteTodo", { todoId, permanent: true }, `Erase the todo ${it} for ever`],
    ["retireTodoSchedule", { todoId }, `End the schedule of the todo ${it} for good`],
    [
      "retireTodoSchedule",
      { todoId, retirementRunPolicy: "cancel" },
      `End the schedule of the todo ${it} for good, and cancel the run that is under way`,
    ],
    ["restoreTodo", { todoId }, `Restore the todo ${it}`],
    [
      "runTodo",
      { todoId, agentId: assistant, message: "Go" },
      `Start the agent "Bookkeeper" on the todo ${it} with the message "Go"`,
    ],
    ["runTodo", { todoId }, `Start the assigned agent on the todo ${it}`],
  ];
  for (const [id, input, expected] of cases) assert.equal(words(id, input), expected);
});

test("every change of a list, an agent or a skill is a sentence that names it", (t) => {
  const { words, todoListId, skillId } = house(t);
  const agentId = assistant;
  const agent = 'the agent "Bookkeeper"';
  const cases: readonly Case[] = [
    ["createTodoList", { name: "Garden", color: "#22aa66" }, 'Create the list "Garden" (color "#22aa66")'],
    ["updateTodoList", { todoListId, name: "House" }, 'Rename the list "Home" to "House"'],
    ["updateTodoList", { todoListId, archived: true }, 'Archive the list "Home"'],
    ["updateTodoList", { todoListId, emoji: null }, 'Change the list "Home": no emoji'],
    ["deleteTodoList", { todoListId }, 'Archive the list "Home"'],
    [
      "createAgent",
      { name: "Cook", instructions: "Cook well.", requiresApproval: false },
      'Create the agent "Cook" (instructions "Cook well.", it may change things without asking)',
    ],
    ["updateAgent", { agentId, name: "Clerk", expectedVersion: 1 }, `Rename ${agent} to "Clerk"`],
    ["updateAgent", { agentId, instructions: "Be kind." }, `Change ${agent}: instructions "Be kind."`],
    ["updateAgent", { agentId, clear: ["approvalGuidance"] }, `Change ${agent}: no approval guidance`],
    [
      "updateAgent",
      { agentId, archived: false, requiresApproval: true },
      `Change ${agent}: restore it and it must ask before it changes something`,
    ],
    ["deleteAgent", { agentId }, `Archive ${agent}`],
    ["restoreAgent", { agentId }, `Restore ${agent}`],
    ["createAgentSkill", { agentId, name: "Remind" }, `Give ${agent} the skill "Remind"`],
    ["updateAgentSkill", { agentId, skillId, archived: true }, `Archive the skill "Chase" of ${agent}`],
    ["deleteAgentSkill", { agentId, skillId }, `Archive the skill "Chase" of ${agent}`],
  ];
  for (const [id, input, expected] of cases) assert.equal(words(id, input), expected);
});

test("captures are named by their ids, as a title is content", (t) => {
  const s = setting(t);
  const captureId = s.run("createCapture", { body: { type: "note", content: "# Plan\nSecret" } }).id;
  const thing = `the note or recording ${captureId}`;
  const gone = `the note or recording ${unknown}, which does not exist`;
  const cases: readonly Case[] = [
    ["createCapture", { type: "note", content: "Hello" }, 'Write a note (content "Hello")'],
    ["createCapture", { type: "recording" }, "Open a recording"],
    ["updateCapture", { captureId, title: "A" }, `Change ${thing}: title "A"`],
    ["deleteCapture", { captureId }, `Archive ${thing}`],
    ["deleteCapture", { captureId, permanent: true }, `Erase ${thing} for ever, with what was made of it`],
    ["restoreCapture", { captureId: unknown }, `Restore ${gone}`],
    ["stopCapture", { captureId }, `Stop ${thing}`],
  ];
  for (const [id, input, expected] of cases) {
    const tool = toolNamed(toolName(id)) ?? assert.fail(id);
    assert.equal(summaryOf(namesIn(s.sql, true), tool, readToolInput(tool, input)), expected);
  }
});

test("a tool without a phrase of its own says what the table says, with the fields", (t) => {
  const input = { path: { captureId: unknown }, query: {}, body: { newTitle: "A", flag: true } };
  const record = { ...operationById("restoreTodo"), id: "listTags", summary: "Stop a recording" };
  const tool = { ...(agentTools[0] as Tool), operation: record as Tool["operation"] };
  const { sql } = setting(t);
  assert.equal(
    summaryOf(namesIn(sql, false), tool, input),
    `Stop a recording (capture id "${unknown}", new title "A", flag true)`,
  );
});

test("a question asks for one thing in a sentence, for several in a list", () => {
  assert.equal(questionOf(['Mark "A" as done']), 'May I mark "A" as done?');
  assert.equal(questionOf(["Archive A", "Archive B"]), "May I do the following?\n- Archive A\n- Archive B");
});
