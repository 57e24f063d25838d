/** The built-in engine: what it understands, does, asks and refuses. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBuiltinModel } from "../../../src/actors/models/builtin/engine.ts";
import type { ModelMessage } from "../../../src/actors/ports.ts";
import { type Row, Workspace } from "./workspace.ts";

const ROWS: readonly Partial<Row>[] = [
  { title: "Call Ana", dueDate: "2026-03-06", priority: "high" },
  { title: "Send invoice to Acme", dueDate: "2026-03-02" },
  { title: "Pay invoice from Bolt", priority: "urgent" },
  { title: "Write report", status: "in_progress" },
  { title: "Buy milk", todoListId: "list-2" },
  { title: "Old thing", status: "done" },
];

function workspace(...more: Partial<Row>[]): Workspace {
  return new Workspace(createBuiltinModel(), ...ROWS, ...more);
}

/** The calls that a message leads to, without those that only search. */
async function effectsOf(text: string): Promise<readonly (readonly [string, unknown])[]> {
  const space = workspace();
  await space.say(text);
  assert.ok(space.steps <= 5, `${space.steps} steps`);
  return space.calls.filter((call) => !/^(?:list|summarise)_/.test(call.name)).map((call) => [call.name, call.input]);
}

const CREATE: readonly (readonly [string, Record<string, unknown>])[] = [
  ["add a todo to call Ana tomorrow", { title: "Call Ana", dueDate: "2026-03-06" }],
  ["create a todo to buy milk in list Groceries", { title: "Buy milk", todoListName: "Groceries" }],
  ["remind me to call Ana tomorrow at 3pm", { title: "Call Ana at 3pm", dueDate: "2026-03-06" }],
  ["remind me on Friday that rent is due", { title: "Rent is due", dueDate: "2026-03-06" }],
  ["todo: pay rent on 1 May !!", { title: "Pay rent", dueDate: "2026-05-01", priority: "high" }],
  ["todo: pay rent today", { title: "Pay rent", dueDate: "2026-03-05" }],
  [
    "Please create an urgent task: fix the boiler by next Monday @Home",
    { title: "Fix the boiler", dueDate: "2026-03-09", priority: "urgent", todoListName: "Home" },
  ],
  ["add milk to the Groceries list", { title: "Milk", todoListName: "Groceries" }],
  ['add "Prepare Monday meeting" to my todos', { title: "Prepare Monday meeting" }],
  [
    "can you add a high priority todo to send the report by end of month, please?",
    { title: "Send the report", dueDate: "2026-03-31", priority: "high" },
  ],
  [
    "new task: renew passport in 2 weeks (urgent)",
    { title: "Renew passport", dueDate: "2026-03-19", priority: "urgent" },
  ],
  ["todo: buy milk, due next friday, low priority", { title: "Buy milk", dueDate: "2026-03-13", priority: "low" }],
  ["add a todo to file taxes on 2026-04-15", { title: "File taxes", dueDate: "2026-04-15" }],
  ["todo: water the plants on the 15th", { title: "Water the plants", dueDate: "2026-03-15" }],
  ["todo: clean up by the end of the week", { title: "Clean up", dueDate: "2026-03-08" }],
  ["todo: read the Sunday Times", { title: "Read the Sunday Times" }],
  ["todo: write about the storm of 3 March 2020", { title: "Write about the storm of 3 March 2020" }],
  ["todo: email bob@example.com", { title: "Email bob@example.com" }],
  ["remember to water the plants on Saturday", { title: "Water the plants", dueDate: "2026-03-07" }],
  ["add milk", { title: "Milk" }],
  ["remind me to meditate half an hour every Monday", { title: "Meditate half an hour every Monday" }],
  ["todo: Plan the party\nAsk Bob about the music.", { title: "Plan the party", content: "Ask Bob about the music." }],
];

