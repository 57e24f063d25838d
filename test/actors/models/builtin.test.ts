/** The built-in engine in a conversation: what it says, asks and refuses. What it makes of single sentences is measured in test/eval. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBuiltinModel } from "../../../src/actors/models/builtin/engine.ts";
import type { ModelMessage } from "../../../src/actors/runtime/ports.ts";
import { de } from "../../../src/web/words/de.ts";
import { en } from "../../../src/web/words/en.ts";
import { rows } from "../../eval/utterances/rows.ts";
import { type Row, Workspace } from "./workspace.ts";

function workspace(...more: Partial<Row>[]): Workspace {
  return new Workspace(createBuiltinModel(), ...rows, ...more);
}

interface Dialogue {
  readonly say: readonly string[];
  /** Of the last answer. */
  readonly answer: RegExp;
}

/** Asked or refused, and nothing was called but to search. */
const REFUSED: readonly Dialogue[] = [
  { say: ["set due date of Call Ana to 3 May - 5 May"], answer: /do not understand “3 May - 5 May” as a day/ },
  {
    say: ["what is the capital of France?"],
    answer: /^I am a fixed rules engine, not a language model.*DAYSHIFT_MODEL/s,
  },
  { say: ["gibberish", "more gibberish"], answer: /^I did not understand that\. Say `help` to see what I can do\.$/ },
  { say: ["gibberish", "help"], answer: /^I am a fixed rules engine.*`restore X`/s },
  { say: ["set a model"], answer: /`DAYSHIFT_MODEL`.*`openai-compatible:<model>`/ },
  { say: ["are you a language model?"], answer: /not a language model/ },
  { say: ["how do I create a todo?"], answer: /add a todo to call Ana tomorrow/ },
  { say: ["hello"], answer: /^Hello!/ },
  { say: [""], answer: /which todo you mean/ },
  { say: ["add a todo"], answer: /^What should the todo say/ },
  { say: ["add these todos:"], answer: /^Which ones\?/ },
  { say: ["add three todos: milk, eggs"], answer: /not sure what “three todos: milk, eggs” means/ },
  {
    say: ["add an urgent todo to call Ana and then archive the report"],
    answer: /not sure what “to call Ana and then archive the report” means/,
  },
  { say: ["todo: pay rent by 31 April"], answer: /no such day as 31 April\. Nothing was changed/ },
  { say: ["remind me to swim every Monday"], answer: /cannot make todos that repeat/ },
  { say: ["add milk", "add milk"], answer: /a todo \*\*Milk\*\* already.*`add a todo to Milk`/ },
  { say: ["add Buy milk to Groceries"], answer: /a todo \*\*Buy milk\*\* already/ },
  { say: ["delete everything"], answer: /one by one/ },
  { say: ["more"], answer: /no list to go on with/ },
  { say: ["2"], answer: /What shall I do with number 2/ },
  { say: ["mark it done"], answer: /which todo you mean/ },
  { say: ["list todos sorted by size"], answer: /do not know what “sorted by size” means.*`find sorted by size`/ },
  { say: ["what was completed yesterday"], answer: /only for what is due then.*`show done todos`/ },
  { say: ["set the due date of Call Ana to someday"], answer: /do not understand “someday” as a day/ },
  { say: ["complete the moon landing"], answer: /found no todo that matches “moon landing”\. Nothing was changed/ },
  { say: ["complete the report if Ana agrees"], answer: /\*\*Write report\*\* says nothing of “if Ana agrees”/ },
  { say: ["restore Call Ana"], answer: /no archived todo that matches/ },
  {
    say: ["move Call Ana to Finance"],
    answer: /no list called “Finance”.*\*\*Home\*\*, \*\*Groceries\*\*/,
  },
  {
    say: ["complete the report and tell Ana about it"],
    answer: /\*\*Write report\*\* says nothing of “and tell Ana about it”\. Nothing was changed/,
  },
  {
    say: ["complete the report. The weather is nice."],
    answer: /understand “complete the report\.”, but not “The weather is nice\.”/,
  },
  { say: ["rename the list Home to House and move call Ana there"], answer: /Nothing was changed/ },
  { say: ["complete Write report and Buy milk"], answer: /\*\*Write report\*\* says nothing of “and Buy milk”/ },
  { say: ["complete Write report. Archive Old thing."], answer: /are two requests\. Nothing was changed/ },
  { say: ["mark Write report as done?"], answer: /whether that is a question.*`mark Write report as done`/ },
  { say: ['complete "Write report'], answer: /quotation mark that begins and does not end/ },
  {
    say: ["rename Write report to Paper and make it urgent"],
    answer: /not sure what “Paper and make it urgent” means/,
  },
  { say: ["create a list called Travel"], answer: /^I am a fixed rules engine/ },
];

