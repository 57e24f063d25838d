/** Sentences as newcomers say them: done right, or plainly declined; nothing is created or answered that was not asked for. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBuiltinModel } from "../../../src/actors/models/builtin/engine.ts";
import { type Row, Workspace } from "./workspace.ts";

const ROWS: readonly Partial<Row>[] = [
  { title: "Call Ana", dueDate: "2026-03-06", priority: "high" },
  { title: "Send invoice to Acme", dueDate: "2026-03-02" },
  { title: "Pay invoice from Bolt", priority: "urgent" },
  { title: "Write report", status: "in_progress" },
  { title: "Buy milk", todoListId: "list-2" },
  { title: "Old thing", status: "done" },
  { title: "Older thing", status: "done", updatedAt: "2026-03-04T22:59:59Z" },
  { title: "Gone thing", isArchived: true },
];

function workspace(...more: Partial<Row>[]): Workspace {
  return new Workspace(createBuiltinModel(), ...ROWS, ...more);
}

interface Case {
  /** The messages of the chat; the answer to the last is looked at. */
  readonly say: readonly string[];
  /** What the chat changes, as calls. */
  readonly does?: readonly (readonly [string, unknown])[];
  /** Fields of the last list_todos call. */
  readonly asks?: Record<string, unknown>;
  readonly answer?: RegExp;
}

const create = (input: Record<string, unknown>): readonly [string, unknown] => ["create_todo", input];
const update = (input: Record<string, unknown>): readonly [string, unknown] => ["update_todo", input];