const UPDATE: readonly (readonly [string, string, unknown])[] = [
  ["mark Call Ana as done", "update_todo", { todoId: "todo-1", status: "done" }],
  ["complete invoice Acme", "update_todo", { todoId: "todo-2", status: "done" }],
  ["I finished the report", "update_todo", { todoId: "todo-4", status: "done" }],
  ["done: buy milk", "update_todo", { todoId: "todo-5", status: "done" }],
  ["Call Ana is done", "update_todo", { todoId: "todo-1", status: "done" }],
  ["reopen old thing", "update_todo", { todoId: "todo-6", status: "ready" }],
  ["start call ana", "update_todo", { todoId: "todo-1", status: "in_progress" }],
  ["rename Call Ana to Call Anna Smith", "update_todo", { todoId: "todo-1", title: "Call Anna Smith" }],
  ['rename "Call Ana" to "Talk to Ana"', "update_todo", { todoId: "todo-1", title: "Talk to Ana" }],
  ["set priority of Call Ana to low", "update_todo", { todoId: "todo-1", priority: "low" }],
  ["make write report urgent", "update_todo", { todoId: "todo-4", priority: "urgent" }],
  ["clear the priority of Call Ana", "update_todo", { todoId: "todo-1", priority: null }],
  ["due date of Call Ana to Monday", "update_todo", { todoId: "todo-1", dueDate: "2026-03-09" }],
  ["postpone write report until next week", "update_todo", { todoId: "todo-4", dueDate: "2026-03-12" }],
  ["remove the due date of Call Ana", "update_todo", { todoId: "todo-1", dueDate: null }],
  ["move Call Ana to Monday", "update_todo", { todoId: "todo-1", dueDate: "2026-03-09" }],
  ["move Call Ana to list groceries", "update_todo", { todoId: "todo-1", todoListId: "list-2" }],
  ["archive old thing", "delete_todo", { todoId: "todo-6" }],
  ["delete Call Ana please", "delete_todo", { todoId: "todo-1" }],
  ["create a list called Travel", "create_todo_list", { name: "Travel" }],
];

const LOOK: readonly (readonly [string, Record<string, unknown>, RegExp])[] = [
  ["what is open", { status: "active" }, /^5 open todos:\n\n1\. ☐ \*\*Call Ana\*\* · due tomorrow · high\n/],
  ["show my todos", { status: "active" }, /◐ \*\*Write report\*\*/],
  ["what is due today", { dueAfter: "2026-03-05", dueBefore: "2026-03-05" }, /^There are no open todos due today\.$/],
  ["what's due this week?", { dueAfter: "2026-03-02", dueBefore: "2026-03-08" }, /^2 open todos due this week:/],
  ["what is due next week", { dueAfter: "2026-03-09", dueBefore: "2026-03-15" }, /no open todos due next week/],
  ["overdue", { status: "active", dueBefore: "2026-03-04" }, /^1 overdue todo:.*overdue since Mon 2 Mar$/s],
  ["what is due by Friday", { dueBefore: "2026-03-06" }, /^2 open todos due by tomorrow:/],
  [
    "show me what is due between Friday and Monday",
    { dueAfter: "2026-03-06", dueBefore: "2026-03-09" },
    /^1 open todo due between tomorrow and Mon 9 Mar:/,
  ],
  ["urgent ones", { priority: "urgent", status: "active" }, /^1 open urgent todo:/],
  ["show done todos", { status: "done" }, /☑ \*\*Old thing\*\*/],
  ["show in progress tasks", { status: "in_progress" }, /^1 started todo:/],
  ["what is in list Groceries", { todoListId: "list-2" }, /^1 open todo in \*\*Groceries\*\*:/],
  ["find invoice", { query: "invoice" }, /^2 todos about “invoice”:/],
  ["find todos about invoices", { query: "invoice" }, /^2 todos about “invoices”:/],
  ["todos assigned to me", { assignedToMe: true }, /assigned to you/],
  ["what should I do next?", { sort: "priority", order: "desc" }, /^5 open todos/],
];

const SAY: readonly (readonly [string, RegExp])[] = [
  ["what is the capital of France?", /fixed rules engine, not a language model.*DAYSHIFT_MODEL/s],
  ["Write a poem about the sea", /fixed rules engine/],
  ["summarise this article for me", /fixed rules engine/],
  ["Plan the offsite\n\nFind a venue and book flights.", /Nothing was changed/],
  ["Plan the offsite\n- [ ] venue\n- [ ] flights", /Nothing was changed/],
  ["don't delete Call Ana", /Nothing was changed/],
  ["how do I create a todo?", /add a todo to call Ana tomorrow/],
  ["help", /fixed rules engine, not a language model/],
  ["are you a language model?", /not a language model/],
  ["hello", /^Hello!/],
  ["", /which todo you mean/],
  ["add a todo", /What should the todo say/],
  ["delete everything", /one by one/],
  ["set due date of Call Ana to someday", /do not understand “someday”/],
  ["mark it done", /which todo you mean/],
  ["2", /What shall I do with number 2/],
];

