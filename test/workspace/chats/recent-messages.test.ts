/** Where a model begins to read a conversation. */
import assert from "node:assert/strict";
import test from "node:test";
import { defaultAgentId } from "../../../src/workspace/agents/queries.ts";
import { addText, recentMessages } from "../../../src/workspace/chats/messages.ts";
import { insertChat } from "../../../src/workspace/chats/queries.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { openTestFile } from "../sql.ts";

const [chatId, first, second, last] = [fakeId(1), fakeId(2), fakeId(3), fakeId(4)];

for (const [question, what] of [
  ["?", ""],
  ["¿", ", counted in characters and not in bytes"],
] as const) {
  test(`of a conversation the last turn is read whole, and before it what fits, from a person's words on${what}`, (t) => {
    const { sql } = openTestFile(t);
    const ids = createFakeIds();
    const moment = { sql, now: 1000, newId: () => ids.uuid() };
    initialise(sql, { ...moment, members: null });
    const agentId = defaultAgentId(sql);
    const chat = { id: chatId, agentId, namesAgent: false, todoId: null, turnId: last, timezone: "UTC", title: null };
    insertChat(sql, { ...chat, createdAt: 1000 });
    for (const turnId of [first, second, last]) {
      addText(moment, { chatId, turnId, role: "user", text: question.repeat(100) });
      addText(moment, { chatId, turnId, role: "assistant", text: "!".repeat(300) });
    }
    const read = (characters: number) => recentMessages(sql, chatId, last, characters).map(({ sequence }) => sequence);

    const block = JSON.stringify([{ type: "text", text: "" }]).length;
    const turn = 2 * (100 + 300 + block);
    assert.deepEqual(read(0), [5, 6]);
    assert.deepEqual(read(turn - 1), [5, 6]);
    assert.deepEqual(read(turn), [3, 4, 5, 6]);
    assert.deepEqual(read(2 * turn - 1), [3, 4, 5, 6]);
    assert.deepEqual(read(2 * turn), [1, 2, 3, 4, 5, 6]);
  });
}
