/**
 * Random walks over todos, lists, agents and chats, each step held against a reference in memory that knows nothing of SQL.
 * Each walk has a workspace of its own. The seed is fixed; a failure prints the shortest walk that shows it.
 */
import { after, test } from "node:test";
import fc from "fast-check";
import { startTestService } from "../../helpers/service.ts";
import { compare } from "./compare.ts";
import {
  createList,
  deleteList,
  updateList,
  createAgent,
  archiveAgent,
  restoreAgent,
  renameAgent,
  startChat,
  sendMessage,
  cancelChat,
  archiveChat,
  eraseChat,
} from "./others.ts";
import { always, type Item, items, type Named, type Real, type Reference } from "./reference.ts";
import { createTodo, updateTodo, archiveTodo, restoreTodo, eraseTodo, search } from "./todos.ts";

const service = await startTestService({ after });
const look = fc.constant(always("look", compare));

const commands = fc.commands(
  [
    // Twice what leads to rarer states: a todo restored out of an archived list needs five steps in a row.
    createTodo,
    createTodo,
    archiveTodo,
    restoreTodo,
    createList,
    deleteList,
    deleteList,
    updateTodo,
    archiveTodo,
    restoreTodo,
    eraseTodo,
    createList,
    deleteList,
    updateList,
    createAgent,
    archiveAgent,
    restoreAgent,
    renameAgent,
    startChat,
    sendMessage,
    cancelChat,
    archiveChat,
    eraseChat,
    look,
    search,
  ],
  { maxCommands: 80, size: "max" },
);

async function begin(): Promise<{ model: Reference; real: Real }> {
  const workspace = await service.addWorkspace("Walk");
  const real: Real = { service, key: workspace.key };
  const [list] = await items(real, "listTodoLists");
  const [agent] = await items(real, "listAgents");
  const one = (item: Item | undefined): Named => ({
    id: item?.id as string,
    name: item?.["name"] as string,
    isArchived: false,
    isDefault: true,
  });
  return { model: { todos: [], lists: [one(list)], agents: [one(agent)], chats: [], activity: 0 }, real };
}

test(
  "random walks over todos, lists, agents and chats agree with a reference",
  { rules: ["todos.list.newest-first", "lists.counts", "agents.name", "chats.list-order"] },
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (walk) => {
        const { model, real } = await begin();
        await fc.asyncModelRun(() => ({ model, real }), walk);
        await compare(model, real);
      }),
      { seed: 5, numRuns: 20, endOnFailure: false },
    );
  },
);

test("what the commands left is still the same after a restart", { rules: ["restart.persists"] }, async () => {
  const { model, real } = await begin();
  const [walk] = fc.sample(commands, { seed: 11, numRuns: 1 });
  await fc.asyncModelRun(() => ({ model, real }), walk ?? []);
  await service.restart();
  await compare(model, real);
});