describe("the built-in engine refuses", () => {
  for (const [text, pattern] of SAY) {
    it(`says what it is and changes nothing: ${JSON.stringify(text)}`, async () => {
      const space = workspace();
      assert.match(await space.say(text), pattern);
      assert.deepEqual(space.calls, []);
    });
  }

  it("to act without permission, in plain words", async () => {
    const space = workspace();
    space.tools = ["list_todos"];
    assert.match(await space.say("mark Call Ana as done"), /`update_todo`.*no permission/);
    assert.match(await space.say("add a todo to rest"), /`create_todo`.*no permission/);
    assert.equal(space.get("Call Ana").status, "ready");
  });

  it("to hide an error of a tool", async () => {
    const space = workspace();
    space.failing.set("update_todo", "The credential lacks todos:write.");
    assert.equal(
      await space.say("complete Call Ana"),
      "I could not change **Call Ana**: The credential lacks todos:write.",
    );
    space.failing.set("list_todos", "Out of order.");
    assert.equal(await space.say("what is open"), "I could not look at the todos: Out of order.");
    assert.match(await space.say("complete Call Ana"), /could not look for “Call Ana”: Out of order\./);
    space.failing.set("create_todo", "There is no list Moon. The lists are Home, Groceries.");
    assert.match(await space.say("add a todo to rest @Moon"), /could not create “Rest”: There is no list Moon/);
  });

  it("to change the todo it was started on, whose title reads like an order", async () => {
    for (const title of [
      "Complete tax return",
      "Archive old invoices",
      "Add tests to the parser",
      "Rename the project to Dawn",
    ]) {
      const space = workspace({ title });
      assert.match(await space.say(title), /fixed rules engine, not a language model/);
      assert.deepEqual(
        space.calls.filter((call) => call.name !== "list_todos"),
        [],
      );
    }
  });

  it("to go on when the recorded results do not fit", async () => {
    const messages: ModelMessage[] = [
      { role: "user", text: "complete Call Ana" },
      { role: "assistant", text: "", toolCalls: [{ id: "1", name: "list_agents", input: {} }] },
      { role: "tool", results: [{ toolCallId: "1", name: "list_agents", isError: false, content: "{}" }] },
    ];
    const request = { system: "", messages, tools: [], now: 0, timezone: "UTC" };
    const reply = await createBuiltinModel().step(request, new AbortController().signal);
    assert.match(reply.text, /I stopped here/);
    assert.deepEqual(reply.toolCalls, []);
  });

  it("with the reason of the abort", async () => {
    const request = { system: "", messages: [], tools: [], now: 0, timezone: "UTC" };
    const reason = new Error("cancelled");
    await assert.rejects(createBuiltinModel().step(request, AbortSignal.abort(reason)), reason);
    await assert.rejects(createBuiltinModel().describe([], AbortSignal.abort(reason)), reason);
  });
});

describe("the built-in engine creates", () => {
  for (const [text, input] of CREATE) {
    it(JSON.stringify(text), async () => assert.deepEqual(await effectsOf(text), [["create_todo", input]]));
  }

  const several: readonly (readonly [string, readonly unknown[]])[] = [
    ["create todos: milk, eggs and bread", [{ title: "Milk" }, { title: "Eggs" }, { title: "Bread" }]],
    [
      "add these todos:\n- call Bob tomorrow\n- [ ] buy bread @Groceries\n3. file taxes by 15 April",
      [
        { title: "Call Bob", dueDate: "2026-03-06" },
        { title: "Buy bread", todoListName: "Groceries" },
        { title: "File taxes", dueDate: "2026-04-15" },
      ],
    ],
    ["- [ ] one\n- [x] two\n- [ ] three", [{ title: "One" }, { title: "Three" }]],
    [
      "todos for Groceries:\nmilk\neggs",
      [
        { title: "Milk", todoListName: "Groceries" },
        { title: "Eggs", todoListName: "Groceries" },
      ],
    ],
  ];
  for (const [text, inputs] of several) {
    it(`several from ${JSON.stringify(text)}`, async () => {
      assert.deepEqual(
        await effectsOf(text),
        inputs.map((input) => ["create_todo", input]),
      );
    });
  }

  it("on the day it is where the person is", async () => {
    const days: readonly (readonly [string, string, string])[] = [
      ["America/Los_Angeles", "2026-03-05", "2026-03-06"],
      ["Asia/Tokyo", "2026-03-06", "2026-03-07"],
      ["Pacific/Kiritimati", "2026-03-06", "2026-03-07"],
    ];
    for (const [timezone, today, tomorrow] of days) {
      const space = workspace();
      space.timezone = timezone;
      await space.say("todo: one today");
      await space.say("todo: two tomorrow");
      assert.deepEqual([space.get("One").dueDate, space.get("Two").dueDate], [today, tomorrow], timezone);
    }
  });

  it("and says what came of it", async () => {
    const space = workspace();
    assert.equal(await space.say("todo: call Bob tomorrow !!"), "Created: ☐ **Call Bob** · due tomorrow · high");
    assert.match(await space.say("todo: swim every Monday"), /does not repeat by itself/);
  });
});

