/** A tiny workspace in memory: answers the engine's tool calls as the service would, and carries a conversation on. */
import assert from "node:assert/strict";
import type { Model, ModelMessage, ModelTool, ModelToolCall } from "../../../src/actors/runtime/ports.ts";

export interface Row {
  id: string;
  title: string;
  content: string | null;
  status: string;
  priority: string | null;
  dueDate: string | null;
  todoListId: string;
  isArchived: boolean;
  updatedAt: string;
}

type Input = Readonly<Record<string, unknown>>;

export const TOOLS = [
  "list_todos",
  "get_todo",
  "create_todo",
  "update_todo",
  "delete_todo",
  "restore_todo",
  "list_todo_lists",
  "create_todo_list",
] as const;

/** Thursday 5 March 2026, 23:30 in Berlin: half past ten in the evening in London, the next day in Tokyo. */
export const NOW = Date.parse("2026-03-05T22:30:00Z");

export class Workspace {
  readonly rows: Row[] = [];
  readonly lists = [
    { id: "list-1", name: "Home", isDefault: true },
    { id: "list-2", name: "Groceries", isDefault: false },
  ];
  readonly calls: ModelToolCall[] = [];
  readonly messages: ModelMessage[] = [];
  steps = 0;
  tools: readonly string[] = TOOLS;
  timezone = "Europe/Berlin";
  /** Tools that answer with an error, by name. */
  readonly failing = new Map<string, string>();
  /** What the service answers when it is asked to undo. */
  undoing: object = {};
  readonly #model: Model;

  constructor(model: Model, ...titles: (string | Partial<Row>)[]) {
    this.#model = model;
    for (const each of titles) this.add(typeof each === "string" ? { title: each } : each);
  }

  add(row: Partial<Row>): Row {
    const full: Row = {
      id: `todo-${this.rows.length + 1}`,
      title: "",
      content: null,
      status: "ready",
      priority: null,
      dueDate: null,
      todoListId: "list-1",
      isArchived: false,
      updatedAt: "2026-03-05T12:00:00Z",
      ...row,
    };
    this.rows.push(full);
    return full;
  }

  get(title: string): Row {
    const row = this.rows.find((each) => each.title === title);
    assert.ok(row, `no todo called ${title}; there are ${this.rows.map((each) => each.title).join(", ")}`);
    return row;
  }

  /** Sends a message and carries out the calls of every step until there is an answer. */
  async say(text: string): Promise<string> {
    this.messages.push({ role: "user", text });
    this.steps = 0;
    for (;;) {
      this.steps += 1;
      assert.ok(this.steps <= 12, "the engine does not come to an end");
      const reply = await this.#step();
      this.messages.push({ role: "assistant", ...reply });
      if (reply.toolCalls.length === 0) return reply.text;
      this.calls.push(...reply.toolCalls);
      this.messages.push({ role: "tool", results: reply.toolCalls.map((call) => this.#answer(call)) });
    }
  }

  #step(): ReturnType<Model["step"]> {
    const inputSchema = { type: "object", properties: {} };
    const tools = this.tools.map((name): ModelTool => ({ name, description: name, inputSchema }));
    const { messages, timezone } = this;
    return this.#model.step({ system: "", messages, tools, now: NOW, timezone }, new AbortController().signal);
  }

  #answer(call: ModelToolCall): { toolCallId: string; name: string; isError: boolean; content: string } {
    const failure = this.failing.get(call.name);
    const base = { toolCallId: call.id, name: call.name };
    if (failure !== undefined) {
      return {
        ...base,
        isError: true,
        content: JSON.stringify({ error: { code: "missing_scope", message: failure } }),
      };
    }
    return { ...base, isError: false, content: JSON.stringify(this.#run(call.name, call.input as Input)) };
  }

  #run(name: string, input: Input): unknown {
    switch (name) {
      case "list_todos":
        return this.#list(input);
      case "create_todo":
        return toTodo(this.add(fromInput(input, this.lists)));
      case "update_todo":
        return toTodo(Object.assign(this.#byId(input), withoutId(input)));
      case "get_todo":
        return toTodo(this.#byId(input));
      case "restore_todo":
        return toTodo(Object.assign(this.#byId(input), { isArchived: false }));
      case "delete_todo":
        this.#byId(input).isArchived = true;
        return { object: "deleted", deleted: true, recoverable: true };
      case "list_todo_lists":
        return list(this.lists.map((each) => ({ object: "todo_list", todoCount: 2, activeTodoCount: 1, ...each })));
      case "undo_record_changes":
        return { object: "undo", dryRun: false, ...this.undoing };
      case "create_todo_list":
        return { object: "todo_list", id: "list-9", name: input["name"] };
      default:
        throw new Error(`The test workspace has no tool ${name}.`);
    }
  }

  #byId(input: Input): Row {
    const row = this.rows.find((each) => each.id === input["todoId"]);
    assert.ok(row, `no todo with the id ${String(input["todoId"])}`);
    return row;
  }

  #matching(input: Input): Row[] {
    return this.rows.filter((row) => row.isArchived === (input["includeArchived"] ?? false) && passes(row, input));
  }

  #list(input: Input): unknown {
    const rows = sorted(this.#matching(input), input);
    const limit = Number(input["limit"] ?? 25);
    const start = Number(input["cursor"] ?? 0);
    const end = start + limit;
    const totalCount = input["include"] === "totalCount" ? rows.length : null;
    const hasMore = rows.length > end;
    return { ...list(rows.slice(start, end).map(toTodo)), hasMore, nextCursor: hasMore ? `${end}` : null, totalCount };
  }
}

const RANKS = ["low", "medium", "high", "urgent"];

/** Without the key last, as the service has it. */
function sorted(rows: readonly Row[], { sort, order }: Input): Row[] {
  const keyOf = (row: Row): string =>
    sort === "dueDate" ? (row.dueDate ?? "") : row.priority === null ? "" : `${RANKS.indexOf(row.priority)}`;
  if (sort !== "dueDate" && sort !== "priority") return [...rows];
  const sign = order === "asc" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
    return a === b ? 0 : a < b ? -sign : sign;
  });
}

function passes(row: Row, input: Input): boolean {
  const { status, priority, query, todoListId, dueAfter, dueBefore } = input;
  const due = row.dueDate;
  if (status === "active" ? row.status === "done" : status !== undefined && row.status !== status) return false;
  const { updatedSince } = input;
  if (typeof updatedSince === "string" && Date.parse(row.updatedAt) < Date.parse(updatedSince)) return false;
  if (priority !== undefined && (row.priority ?? "none") !== priority) return false;
  if (todoListId !== undefined && row.todoListId !== todoListId) return false;
  if (typeof dueAfter === "string" && (due === null || due < dueAfter)) return false;
  if (typeof dueBefore === "string" && (due === null || due > dueBefore)) return false;
  const text = `${row.title}\n${row.content ?? ""}`.toLowerCase();
  return typeof query !== "string" || text.includes(query.toLowerCase());
}

function fromInput(input: Input, lists: readonly { id: string; name: string }[]): Partial<Row> {
  const { todoListName, ...fields } = input;
  const found = lists.find((each) => each.name === todoListName);
  return { ...(fields as Partial<Row>), ...(found === undefined ? {} : { todoListId: found.id }) };
}

function withoutId({ todoId: _todoId, ...fields }: Input): Input {
  return fields;
}

function toTodo(row: Row): unknown {
  return { object: "todo", ...row };
}

function list(data: readonly unknown[]): Record<string, unknown> {
  return { object: "list", data, hasMore: false, nextCursor: null, totalCount: null };
}
