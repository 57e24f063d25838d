/** The last look through the interface: every effect exactly once, every counter right, nothing left running. */
import { setTimeout as rest } from "node:timers/promises";
import { losesPatience } from "../helpers/settle.ts";
import type { Client } from "./client.ts";
import type { Verdict } from "./ledger.ts";
import type { Load } from "./writers.ts";

interface Todo {
  readonly title: string;
  readonly status: string;
  readonly todoListId: string;
  readonly latestRun: { readonly status: string } | null;
}

interface TodoList {
  readonly id: string;
  readonly todoCount: number;
  readonly activeTodoCount: number;
}

/** Waits for the agents to end, compares all todos with the ledger, and reports wrong counters and unended work. */
export async function verify(load: Load): Promise<Verdict> {
  await expectChatsEnded(load);
  const todos = await all<Todo>(load.client, "/todos");
  const own = new Set(load.registers.map(({ title }) => title));
  await expectCounters(load, todos);
  for (const { title, latestRun } of todos) {
    if (latestRun !== null && latestRun.status !== "completed")
      load.report(`the run of ${title} is ${latestRun.status}`);
  }
  return load.ledger.judge(todos.map(({ title }) => title).filter((title) => !own.has(title)));
}

const pollEvery = 50;

async function expectChatsEnded({ client, report }: Load): Promise<void> {
  const isInVain = losesPatience();
  for (;;) {
    const open = await countChats(client, ["queued", "running"]);
    if (open > 0 && isInVain()) report(`stuck: ${open} chats are still queued or running`);
    if (open === 0 || isInVain()) break;
    await rest(pollEvery);
  }
  const odd = await countChats(client, ["failed", "awaiting_input", "cancelled"]);
  if (odd > 0) report(`${odd} chats failed, wait for input or were cancelled`);
}

/** How many chats have one of the states; at most a page of each is counted. */
async function countChats(client: Client, states: readonly string[]): Promise<number> {
  let count = 0;
  for (const state of states) {
    const { data } = await client.get<{ data: unknown[] }>(`/chats?limit=100&status=${state}`);
    count += data.length;
  }
  return count;
}

async function expectCounters({ client, report }: Load, todos: readonly Todo[]): Promise<void> {
  const lists = await client.get<{ data: TodoList[] }>("/todo-lists");
  for (const { id, todoCount, activeTodoCount } of lists.data) {
    const own = todos.filter(({ todoListId }) => todoListId === id);
    const active = own.filter(({ status }) => status !== "done").length;
    if (todoCount === own.length && activeTodoCount === active) continue;
    report(`list ${id} counts ${todoCount} (${activeTodoCount} active), there are ${own.length} (${active})`);
  }
}

/** Every item of a paged list. */
async function all<Item>(client: Client, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const next: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: { data: Item[]; nextCursor: string | null } = await client.get(`${path}?limit=100${next}`);
    for (const item of page.data) items.push(item);
    cursor = page.nextCursor;
  }
  return items;
}
