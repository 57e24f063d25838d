/** Versions of an agent that come back, and long chats: drawn from their end, jumped through by keys, with what was not sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { updateTo, type Version } from "../../src/web/screens/agents/versions.ts";
import type { Agent } from "../../src/schema/agent.ts";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;

test("what to send for an earlier version follows from what became different since", () => {
  const agent = { name: "C", description: null, instructions: "third", requiresApproval: true } as Agent;
  const change = (version: number, field: string, from: unknown, to: unknown): Version =>
    ({ version, changes: [{ field, from, to }] }) as Version;
  const versions = [
    change(3, "instructions", "second", "third"),
    change(2, "instructions", null, "second"),
    change(1, "name", null, "C"),
  ];
  assert.deepEqual(updateTo(agent, versions, 2), { instructions: "second" });
  assert.deepEqual(updateTo(agent, versions, 1), { instructions: null });
  assert.equal(updateTo(agent, versions, 3), null);
});

test("versions show what became different, and one is restored", { skip }, async () => {
  const path = { agentId: suite.furnished.agentId };
  await suite.service.ok("updateAgent", { path, body: { instructions: "Mistaken." } });
  const { page, close } = await visit(`/agents/${path.agentId}?tab=versions`);
  const second = page.getByRole("region", { name: "Version 2" });
  await second.getByText("Mistaken.").waitFor();
  await second.getByText("The agent is like this now.").waitFor();
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByRole("region", { name: "Version 3" }).waitFor();
  const { instructions } = await suite.service.ok("getAgent", { path });
  assert.equal(instructions, "Keep invoices in order.");
  await page.getByRole("tab", { name: "Work" }).click();
  await page.getByText(/of work this month/).waitFor();
  await close();
});

test("a long chat is drawn from its end, and [ and ] jump between one's own messages", { skip }, async () => {
  const { service } = suite;
  const chat = await service.ok("createChat", { body: { message: "Message 1", waitSeconds: 10 } });
  const path = { chatId: chat.id };
  for (let n = 2; n <= 44; n += 1)
    await service.ok("sendMessage", { path, body: { message: `Message ${n}`, waitSeconds: 10 } });
  const { page, close } = await visit(`/chats/${chat.id}`);
  const own = page.locator(".message.user");
  await own.getByText("Message 44", { exact: true }).waitFor();
  assert.equal(await page.getByText("Message 1", { exact: true }).count(), 0);
  const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''");
  const shows = (text: string) => until(`the focus is at ${text}`, focused, (seen) => seen.endsWith(text));
  await page.getByRole("textbox").press("Escape");
  await page.keyboard.press("[");
  await shows("Message 44");
  for (let n = 43; n >= 1; n -= 1) await page.keyboard.press("[");
  await shows("Message 1");
  await page.keyboard.press("]");
  await shows("Message 2");
  const drawn = page.locator(".message");
  assert.equal(await drawn.count(), 80, "of 88");
  await page.getByRole("button", { name: "Later messages" }).click();
  await own.getByText("Message 44", { exact: true }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Later messages" }).count(), 0);
  await page.getByRole("button", { name: "Earlier messages" }).click();
  await until(
    "40 earlier ones are drawn with the last",
    () => drawn.count(),
    (count) => count === 80,
  );
  await page.getByRole("textbox").fill("Not sent yet");
  await page.getByRole("link", { name: "Today" }).click();
  await page.goBack();
  await until(
    "the draft is back",
    () => page.getByRole("textbox").inputValue(),
    (text) => text === "Not sent yet",
  );
  await close();
});