const REFUSED: readonly Case[] = [
  { say: ["add a todo to pay, then show the sea"], answer: /not sure what “show the sea” belongs to/ },
  { say: ["add a todo to open the oven, then start the bake"], answer: /one thing at a time/ },
  { say: ["list todos sorted by size"], answer: /can not sort by “size”.*due date, priority/ },
  { say: ["show me my invoice stuff"], answer: /do not know what “invoice” means.*`find invoice`/ },
  { say: ["what was completed yesterday"], answer: /not in a span that has ended/ },
  { say: ["add these todos:"], answer: /^Which ones\?/ },
  { say: ["add three todos: milk, eggs"], answer: /announce 3 and I read 2\. Nothing was created/ },
  { say: ['add "One" and "Two" while it rains'], answer: /do not understand “while it rains”/ },
  { say: ["create todo buy bread due 2026-13-45"], answer: /no such day as 2026-13-45\. Nothing was created/ },
  { say: ["todo: pay rent by 31 April"], answer: /no such day as 31 April/ },
  { say: ["what is due on 2026-02-30"], answer: /no such day as 2026-02-30/ },
  {
    say: ["set a reminder every Monday to water plants"],
    answer: /can not make todos that repeat.*water plants on Monday`/,
  },
  { say: ["add a daily todo to stretch"], answer: /can not make todos that repeat/ },
  { say: ["Undo that"], answer: /can not undo.*`restore <title>`.*`reopen <title>`/ },
  { say: ["more"], answer: /no list to go on with/ },
  { say: ["finish todo number 1"], answer: /which todo you mean/ },
  { say: ["I ate a cake"], answer: /fixed rules engine/ },
  { say: ["restore Call Ana"], answer: /no archived todo that matches “Call Ana”/ },
  { say: ["rename list Moon to Sun"], answer: /no list called “Moon”/ },
  { say: ["rename list Groceries to Home"], answer: /a list called “Home” already/ },
  { say: ["Move Call Ana to Finance"], answer: /no list called “Finance”.*Say `create a list called Finance` first/ },
  { say: ["gibberish", "more gibberish"], answer: /^I did not understand that\. Say `help` to see what I can do\.$/ },
  { say: ["gibberish", "help"], answer: /^I am a fixed rules engine.*`restore X`/s },
  { say: ["help", "gibberish"], answer: /^I did not understand that/ },
];

const DONE: readonly Case[] = [
  {
    say: ["Add a todo to call Bob tomorrow, then show what is open"],
    does: [create({ title: "Call Bob", dueDate: "2026-03-06" })],
    answer: /^Created: ☐ \*\*Call Bob\*\* · due tomorrow\n\n6 open todos:\n\n1\. /,
  },
  { say: ["add milk and then list what is open"], does: [create({ title: "Milk" })], answer: /6 open todos/ },
  { say: ["Add a todo to rest. Then show my lists"], does: [create({ title: "Rest" })], answer: /The lists are:/ },
  {
    say: ["add a todo to call Bob then mark it urgent"],
    does: [create({ title: "Call Bob" }), update({ todoId: "todo-9", priority: "urgent" })],
  },
  { say: ["add a todo to wash, then dry the dishes"], does: [create({ title: "Wash, then dry the dishes" })] },
  { say: ['add "Wash, then show what is open"'], does: [create({ title: "Wash, then show what is open" })] },
  {
    say: ["what is open and what is overdue?", "complete 1"],
    does: [update({ todoId: "todo-2", status: "done" })],
  },
  {
    say: ["Please add three todos: paint fence, mow lawn and fix gate"],
    does: ["Paint fence", "Mow lawn", "Fix gate"].map((title) => create({ title })),
  },
  { say: ['Add the following: "Call John and Mary"'], does: [create({ title: "Call John and Mary" })] },
  { say: ["Add the following: call John and Mary"], does: [create({ title: "Call John and Mary" })] },
  {
    say: ['Add "Write report" and "Send report"'],
    does: ["Write report", "Send report"].map((title) => create({ title })),
  },
  {
    say: ['add "A" and "B" to list Groceries'],
    does: ["A", "B"].map((title) => create({ title, todoListName: "Groceries" })),
    answer: /2 todos in \*\*Groceries\*\*/,
  },
  { say: ["add these todos:", "milk, eggs"], does: ["Milk", "Eggs"].map((title) => create({ title })) },
  { say: ["add a todo", "call Bob tomorrow"], does: [create({ title: "Call Bob", dueDate: "2026-03-06" })] },
  {
    say: ["Add an urgent todo to call Bob tomorrow"],
    does: [create({ title: "Call Bob", priority: "urgent", dueDate: "2026-03-06" })],
  },
  {
    say: ["add a todo to call Bob tomorrow, important"],
    does: [create({ title: "Call Bob", priority: "high", dueDate: "2026-03-06" })],
  },
  {
    say: ["create todo buy bread due yesterday"],
    does: [create({ title: "Buy bread", dueDate: "2026-03-04" })],
    answer: /overdue.*in the past\.$/s,
  },
  { say: ["todo: pay rent due last Friday"], does: [create({ title: "Pay rent", dueDate: "2026-02-27" })] },
  {
    say: ["remind me to call mum tonight at 8pm"],
    does: [create({ title: "Call mum at 8pm", dueDate: "2026-03-05" })],
    answer: /due today/,
  },
  {
    say: ["add dentist appointment tomorrow to groceries"],
    does: [create({ title: "Dentist appointment", dueDate: "2026-03-06", todoListName: "Groceries" })],
    answer: /in \*\*Groceries\*\*/,
  },
  { say: ["add a todo to reply to Ana"], does: [create({ title: "Reply to Ana" })] },
  { say: ["what is open", "finish todo number 2"], does: [update({ todoId: "todo-2", status: "done" })] },
  { say: ["what is open", "complete the first todo"], does: [update({ todoId: "todo-1", status: "done" })] },
  {
    say: ["what is open", "complete 1", "complete number 1"],
    does: [update({ todoId: "todo-1", status: "done" })],
    answer: /already was done/,
  },
  { say: ["show done todos", "complete number 1"], does: [], answer: /already was done/ },
  {
    say: ["restore gone thing"],
    does: [["restore_todo", { todoId: "todo-8" }]],
    answer: /^Restored: ☐ \*\*Gone thing/,
  },
  { say: ["show archived todos", "restore 1"], does: [["restore_todo", { todoId: "todo-8" }]] },
  {
    say: ["archive Call Ana", "restore it"],
    does: [
      ["delete_todo", { todoId: "todo-1" }],
      ["restore_todo", { todoId: "todo-1" }],
    ],
  },
  { say: ["I bought milk"], does: [update({ todoId: "todo-5", status: "done" })] },
  { say: ["I paid the Bolt invoice yesterday"], does: [update({ todoId: "todo-3", status: "done" })] },
  { say: ["delete the list Groceries"], does: [["delete_todo_list", { todoListId: "list-2" }]] },
  { say: ["rename the Groceries list to Food"], does: [["update_todo_list", { todoListId: "list-2", name: "Food" }]] },
  { say: ["restore the list Groceries"], does: [["update_todo_list", { todoListId: "list-2", archived: false }]] },
  {
    say: ["Set report to high priority and due Friday"],
    does: [update({ todoId: "todo-4", priority: "high", dueDate: "2026-03-06" })],
    answer: /^Changed: ◐ \*\*Write report\*\* · due tomorrow · high$/,
  },
  {
    say: ["make Call Ana urgent, due Monday and in progress"],
    does: [update({ todoId: "todo-1", priority: "urgent", dueDate: "2026-03-09", status: "in_progress" })],
  },
];

const LOOKED: readonly Case[] = [
  {
    say: ["What did I finish today?"],
    asks: { status: "done", updatedSince: "2026-03-04T23:00:00Z", dueAfter: undefined },
    answer: /^1 done todo last changed today:/,
  },
  { say: ["what did I do this week"], asks: { status: "done", updatedSince: "2026-03-01T23:00:00Z" } },
  { say: ["what did I finish since Monday"], asks: { status: "done", updatedSince: "2026-03-01T23:00:00Z" } },
  { say: ["what needs to be done today"], asks: { status: "active", dueBefore: "2026-03-05" } },
  { say: ["show archived todos"], asks: { includeArchived: true, status: undefined }, answer: /^1 archived todo:/ },
  {
    say: ["list my todos sorted by due date"],
    asks: { status: "active", sort: "dueDate", order: "asc", query: undefined },
  },
  { say: ["list todos by priority"], asks: { sort: "priority", order: "desc" } },
  { say: ["show my todos, oldest first"], asks: { sort: "createdAt", order: "asc" } },
  { say: ["Show me the high priority stuff"], asks: { status: "active", priority: "high", query: undefined } },
  { say: ["what's next?"], answer: /^5 open todos, .*\n1\. .*Acme.*\n2\. .*Ana.*\n3\. .*Bolt/s },
];

async function play({ say, does = [], asks, answer }: Case): Promise<void> {
  const space = workspace();
  let last = "";
  for (const text of say) last = await space.say(text);
  const effects = space.calls.filter(({ name }) => !/^(?:list|summarise|get)_/.test(name));
  assert.deepEqual(
    effects.map(({ name, input }) => [name, input]),
    does,
  );
  if (answer !== undefined) assert.match(last, answer);
  const asked = space.calls.findLast(({ name }) => name === "list_todos")?.input as Record<string, unknown> | undefined;
  for (const [key, value] of Object.entries(asks ?? {})) assert.equal(asked?.[key], value, key);
}

const groups = { "plainly declines": REFUSED, "does what was said": DONE, "looks as asked": LOOKED };
for (const [name, cases] of Object.entries(groups)) {
  describe(`the built-in engine ${name}`, () => {
    for (const each of cases) it(JSON.stringify(each.say), () => play(each));
  });
}

describe("the built-in engine pages", () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ title: `More ${index}` }));

  it("through a long list, whose numbers go on", async () => {
    const space = workspace(...many);
    assert.match(await space.say("what is open"), /^25 open todos:.*\n\n… and 15 more: say `more`\.$/s);
    assert.match(await space.say("more"), /^11 to 20:\n\n11\. .*\n20\. .*… and 5 more: say `more`\.$/s);
    assert.match(await space.say("show more"), /^21 to 25:\n\n21\. .*\n25\. [^\n]*$/s);
    assert.match(await space.say("complete 2 and 25"), /Acme.*\n- Done: ☑ \*\*More 19\*\*/);
    assert.match(await space.say("more"), /^That was the whole list\.$/);
  });

  it("without cursors as far as a result reaches, and says so", async () => {
    const space = workspace(...many);
    space.cursors = false;
    await space.say("what is open");
    assert.match(await space.say("more"), /^11 to 18:.*… and 7 more: say `more`\.$/s);
    assert.match(await space.say("more"), /^7 more todos match, and I can not show them here/);
  });

  it("through the lists", async () => {
    const space = workspace();
    for (let index = 3; index <= 12; index += 1)
      space.lists.push({ id: `list-${index}`, name: `L${index}`, isDefault: false });
    assert.match(await space.say("show my lists"), /L10\*\*[^\n]*\n\n… and 2 more: say `more`\.$/);
    assert.match(await space.say("more"), /^- \*\*L11\*\*.*\n- \*\*L12\*\*[^\n]*$/);
  });
});

describe("the built-in engine tells decisions", () => {
  const told: readonly (readonly [string, string])[] = [
    [
      "Not carried out: a person rejected it and said: too expensive",
      "Not done: “Buy a boat” was rejected (“too expensive”).",
    ],
    ["Not carried out: a person rejected it.", "Not done: “Buy a boat” was rejected."],
    ["Not carried out: nobody decided in time.", "Not done: nobody decided about “Buy a boat” in time."],
    [
      "Not carried out. A person answered instead: Ask Bob first.",
      "About “Buy a boat” the answer was: “Ask Bob first.” I left it as it was.",
    ],
  ];
  for (const [result, answer] of told) {
    it(JSON.stringify(result), async () => {
      const space = workspace();
      space.failing.set("create_todo", result);
      assert.equal(await space.say("add a todo to buy a boat"), answer);
      space.failing.set("update_todo", result);
      assert.ok((await space.say("complete Call Ana")).includes("completing “Call Ana”"));
    });
  }

  it("and does not go on with what depends on a request that was rejected", async () => {
    const space = workspace();
    space.failing.set("create_todo", "Not carried out: a person rejected it.");
    assert.match(
      await space.say("add a todo to rest, then mark it urgent"),
      /rejected\.\n\nI did not go on with “mark it urgent”\.$/,
    );
  });
});