/** What the answer says of what was done or found. */
const SAID: readonly Dialogue[] = [
  { say: ["todo: call Bob tomorrow !!"], answer: /^Created: ☐ \*\*Call Bob\*\* · due tomorrow · high$/ },
  {
    say: ["add a todo to book a flight from 3 May to 5 May"],
    answer: /^Created: ☐ \*\*Book a flight from 3 May to 5 May\*\*$/,
  },
  {
    say: ["add a todo to meet Bo 3pm to 5pm tomorrow"],
    answer: /^Created: ☐ \*\*Meet Bo at 3pm to 5pm\*\* · due tomorrow$/,
  },
  { say: ["create todo Buy bread due yesterday"], answer: /overdue.*in the past\.$/s },
  { say: ["add these todos in list Groceries:\n- Plums\n- Pears"], answer: /^Created 2 todos in \*\*Groceries\*\*/ },
  { say: ["complete Write report"], answer: /^Done: ☑ \*\*Write report\*\*$/ },
  { say: ["complete Old thing"], answer: /^Nothing to do: ☑ \*\*Old thing\*\* already was done\.$/ },
  { say: ["archive Old thing"], answer: /^Archived \*\*Old thing\*\*\. `restore Old thing` brings it back\.$/ },
  { say: ["archive Old thing", "restore it"], answer: /^Restored: ☑ \*\*Old thing\*\*/ },
  { say: ["clear the priority of Call Ana"], answer: /^\*\*Call Ana\*\* has no priority now\.$/ },
  { say: ["move Call Ana to Groceries"], answer: /^Moved \*\*Call Ana\*\* to \*\*Groceries\*\*\.$/ },
  { say: ["find invoice", "complete 1 and 2"], answer: /^- Done: .*Acme.*\n- Done: .*Bolt/ },
  { say: ["what is open"], answer: /^9 open todos:\n\n1\. ☐ \*\*Call Ana\*\* · due tomorrow · high\n/ },
  { say: ["what is due today"], answer: /^There are no open todos due today\.$/ },
  {
    say: ["what is due by tomorrow"],
    answer: /^2 open todos due by tomorrow:.*overdue since Mon 2 Mar.*due tomorrow/s,
  },
  { say: ["what is due tomorrow"], answer: /^1 open todo due tomorrow:/ },
  { say: ["overdue"], answer: /^1 overdue todo:.*overdue since Mon 2 Mar$/s },
  { say: ["show urgent todos in Home"], answer: /^1 open urgent todo in \*\*Home\*\*:/ },
  { say: ["find todos about invoices"], answer: /^2 todos about “invoices”:/ },
  { say: ['find "the report"'], answer: /no todos about “the report”/ },
  { say: ["show archived todos"], answer: /^1 archived todo:/ },
  { say: ["show my lists"], answer: /- \*\*Home\*\* · 1 open of 2 · default/ },
];

describe("the built-in engine understands the first request of the app", () => {
  for (const [language, { firstSteps }] of Object.entries({ en, de }))
    for (const title of ["Call Zoë and Bo. Then rest!", "Auf den Berg, dringend"])
      it(`in ${language}, about “${title}”`, async () => {
        const space = workspace({ title });
        await space.say(firstSteps.agent.message(title));
        assert.equal(space.get(title).priority, "urgent");
      });
});

