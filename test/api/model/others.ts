/** Commands on lists, agents and chats. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  agentsOf,
  always,
  ask,
  at,
  chatsOf,
  fold,
  listsOf,
  livingIn,
  type Named,
  on,
  type Reference,
  refused,
  remove,
} from "./reference.ts";

const name = fc.constantFrom("Ada", "ADA", "Bo", "Straße", "strasse");

export const createList = name.map((given) =>
  always(`create list ${given}`, async (m, r) => {
    const made = await ask(r, "createTodoList", { body: { name: given } });
    m.lists.push({ id: made["id"] as string, name: given, isArchived: false, isDefault: false });
  }),
);

export const deleteList = at.map((n) =>
  on("delete list", listsOf, n, async (m, r, list) => {
    const request = { path: { todoListId: list.id } };
    if (list.isDefault || livingIn(m, list.id).length > 0)
      return refused(r, "deleteTodoList", request, "resource_conflict");
    await ask(r, "deleteTodoList", request);
    list.isArchived = true;
  }),
);

export const updateList = fc.tuple(at, name, fc.boolean()).map(([n, given, archived]) =>
  on(`list becomes ${given} ${archived}`, listsOf, n, async (m, r, list) => {
    const request = { path: { todoListId: list.id }, body: { name: given, archived } };
    const stays = list.isDefault || livingIn(m, list.id).length > 0;
    if (archived && !list.isArchived && stays) return refused(r, "updateTodoList", request, "resource_conflict");
    await ask(r, "updateTodoList", request);
    Object.assign(list, { name: given, isArchived: archived });
  }),
);

/** The active agent that has the name, other than `except`. */
function holder(m: Reference, given: string, except?: Named): Named | undefined {
  return m.agents.find((agent) => agent !== except && !agent.isArchived && fold(agent.name) === fold(given));
}

export const createAgent = name.map((given) =>
  always(`create agent ${given}`, async (m, r) => {
    if (holder(m, given)) return refused(r, "createAgent", { body: { name: given } }, "resource_conflict");
    const made = await ask(r, "createAgent", { body: { name: given } });
    m.agents.push({ id: made["id"] as string, name: given, isArchived: false, isDefault: false });
  }),
);

export const archiveAgent = fc.tuple(at, fc.boolean()).map(([n, byPatch]) =>
  on("archive agent", agentsOf, n, async (_, r, agent) => {
    const operation = byPatch ? "updateAgent" : "deleteAgent";
    const request = { path: { agentId: agent.id }, ...(byPatch && { body: { archived: true } }) };
    if (agent.isDefault) return refused(r, operation, request, "resource_conflict");
    await ask(r, operation, request);
    agent.isArchived = true;
  }),
);

export const restoreAgent = at.map((n) =>
  on("restore agent", agentsOf, n, async (m, r, agent) => {
    const request = { path: { agentId: agent.id } };
    if (agent.isArchived && holder(m, agent.name)) return refused(r, "restoreAgent", request, "resource_conflict");
    await ask(r, "restoreAgent", request);
    agent.isArchived = false;
  }),
);

export const renameAgent = fc.tuple(at, name).map(([n, given]) =>
  on(
    `rename agent ${given}`,
    (m) => m.agents.filter((agent) => !agent.isArchived),
    n,
    async (m, r, agent) => {
      const request = { path: { agentId: agent.id }, body: { name: given } };
      if (holder(m, given, agent)) return refused(r, "updateAgent", request, "resource_conflict");
      await ask(r, "updateAgent", request);
      agent.name = given;
    },
  ),
);

const words = fc.constantFrom("Hello", "fail", "silent");

export const startChat = words.map((message) =>
  always(`start chat ${message}`, async (m, r) => {
    const made = await ask(r, "createChat", { body: { message, title: message, waitSeconds: 60 } });
    const ended = message === "Hello" ? "completed" : "failed";
    assert.equal(made["status"], ended);
    const messages = made["messageCount"] as number;
    m.chats.push({ id: made["id"] as string, status: ended, messages, isArchived: false, activity: (m.activity += 1) });
  }),
);

export const sendMessage = fc.tuple(at, words).map(([n, message]) =>
  on(
    `send ${message}`,
    (m) => m.chats.filter((chat) => !chat.isArchived),
    n,
    async (m, r, chat) => {
      const run = await ask(r, "sendMessage", { path: { chatId: chat.id }, body: { message, waitSeconds: 60 } });
      chat.status = message === "Hello" ? "completed" : "failed";
      assert.deepEqual([run["status"], run["timedOut"]], [chat.status, false]);
      chat.messages += 1 + (run["replies"] as unknown[]).length;
      chat.activity = m.activity += 1;
    },
  ),
);

export const cancelChat = at.map((n) =>
  on("cancel chat", chatsOf, n, async (_, r, chat) => {
    assert.equal((await ask(r, "cancelChat", { path: { chatId: chat.id } }))["status"], chat.status);
  }),
);

export const archiveChat = fc.tuple(at, fc.boolean()).map(([n, archived]) =>
  on(`archive chat ${archived}`, chatsOf, n, async (_, r, chat) => {
    await ask(r, archived ? "deleteChat" : "restoreChat", { path: { chatId: chat.id } });
    chat.isArchived = archived;
  }),
);

export const eraseChat = at.map((n) =>
  on("erase chat", chatsOf, n, async (m, r, chat) => {
    await ask(r, "deleteChat", { path: { chatId: chat.id }, query: { permanent: true } });
    remove(m.chats, chat);
    await refused(r, "listMessages", { path: { chatId: chat.id } }, "resource_not_found");
  }),
);