describe("the built-in engine changes", () => {
  for (const [text, name, input] of UPDATE) {
    it(JSON.stringify(text), async () => assert.deepEqual(await effectsOf(text), [[name, input]]));
  }

  it("nothing when nothing matches or nothing is to do", async () => {
    const space = workspace();
    assert.match(await space.say("complete the moon landing"), /no todo that matches “moon landing”/);
    assert.match(await space.say("complete old thing"), /already was done/);
    assert.match(
      await space.say("move Call Ana to list Moon"),
      /no list called “Moon”.*\*\*Home\*\*, \*\*Groceries\*\*/,
    );
    assert.ok(space.calls.every((call) => call.name.startsWith("list_")));
  });

  it("after asking which one, and understands the number", async () => {
    const space = workspace();
    const question = await space.say("complete the invoice");
    assert.match(
      question,
      /^2 todos match “invoice”\. Which one do you mean\?.*1\. ☐ \*\*Send invoice to Acme\*\*.*2\. ☐/s,
    );
    assert.match(await space.say("7"), /no number 7/);
    assert.match(await space.say("the second"), /^Done: ☑ \*\*Pay invoice from Bolt\*\*/);
    assert.equal(space.get("Send invoice to Acme").status, "ready");
    assert.equal(space.get("Pay invoice from Bolt").status, "done");
  });

  it("by the numbers of the last list", async () => {
    const space = workspace();
    await space.say("find invoice");
    await space.say("complete 1 and 2");
    assert.deepEqual(
      ["Send invoice to Acme", "Pay invoice from Bolt"].map((title) => space.get(title).status),
      ["done", "done"],
    );
  });

  it("what was just spoken of", async () => {
    const space = workspace();
    await space.say("todo: call Bob");
    await space.say("make it urgent");
    await space.say("mark it as done");
    assert.deepEqual([space.get("Call Bob").priority, space.get("Call Bob").status], ["urgent", "done"]);
  });
});

describe("the built-in engine looks", () => {
  for (const [text, input, pattern] of LOOK) {
    it(JSON.stringify(text), async () => {
      const space = workspace();
      assert.match(await space.say(text), pattern);
      const last = space.calls.at(-1);
      assert.equal(last?.name, "list_todos");
      const given = last.input as Record<string, unknown>;
      assert.deepEqual(Object.fromEntries(Object.keys(input).map((key) => [key, given[key]])), input);
    });
  }

  it("and counts what it does not show", async () => {
    const space = workspace(...Array.from({ length: 30 }, (_, index) => ({ title: `More ${index}` })));
    assert.match(await space.say("what is open"), /^35 open todos:.*\n10\. .*\n\n… and 25 more: say `more`\.$/s);
  });

  it("at sums, lists and agents", async () => {
    const space = workspace();
    assert.match(
      await space.say("summary"),
      /^There are 6 todos:.*Open: 5 \(4 ready, 1 in progress\).*Done: 1.*1 urgent, 1 high, 4 none.*Overdue: 1$/s,
    );
    assert.match(await space.say("how many are open"), /^There are 5 open todos:/);
    assert.match(await space.say("how many todos are overdue?"), /^There is 1 overdue todo:/);
    assert.match(await space.say("summary of list Groceries"), /^There is 1 todo in \*\*Groceries\*\*:/);
    assert.match(await space.say("show my lists"), /- \*\*Home\*\* · 1 open of 2 · default/);
    assert.match(await space.say("which agents are there"), /- \*\*Assistant\*\*/);
  });
});

describe("the built-in engine names a conversation", () => {
  const named: readonly (readonly [string, string, string, string])[] = [
    ["", "", "New conversation", "No answer yet"],
    ["hello there", "", "Hello there", "No answer yet"],
    ["Hey there, what is due today?", "", "What is due today?", "No answer yet"],
    [
      "please can you add a todo to call Ana. She waits.",
      "Created: ☐ **Call Ana** · due tomorrow",
      "Add a todo to call Ana",
      "Created: ☐ Call Ana · due tomorrow",
    ],
    ["what is open?", "5 open todos:\n\n1. ☐ **Call Ana**", "What is open?", "5 open todos."],
    [
      "Prepare the quarterly numbers for the meeting with the whole finance department in Lisbon",
      "",
      "Prepare the quarterly numbers for the meeting with the…",
      "No answer yet",
    ],
  ];
  for (const [asked, answered, title, subtitle] of named) {
    it(JSON.stringify(asked), async () => {
      const messages: ModelMessage[] = [
        { role: "user", text: asked },
        { role: "assistant", text: answered, toolCalls: [] },
      ];
      const described = await createBuiltinModel().describe(messages, new AbortController().signal);
      assert.deepEqual(described, { title, subtitle });
    });
  }
});