async function lastOf(space: Workspace, say: readonly string[]): Promise<string> {
  let last = "";
  for (const text of say) last = await space.say(text);
  return last;
}

describe("the built-in engine says what it does not understand, and changes nothing", () => {
  for (const { say, answer } of REFUSED) {
    it(JSON.stringify(say), async () => {
      const space = workspace();
      for (const text of say.slice(0, -1)) await space.say(text);
      const before = space.calls.length;
      assert.match(await space.say(say.at(-1) ?? ""), answer);
      assert.deepEqual(
        space.calls.slice(before).filter(({ name }) => !/^(?:list|get)_/.test(name)),
        [],
      );
    });
  }
});

describe("the built-in engine says what came of a request", () => {
  for (const { say, answer } of SAID) {
    it(JSON.stringify(say), async () => assert.match(await lastOf(workspace(), say), answer));
  }

  it("on the day it is where the person is", async () => {
    for (const [timezone, today, tomorrow] of [
      ["America/Los_Angeles", "2026-03-05", "2026-03-06"],
      ["Asia/Tokyo", "2026-03-06", "2026-03-07"],
    ] as const) {
      const space = workspace();
      space.timezone = timezone;
      await lastOf(space, ["todo: one today", "todo: two tomorrow"]);
      assert.deepEqual([space.get("One").dueDate, space.get("Two").dueDate], [today, tomorrow], timezone);
    }
  });

  it("page by page, with numbers that go on", async () => {
    const space = workspace(...Array.from({ length: 16 }, (_, index) => ({ title: `More ${index}` })));
    assert.match(await space.say("what is open"), /^25 open todos:.*\n\n… and 15 more: say `more`\.$/s);
    assert.match(await space.say("more"), /^11 to 20:\n\n11\. .*\n20\. .*… and 5 more: say `more`\.$/s);
    assert.match(await space.say("show more"), /^21 to 25:\n\n21\. .*\n25\. [^\n]*$/s);
    assert.match(await space.say("complete 2 and 25"), /Acme.*\n- Done: ☑ \*\*More 15\*\*/);
  });
});

describe("the built-in engine asks", () => {
  it("which todo is meant, and understands the number", async () => {
    const space = workspace();
    const question = await space.say("complete the invoice");
    assert.match(
      question,
      /^2 todos match “invoice”\. Which one do you mean\?.*1\. ☐ \*\*Send invoice to Acme\*\*.*2\. ☐/s,
    );
    assert.match(await space.say("7"), /no number 7/);
    assert.match(await space.say("the second"), /^Done: ☑ \*\*Pay invoice from Bolt\*\*/);
    assert.equal(space.get("Send invoice to Acme").status, "ready");
  });

  it("for the words of a request where the work itself may be meant", async () => {
    const space = workspace();
    const answer = await space.say("can you finish the slides?");
    assert.match(answer, /^The work itself I cannot do.*say `mark Prepare slides for the board as done`\.$/);
    assert.match(await space.say("mark Prepare slides for the board as done"), /^Done: ☑/);
    assert.match(await space.say("could you start the report?"), /say `mark Write report as in progress`/);
  });
});

