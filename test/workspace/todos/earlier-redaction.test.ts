/** Todos that agents wrote from captures before texts were redacted: what the stored calls say of them. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { SqlRow } from "../../../src/workspace/protocol/sql.ts";
import { fakeId } from "../../helpers/ids.ts";
import { change, oldWorkspace, openNow } from "../../helpers/old-workspace.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

interface Written {
  readonly chat: "begun with it" | "that read it" | "of its own";
  readonly name: string;
  readonly input: object;
  readonly isError?: boolean;
  readonly edited?: object;
  readonly decision?: "approved" | "rejected";
}

const capture = fakeId(0xc1);
const chats = ["begun with it", "that read it", "of its own"] as const;
const todo = (n: number) => fakeId(0x100 + n);
const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;

/** Todos by number: title, content, who made it. */
const todos: readonly (readonly [title: string, content: string | null, source: string])[] = [
  ["Made in it", "The whole of it", "agent_created"],
  ["One of several", null, "agent_created"],
  ["Somebody's own now", "As it was made", "agent_created"],
  ["Renamed by an agent", "A person's words", "user_created"],
  ["Made in it", null, "user_created"],
  ["Of another chat", null, "agent_created"],
  ["Let through", null, "agent_created"],
  ["As a person made it", null, "agent_created"],
  ["Failed", null, "agent_created"],
];

const calls: readonly Written[] = [
  { chat: "begun with it", name: "create_todo", input: { title: " Made in it ", content: "The whole of it" } },
  { chat: "that read it", name: "get_capture", input: { captureId: capture } },
  {
    chat: "that read it",
    name: "batch_create_todos",
    input: { data: [{ title: "One of several" }, { content: "x" }] },
  },
  { chat: "begun with it", name: "create_todo", input: { title: "As the agent had it", content: "As it was made" } },
  { chat: "that read it", name: "update_todo", input: { todoId: todo(4).toUpperCase(), title: "Renamed by an agent" } },
  { chat: "of its own", name: "create_todo", input: { title: "Of another chat" } },
  { chat: "of its own", name: "get_capture", input: { captureId: capture }, isError: true },
  { chat: "begun with it", name: "create_todo", input: { title: "Let through" }, decision: "approved" },
  {
    chat: "begun with it",
    name: "create_todo",
    input: { title: "x" },
    edited: { title: "As a person made it" },
    decision: "rejected",
  },
  { chat: "begun with it", name: "create_todo", input: { title: "Failed" }, isError: true },
];

/** A file of that version with all this, as `before` left it, opened by this version: number and redaction of each todo that has one. */
function redacted(
  t: TestContext,
  version: number,
  before = "",
): { readonly redactions: SqlRow[]; readonly captures: SqlRow[] } {
  const dataDir = tempDir(t);
  const file = oldWorkspace(dataDir, version);
  const agent = fakeId(0xa9);
  const statements = [
    `INSERT INTO agents (n, id, name, name_key, requires_approval, is_default, created_at, updated_at) VALUES (1, '${agent}', 'A', 'a', 0, 1, 0, 0)`,
    `INSERT INTO captures (n, id, type, status, created_by, created_at, updated_at) VALUES (1, '${capture}', 'note', 'completed', 'u', 0, 0)`,
    ...todos.map(
      ([title, content, source], at) =>
        `INSERT INTO todos (n, id, title, content, source, list_n, todo_list_id, created_at, updated_at)
         SELECT ${at + 2}, '${todo(at + 1)}', ${json(title).replaceAll('"', "")}, ${content === null ? "NULL" : json(content).replaceAll('"', "")},
           '${source}', 1, id, 0, 0 FROM todo_lists`,
    ),
    ...chats.flatMap((_chat, at) => [
      `INSERT INTO chats (id, status, last_message_at, agent_id, names_agent, turn_id, timezone, created_at)
       VALUES ('chat ${at}', 'completed', 0, '${agent}', 1, 'turn ${at}', 'UTC', 0)`,
      `INSERT INTO turns (id, chat_id, state, caller, depth, created_at) VALUES ('turn ${at}', 'chat ${at}', 'completed', '{}', 0, 0)`,
    ]),
    `INSERT INTO chat_captures (chat_id, capture_id) VALUES ('chat 0', '${capture}')`,
    ...calls.flatMap(({ chat, name, input, isError, edited, decision }, at) => {
      const turn = chats.indexOf(chat);
      const call = `INSERT INTO tool_calls (turn_id, step, position, name, state, is_error, input, edited_input, content)
        VALUES ('turn ${turn}', ${at}, 0, '${name}', 'done', ${isError === true ? 1 : 0}, ${json(input)}, ${edited === undefined ? "NULL" : json(edited)}, '{}')`;
      const approval = `INSERT INTO approvals (id, chat_id, turn_id, step, position, agent_id, status, tool_name, tool_input, summary, expires_at, created_at)
        VALUES ('${at}', 'chat ${turn}', 'turn ${turn}', ${at}, 0, '${agent}', '${decision}', '${name}', '{}', '', 0, 0)`;
      return decision === undefined ? [call] : [call, approval];
    }),
  ];
  change(file, [...statements, before].join(";\n"));
  const store = openNow(t, file, version);
  return {
    redactions: store.sql.all("SELECT n - 1, redacted FROM todos WHERE redacted > 0 ORDER BY n"),
    captures: store.sql.all("SELECT todo_n - 1, capture_id FROM todo_captures ORDER BY todo_n"),
  };
}

for (const version of [10, 13]) {
  test(`texts that an agent wrote in version ${version} are redacted`, { rules: ["boundary.todos"] }, (t) => {
    const { redactions, captures } = redacted(t, version);
    assert.deepEqual(redactions, [
      [1, 3],
      [2, 1],
      [3, 2],
      [4, 1],
      [8, 1],
    ]);
    assert.deepEqual(
      captures,
      [1, 3, 8].map((n) => [n, capture]),
    );
  });
}

test("a file opened by a program that redacts is left as it is", { rules: ["boundary.todos"] }, (t) => {
  const opened = "INSERT INTO meta (key, value) VALUES ('zoneData', '2026a')";
  assert.deepEqual(redacted(t, 17, opened), { redactions: [], captures: [] });
});
