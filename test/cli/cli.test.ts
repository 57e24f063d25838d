/** The command line against the real service: signing in, the folded commands, what people see, how each command ends. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { commandOperations } from "../../src/cli/commands/operations.ts";
import { commandName, commandWords } from "../../src/cli/commands/names.ts";
import { appTable, publicTable } from "../../src/schema/operations/index.ts";
import { commandVariables } from "../../src/server/base/configuration.ts";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { startTestService } from "../helpers/service.ts";
import { openTerminal } from "./terminal.ts";
import { pluck } from "../helpers/pluck.ts";

const service = await startTestService({ after });

async function signedIn(options: Parameters<typeof openTerminal>[0] = {}) {
  const terminal = openTerminal({ advance: (milliseconds) => service.clock.advance(milliseconds), ...options });
  terminal.typed.push(ownerPassword);
  const { code, err } = await terminal.run("login", service.url, "--email", ownerEmail);
  assert.equal(code, 0, err);
  return terminal;
}

interface Todo {
  readonly id: string;
  readonly title: string;
  readonly dueDate: string | null;
  readonly priority: string | null;
  readonly status: string;
}

test("without a credential it says how to get one", async () => {
  const { code, err } = await openTerminal().run("todos", "list");
  assert.equal(code, 4);
  assert.match(err, /not signed in[\s\S]*dayshift login/);
});

test("what needs no credential is answered without one", async () => {
  const terminal = openTerminal();
  const info = await terminal.json<{ name: string }>("service", "get-info", "--url", service.url);
  assert.equal(info.name, "Dayshift");
  assert.deepEqual(await terminal.json("api", "getServiceInfo", "--url", service.url), info);
});

test("a key of one's own makes a repeated command safe", async () => {
  const terminal = await signedIn();
  const once = () => terminal.json<Todo>("todos", "create", "Once", "--idempotency-key", "once");
  assert.equal((await once()).id, (await once()).id);
  const raw = () => terminal.json<Todo>("api", "createTodo", '{"title":"Raw once"}', "--idempotency-key", "raw once");
  assert.equal((await raw()).id, (await raw()).id);
});

test("a wrong password is refused, and nothing is stored", async () => {
  const terminal = openTerminal();
  terminal.typed.push("not the password");
  const { code, err } = await terminal.run("login", service.url, "--email", ownerEmail);
  assert.equal(code, 4, err);
  assert.equal(terminal.files.size, 0);
});

test("after signing in, whoami says who and where; after signing out nobody is", async () => {
  const terminal = await signedIn();
  const { out } = await terminal.run("whoami");
  assert.match(out, new RegExp(`${ownerEmail}[\\s\\S]*Home[\\s\\S]*session`));
  assert.equal((await terminal.run("logout")).code, 0);
  assert.equal((await terminal.run("whoami")).code, 4);
});

test("a key works in place of a profile, and can be stored as one", async () => {
  const terminal = openTerminal();
  Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: service.key });
  assert.equal((await terminal.json<{ credential: { type: string } }>("whoami")).credential.type, "api_key");
  const other = openTerminal();
  assert.equal((await other.run("login", service.url, "--key", service.key)).code, 0);
  assert.match((await other.run("whoami")).out, /api_key Test/);
});

test("a profile's credential is not sent to another service", async () => {
  const terminal = await signedIn();
  const { code, err } = await terminal.run("todos", "list", "--url", "http://elsewhere.example");
  assert.equal(code, 2);
  assert.match(err, /belongs to/);
});

test("API keys are keys, and todo lists are lists, for short", async () => {
  const terminal = await signedIn();
  assert.deepEqual(await terminal.json("keys", "list"), await terminal.json("api-keys", "list"));
  assert.deepEqual(await terminal.json("lists"), await terminal.json("todo-lists", "list"));
});

test("profiles stand side by side", async () => {
  const terminal = await signedIn();
  await terminal.run("login", service.url, "--key", service.key, "--profile", "bot");
  assert.match((await terminal.run("whoami")).out, /api_key/);
  await terminal.run("profiles", "use", "default");
  assert.match((await terminal.run("whoami")).out, /session/);
  assert.match((await terminal.run("whoami", "--profile", "bot")).out, /api_key/);
  assert.equal((await terminal.run("profiles", "use", "nobody")).code, 2);
});

test("a todo in one line has a date, a list and a priority", async () => {
  const terminal = await signedIn();
  await terminal.run("todo-lists", "create", "Work");
  const said = await terminal.json<Todo>("todos", "create", "Call Ana by tomorrow @Work !high");
  assert.deepEqual([said.title, said.dueDate, said.priority], ["Call Ana", "2026-11-23", "high"]);
  const asIs = await terminal.json<Todo>("todos", "create", "--title", "Call Ana tomorrow");
  assert.deepEqual([asIs.title, asIs.dueDate], ["Call Ana tomorrow", null]);
  const moved = await terminal.json<Todo>("todos", "create", "Call Ana tomorrow", "--due-date", "2026-02-01");
  assert.deepEqual([moved.title, moved.dueDate], ["Call Ana", "2026-02-01"]);
  const todo = await terminal.json<Todo>("add", "Call", "Ana", "by", "tomorrow", "@Work", "!high");
  assert.deepEqual([todo.title, todo.dueDate, todo.priority], ["Call Ana", "2026-11-23", "high"]);
  for (const [line, priority] of [
    ["Pay rent !!", "high"],
    ["!!! Pay rent", "urgent"],
    ["Pay rent!!", null],
  ] as const) {
    assert.equal((await terminal.json<Todo>("add", line)).priority, priority, line);
  }
  for (const [line, title, dueDate] of [
    ["Send the March invoice", "Send the March invoice", null],
    ["Send the March invoice on 4 June", "Send the March invoice", "2027-06-04"],
    ["Pay rent every Friday", "Pay rent", null],
    ["Book the hall for every other Monday by tomorrow", "Book the hall for every other Monday", "2026-11-23"],
    ["Call Ana tomorrow at 3pm", "Call Ana at 3pm", "2026-11-23"],
    ["Meet Bob 14:00 to 15:30 tomorrow in the hall", "Meet Bob 14:00 to 15:30 in the hall", "2026-11-23"],
    ["Lunch tomorrow at noon", "Lunch at noon", "2026-11-23"],
    ["Train tomorrow at 5", "Train at 5", "2026-11-23"],
  ] as const) {
    const made = await terminal.json<Todo>("add", line);
    assert.deepEqual([made.title, made.dueDate], [title, dueDate], line);
  }
  assert.match((await terminal.run("done", todo.id)).out, /✓ Call Ana/);
  assert.equal((await terminal.json<Todo>("todos", "get", todo.id)).status, "done");
});

test("a mistake of a person is explained: a missing file, an address of another kind", async () => {
  const terminal = await signedIn();
  const missing = await terminal.run("import", "csv", "/nowhere/todos.csv");
  assert.deepEqual([missing.code, missing.err], [1, "✗ There is no /nowhere/todos.csv.\n"]);
  const odd = await terminal.run("--url", "ftp://example.com", "--key", "k", "whoami");
  assert.deepEqual([odd.code, /ftp:\/\/example\.com is no address/.test(odd.err)], [2, true]);
});

test("flags of every kind reach the operation, and null clears", async () => {
  const terminal = await signedIn();
  const todo = await terminal.json<Todo>(
    "todos",
    "create",
    "Paint",
    "the",
    "fence",
    "--due-date",
    "2026-12-01",
    "--priority",
    "low",
  );
  assert.deepEqual([todo.title, todo.dueDate, todo.priority], ["Paint the fence", "2026-12-01", "low"]);
  const cleared = await terminal.json<Todo>(
    "todos",
    "update",
    todo.id,
    "--due-date",
    "null",
    "--assignees",
    `user:${service.userId}`,
  );
  assert.equal(cleared.dueDate, null);
  const found = await terminal.json<{ data: Todo[] }>(
    "todos",
    "list",
    "--query",
    "fence",
    "--assigned-to-me",
    "--limit",
    "1",
  );
  assert.deepEqual(pluck(found.data, "id"), [todo.id]);
  assert.equal((await terminal.json<{ deleted: boolean }>("todos", "rm", todo.id, "--permanent")).deleted, true);
});

test("plain words are the title of a todo, and the text of a note", async () => {
  const terminal = await signedIn();
  const { id } = await terminal.json<Todo>("captures", "create", "--type", "note", "Ana called");
  assert.equal((await terminal.json<{ content: string }>("captures", "get", id)).content, "Ana called");
  assert.equal((await terminal.json<Todo>("todos", "create", "Call", "Ana")).title, "Call Ana");
});

test("a body may be given whole, from a flag or from stdin", async () => {
  const terminal = await signedIn();
  const one = await terminal.json<Todo>(
    "todos",
    "create",
    "--body",
    '{"title":"From a flag","schedule":{"rrule":"FREQ=DAILY"}}',
  );
  assert.equal(one.title, "From a flag");
  terminal.typed.push('{"data":[{"title":"One"},{"title":"Two"}]}');
  const many = await terminal.json<{ data: Todo[] }>("todos", "batch-create", "--body", "-");
  assert.deepEqual(pluck(many.data, "title"), ["One", "Two"]);
  const raw = await terminal.json<Todo>("api", "updateTodo", JSON.stringify({ todoId: one.id, title: "Raw" }));
  assert.equal(raw.title, "Raw");
});

test("all pages are read one after the other", async () => {
  const terminal = await signedIn();
  const data = Array.from({ length: 30 }, (_, at) => ({ title: `Page ${at}` }));
  await terminal.json("todos", "batch-create", "--body", JSON.stringify({ data }));
  const page = await terminal.json<{ data: Todo[]; hasMore: boolean }>(
    "todos",
    "list",
    "--query",
    "Page",
    "--limit",
    "7",
    "--all",
  );
  assert.deepEqual([page.data.length, page.hasMore], [30, false]);
});

const refusals: readonly (readonly [what: string, args: readonly string[], code: number, says: RegExp])[] = [
  ["an unknown command", ["todoes"], 2, /Unknown command 'todoes'\. Did you mean todos\?\n/],
  ["an unknown flag", ["todos", "list", "--colour", "red"], 2, /Unknown option/],
  ["a missing id", ["todos", "get"], 2, /Missing required argument/],
  ["a number that is none", ["todos", "list", "--limit", "ten"], 2, /--limit: expected a whole number/],
  ["a choice that is none", ["todos", "list", "--status", "late"], 2, /validation_failed · at status · req_/],
  ["an assignee nobody knows", ["todos", "create", "x", "--assignees", "ana"], 2, /No agent or member is called "ana"/],
  ["a command that a group has not", ["todos", "lst"], 2, /no command "lst" of todos\.[\s\S]*There are: list, create/],
  ["a word too many", ["tags", "list", "home"], 2, /Nothing more was expected/],
  ["a field that is missing", ["agents", "create-skill", "Assistant"], 2, /✗ name is required/],
  ["a body that is no object", ["todos", "create", "--body", "[]"], 2, /--body: expected a JSON object/],
  ["a body that is no JSON", ["todos", "create", "--body", "{"], 2, /JSON/],
  ["nothing with that id", ["todos", "get", "00000000-0000-7000-8000-000000000000"], 3, /resource_not_found/],
  ["a credential that is none", ["todos", "list", "--key", "dsk_nonsense"], 4, /invalid_api_key[\s\S]*dayshift login/],
  ["a state that forbids it", ["agents", "create", "Assistant"], 5, /resource_conflict/],
  ["an operation that does not exist", ["api", "makeCoffee"], 2, /makeCoffee/],
  ["an input of api that is a number", ["api", "listTodos", "5"], 2, /The input is no JSON object/],
  ["an input of api that is null", ["api", "listTodos", "null"], 2, /The input is no JSON object/],
  ["a service that is not there", ["whoami", "--url", "http://127.0.0.1:9", "--key", "dsk_x"], 1, /dayshift serve/],
];

for (const [what, args, code, says] of refusals) {
  test(`${what} ends with ${code} and says why`, async () => {
    const terminal = await signedIn();
    const ended = await terminal.run(...args);
    assert.equal(ended.code, code, ended.err);
    assert.match(ended.err, says);
    assert.equal(ended.out, "", "nothing but data goes to stdout");
  });
}

test("a missing scope ends with 4 and names it", async () => {
  const terminal = openTerminal();
  Object.assign(terminal.env, { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: await service.keyFor(["todos:read"]) });
  const { code, err } = await terminal.run("todos", "create", "x");
  assert.equal(code, 4);
  assert.match(err, /todos:write/);
});

test("programs read a refusal as JSON", async () => {
  const terminal = await signedIn();
  const { err } = await terminal.run("todos", "get", "00000000-0000-7000-8000-000000000000", "--json");
  assert.equal((JSON.parse(err) as { error: { code: string } }).error.code, "resource_not_found");
});

test("what a program reads has the instants and the days of the interface", async () => {
  const terminal = await signedIn();
  const runAt = "2026-11-29T08:30:00.000Z";
  const { id } = await service.ok("createTodo", { body: { title: "For a program", schedule: { runAt } } });
  const list = await terminal.run("todos", "list", "--query", "For a program");
  assert.equal(list.out.split("\n")[1], [id, "For a program", "ready", "", "", runAt].join("\t"));
  assert.ok((await terminal.run("todos", "get", id)).out.includes(runAt));
  const days = await terminal.run("calendar", "--from", "2026-11-29", "--to", "2026-11-29");
  assert.match(days.out, /^kind\tdate\tat\t.*\noccurrence\t2026-11-29\t2026-11-29T08:30:00\.000Z\t/);
});

test("messages are read as a conversation, and a note has the words of a file", async () => {
  const terminal = await signedIn({ isTerminal: true, columns: 80 });
  const message = 'call create_todo {"title":"Said and done"}';
  const { id } = await service.ok("createChat", { body: { message, waitSeconds: 60 } });
  const said = await terminal.run("chats", "list-messages", id);
  assert.match(said.out, /^1  user  [-\d]+ [:\d]+\ncall create_todo .*\n2  assistant .*\n● create_todo .*\n/);
  const file = fileURLToPath(import.meta.url);
  const note = await terminal.json<{ id: string }>("captures", "create", `@${file}`);
  const { content } = await service.ok("getCapture", { path: { captureId: note.id } });
  assert.match(content ?? "", /a note has the words of a file/);
  for (const [args, hint] of [
    [[file], /is a file\.\s+Its text as a note: dayshift captures create @[^]*dayshift captures record/],
    [["@none"], /There is no none\./],
    [
      ["--type", "recording", "talk.wav"],
      /A recording has no text\.\s+To send an audio file: dayshift captures record/,
    ],
  ] as const) {
    const { code, err } = await terminal.run("captures", "create", ...args);
    assert.notEqual(code, 0);
    assert.match(err, hint);
  }
});

test("a table fits the terminal, and a title cannot steer it", async () => {
  const terminal = await signedIn({ isTerminal: true, columns: 80 });
  await service.ok("createTodo", {
    body: { title: "A title that is far too long for a row of eighty characters beside its status, 漢字 too" },
  });
  const { out } = await terminal.run("todos", "list", "--limit", "5");
  for (const line of out.trimEnd().split("\n")) assert.ok(Array.from(line).length <= 80, line);
  assert.match(out, /…/);
});

test("a conversation shows the agent's words, its calls and its results", async () => {
  const terminal = await signedIn({ isTerminal: true });
  const { code, out, err } = await terminal.run("chat", 'call create_todo {"title":"From the chat"}');
  assert.equal(code, 0, err);
  assert.match(out, /create_todo/);
  assert.match(err, /dayshift chat --chat/);
});

test("an agent's Markdown is rendered at a terminal, and is data elsewhere", async () => {
  const atTerminal = await (await signedIn({ isTerminal: true })).run("chat", "**Call** Ana");
  assert.equal(atTerminal.out, "Heard: Call Ana\n");
  assert.equal((await (await signedIn()).run("chat", "**Call** Ana")).out, "Heard: **Call** Ana\n");
});

test("a person decides in the middle of a conversation", async () => {
  const agent = await service.ok("createAgent", { body: { name: "Careful" } });
  const terminal = await signedIn({ isTerminal: true });
  terminal.typed.push("s", "y");
  const { out, err } = await terminal.run("chat", "--agent", agent.id, 'call create_todo {"title":"With leave"}');
  assert.match(err, /\[y\]es/);
  assert.match(out, /Heard/);
  const question = 'May I create the todo "With leave"?\n';
  assert.ok(out.startsWith(question) && !/create/i.test(out.slice(question.length, out.indexOf("Heard"))), out);
  assert.ok(!/^Create the todo/m.test(err), "what was asked on stdout is not asked again");
  const found = await terminal.json<{ data: Todo[] }>("todos", "list", "--query", "With leave");
  assert.equal(found.data.length, 1);
});

test("a decision that nothing on the screen names is named, and so are several", async () => {
  const agent = await service.ok("createAgent", { body: { name: "Careful with two" } });
  const terminal = await signedIn({ isTerminal: true });
  const two = 'call create_todo {"title":"First"}\ncall create_todo {"title":"Second"}';
  terminal.typed.push("y", "y");
  const several = await terminal.run("chat", "--agent", agent.id, two);
  assert.match(several.out, /^May I do the following\?\n- Create the todo "First"\n- Create the todo "Second"\nHeard/);
  assert.match(several.err, /Create the todo "First"\n.*> Create the todo "Second"\n/);
  terminal.typed.push("n", "");
  const quiet = await terminal.run("chat", "--json", "--agent", agent.id, 'call create_todo {"title":"Third"}');
  assert.match(quiet.err, /^Create the todo "Third"$/m);
});

test("a chat that is continued asks first for the decision it waits for", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful with time" } });
  const message = 'call create_todo {"title":"Decided later"}';
  const { id } = await service.ok("createChat", { body: { message, agentId, waitSeconds: 60 } });
  const terminal = await signedIn({ isTerminal: true });
  terminal.typed.push("y", "Thank you");
  const { code, out, err } = await terminal.run("chat", "--chat", id);
  assert.equal(code, 0, err);
  assert.match(out, /^May I create the todo "Decided later"\?\nHeard[^]*Thank you/);
  assert.ok(err.indexOf("[y]es") < err.indexOf("> "), err);
  const found = await terminal.json<{ data: Todo[] }>("todos", "list", "--query", "Decided later");
  assert.equal(found.data.length, 1);
});

test("a decision is a word behind its approval", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful by word" } });
  const message = 'call create_todo {"title":"Decided by word"}';
  const { id } = await service.ok("createChat", { body: { message, agentId, waitSeconds: 60 } });
  const terminal = await signedIn();
  const { data } = await terminal.json<{ data: { id: string }[] }>("approvals", "list", "--chat-id", id);
  const words = ["approvals", "decide", data[0]?.id ?? "", "reject", "not now"];
  const decided = await terminal.json<{ status: string; comment: string }>(...words);
  assert.deepEqual([decided.status, decided.comment], ["rejected", "not now"]);
});

test("a failed turn ends with 1", async () => {
  const terminal = await signedIn();
  const { code, err } = await terminal.run("chat", "fail");
  assert.equal(code, 1);
  assert.match(err, /out of order/);
});

test("every operation has one command, and no two have the same", () => {
  const names = commandOperations.map((record) => {
    const { group, verb } = commandName(record);
    assert.match(`${group} ${verb}`, /^[a-z-]+ [a-z]+(-[a-z]+)*$/);
    return `${group} ${verb}`;
  });
  assert.equal(new Set(names).size, names.length);
  assert.ok(
    names.includes("todos list") && names.includes("agents create-skill") && names.includes("approvals decide"),
  );
});

test("the guide for agents names every command", async () => {
  const { out } = await openTerminal().run("agent-guide");
  for (const record of [...publicTable, ...appTable]) {
    const words = commandWords(record);
    if (words !== null) assert.ok(out.includes(`  ${words.join(" ")} `), record.id);
  }
});

test("the service leaves the variables of the command line alone", () => {
  const source = globSync("src/cli/**/*.ts").map((path) => readFileSync(path, "utf8"));
  const used = source.flatMap((text) => [...text.matchAll(/env\["(DAYSHIFT_\w+)"\]/g)].map((match) => match[1]));
  assert.deepEqual(new Set(used), new Set(commandVariables));
});