describe("the built-in engine undoes what the last message changed", () => {
  const undone = (answer: object) => {
    const space = workspace();
    space.tools = ["undo_record_changes"];
    space.undoing = { changes: [], undone: [], left: [], closedChats: [], ...answer };
    return space;
  };
  const change = (changeId: string, op: string, recordTitle: string | null, fields: readonly string[] = []) => {
    return { changeId, kind: "todo", recordId: changeId, recordTitle, op, fields };
  };

  it("in whatever words it is asked for, and leaves what others have changed since", async () => {
    for (const words of [
      "undo that",
      "Undo",
      "please take that back",
      "revert the last change",
      "undo what you did",
      "put it back.",
    ]) {
      const space = undone({ changes: [change("1", "created", "Milk")], undone: ["1"] });
      assert.equal(await space.say(words), "Took **Milk** back: it is archived.", words);
      assert.deepEqual(
        space.calls.map(({ name, input }) => [name, input]),
        [["undo_record_changes", { onConflict: "skip" }]],
      );
    }
  });

  it("says of each change what became of it", async () => {
    const changes = [
      change("4", "updated", "Call Ana", ["dueDate", "priority"]),
      change("3", "archived", "Old thing"),
      change("2", "restored", "Plan"),
      change("1", "updated", "Report", ["status"]),
    ];
    const left = [
      { changeId: "1", reason: "changed_since", why: "status was changed since by Ana.", fields: ["status"] },
    ];
    const closedChats = [{ chatId: "c", title: "Talk", todoId: "1" }];
    const space = undone({ changes, undone: ["4", "3", "2"], left, closedChats });
    assert.equal(
      await space.say("undo that"),
      [
        "Undone, as far as it could be:\n",
        "- Put due date and priority of **Call Ana** back to what it was.",
        "- Restored **Old thing**.",
        "- Archived **Plan** again.",
        "- Left **Report** as it is: status was changed since by Ana.",
        "- The chat **Talk** stays closed.",
      ].join("\n"),
    );
  });

  it("and says when there is nothing, and when it may not", async () => {
    assert.match(await undone({}).say("undo"), /^There is nothing left to undo in this chat/);
    const space = workspace();
    space.tools = ["list_todos"];
    assert.match(await space.say("undo that"), /`undo_record_changes`.*no permission/);
  });

  it("but takes no other sentence for that", async () => {
    for (const words of ["undo the report", "undo that and archive Plan", "take the car back"]) {
      const space = undone({});
      await space.say(words);
      assert.ok(
        space.calls.every(({ name }) => name !== "undo_record_changes"),
        words,
      );
    }
  });
});

describe("the built-in engine refuses", () => {
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
    const refused = "I could not change **Call Ana**: The credential lacks todos:write.";
    assert.equal(await space.say("complete Call Ana"), refused);
    space.failing.set("list_todos", "Out of order.");
    assert.equal(await space.say("what is open"), "I could not look at the todos: Out of order.");
    assert.match(await space.say("complete Call Ana"), /could not look for “Call Ana”: Out of order\./);
    space.failing.set("create_todo", "There is no list called Moon. The lists are Home, Groceries.");
    assert.match(
      await space.say("add a todo to rest @Moon"),
      /could not create “Rest”: There is no list called Moon\. The lists are Home, Groceries/,
    );
  });

  it("to change the todo it was started on, whose title reads like a request", async () => {
    for (const title of ["Complete tax return", "Archive old invoices", "Add milk", "Remember to rest"]) {
      const space = workspace({ title });
      assert.match(await space.say(title), /fixed rules engine, not a language model/);
      assert.ok(space.calls.every(({ name }) => name === "list_todos"));
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

describe("the built-in engine passes decisions on", () => {
  const decided: readonly (readonly [string, string])[] = [
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
  for (const [result, answer] of decided) {
    it(JSON.stringify(result), async () => {
      const space = workspace();
      space.failing.set("create_todo", result);
      assert.equal(await space.say("add a todo to buy a boat"), answer);
      space.failing.set("update_todo", result);
      assert.ok((await space.say("complete Call Ana")).includes("completing “Call Ana”"));
    });
  }
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

  // In quadratic time this takes minutes, and the runner ends the file.
  it("of a line as long as a message, in linear time", async () => {
    const model = createBuiltinModel();
    for (const much of ["! ", ", ", "please ", "hey, "]) {
      const text = `${much.repeat(500_000 / much.length)}x`;
      const messages: ModelMessage[] = [
        { role: "user", text },
        { role: "assistant", text, toolCalls: [] },
      ];
      const { title, subtitle } = await model.describe(messages, new AbortController().signal);
      assert.ok(title.length <= 60 && subtitle.length <= 120, much);
    }
  });
});
