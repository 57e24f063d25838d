/** The inbox in a real browser with a thousand requests: all are there, those in sight are drawn, and each is reached by keys. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chatEnd, until } from "../helpers/wait.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(async (service) => {
  const agent = await service.ok("createAgent", { body: { name: "Bookkeeper" } });
  for (let chat = 0; chat < 32; chat += 1) {
    const calls = Array.from({ length: 32 }, (_, at) => ({
      name: "create_todo",
      input: { title: `Letter ${chat * 32 + at}` },
    }));
    service.model.play({ calls });
    await service.ok("createChat", { body: { message: "Write", agentId: agent.id, waitSeconds: 10 } });
  }
});

test("of a thousand requests those in sight are drawn, and the last one is reached", { skip }, async () => {
  const { page, close } = await visit("/inbox");
  const aside = page.getByRole("region", { name: "Requests" });
  const rows = aside.locator(".items.window > li");
  await until(
    "all were read",
    () => rows.first().getAttribute("aria-setsize"),
    (count) => count === "1024",
  );
  assert.match(await rows.first().innerText(), /Letter 0\b/);
  assert.ok((await rows.count()) < 60, "only what is in sight is drawn");
  await page.locator(".scroll:has(.items)").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  const last = aside.locator("[aria-posinset='1024']");
  await last.getByRole("button").click();
  await page.getByRole("article").first().waitFor();
  assert.ok((await rows.count()) < 60);
  for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press("k");
  const current = aside.locator("li:has([aria-current])");
  await until(
    "the one twenty before is open, and in sight",
    async () => (await current.getAttribute("aria-posinset")) === "1004" && (await current.isVisible()),
    (isThere) => isThere,
  );
  await close();
});

test("what expires soon says so, on Today too", { skip }, async () => {
  const hour = 3_600_000;
  const { page, close } = await visit("/today", { now: morning + 61.5 * hour });
  const waiting = page.getByRole("button", { name: /requests of agents wait/ });
  await waiting.getByText("The first expires in 10 hours.").waitFor();
  await waiting.click();
  const rows = page.getByRole("region", { name: "Requests" }).locator(".items.window > li");
  await rows.first().getByText("Expires in 10 hours").waitFor();
  await close();
  const early = await visit("/inbox");
  await early.page.getByRole("region", { name: "Requests" }).locator(".items.window > li").first().waitFor();
  assert.equal(await early.page.getByText(/Expires in/).count(), 0);
  await early.close();
});

test("a request says what it is about: what is erased for ever, and which agent starts on what", { skip }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Paint the fence" } });
  const { data } = await service.ok("listAgents", {});
  const agentId = data.find(({ name }) => name === "Bookkeeper")?.id;
  const ask = async (...calls: readonly { readonly name: string; readonly input: object }[]): Promise<string> => {
    service.model.play({ calls });
    const { id: chatId } = await service.ok("createChat", { body: { message: "Go", agentId, waitSeconds: 10 } });
    const list = await service.ok("listApprovals", { credential: service.session, query: { chatId } });
    return list.data[0]?.id ?? assert.fail("Nothing was asked.");
  };
  const shown = async (approvalId: string): Promise<string> => {
    const { page, close } = await visit(`/inbox/${approvalId}`);
    const text = await page
      .getByRole("article")
      .filter({ has: page.locator(".what") })
      .innerText();
    await close();
    return text.replace(/\s+/g, " ");
  };
  const start = await ask({ name: "run_todo", input: { todoId, agentId } });
  const teach = await ask({ name: "create_agent_skill", input: { agentId, name: "Chase" } });
  const erase = await ask({ name: "delete_todo", input: { todoId, permanent: true } });
  await service.ok("deleteTodo", { path: { todoId } });
  assert.match(
    await shown(erase),
    /Erase the todo for ever: “Paint the fence”/,
    "also where the page has no such todo",
  );
  assert.doesNotMatch(await shown(erase), /For good|Permanent/, "the sentence says it");
  assert.match(await shown(start), /Start work on the todo “Paint the fence” Agent Bookkeeper\b/);
  assert.match(await shown(teach), /Give the agent the skill “Chase” Agent Bookkeeper\b/);
});

test(
  "a request for a schedule says the rule in words, in the card, its sentence, the chat and the history",
  { skip },
  async () => {
    const { id: todoId } = await service.ok("createTodo", { body: { title: "Water the plants" } });
    const { data: agents } = await service.ok("listAgents", {});
    const agentId = agents.find(({ name }) => name === "Bookkeeper")?.id;
    const daily = { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin", message: "Not the cactus" };
    const ask = async (schedule: object) => {
      const message = `call update_todo ${JSON.stringify({ todoId, schedule })}`;
      const { id } = await service.ok("createChat", { body: { message, agentId, waitSeconds: 10 } });
      return (await chatEnd(service, id)).id;
    };
    const chatId = await ask(daily);
    const { data } = await service.ok("listApprovals", { query: { chatId } });
    const approvalId = data[0]?.id ?? assert.fail("Nothing was asked.");
    assert.equal(
      data[0]?.summary,
      'Schedule "Water the plants" (repeats every day at 09:00, Europe/Berlin with the message "Not the cactus") (always asked: it sets agents to work)',
    );
    const inWords = /Schedule Every day at 09:00 \(Europe\/Berlin\), with the instructions “Not the cactus”/;
    const textAt = async (path: string, place: string, locale?: string): Promise<string> => {
      const { page, close } = await visit(path, locale === undefined ? {} : { locale });
      const text = await page.locator(place).first().innerText();
      await close();
      return text.replaceAll(/\s+/g, " ");
    };
    const card = "article:has(.what)";
    const texts = [await textAt(`/inbox/${approvalId}`, card), await textAt(`/chats/${chatId}`, card)];
    for (const text of texts) assert.match(text, inWords);
    const german = await textAt(`/inbox/${approvalId}`, card, "de-DE");
    assert.match(german, /Zeitplan Jeden Tag um 09:00 \(Europe\/Berlin\), mit der Anweisung „Not the cactus“/);
    await service.ok("decideApproval", { path: { approvalId }, body: { decision: "approve" } });
    const weekly = { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0", timezone: "Europe/Berlin" };
    await chatEnd(service, chatId);
    const { data: next } = await service.ok("listApprovals", { query: { chatId: await ask(weekly) } });
    const changing = await textAt(`/inbox/${next[0]?.id}`, card);
    assert.match(changing, /Every day at 09:00 .* Every week on Monday at 08:00 \(Europe\/Berlin\)/);
    const { page, close } = await visit(`/todos/${todoId}`);
    await page.getByText("History").click();
    const change = page.getByRole("article", { name: /changed the todo “Water the plants”/ }).first();
    await change.getByText(/Every day at 09:00/).waitFor();
    for (const text of [...texts, german, changing, await change.innerText()])
      assert.doesNotMatch(text, /FREQ=|rrule/i);
    await close();
  },
);

test("who rejects a request writes the reason at once, by keys alone and each time", { skip }, async () => {
  const agent = await service.ok("createAgent", { body: { name: "Gardener" } });
  service.model.play({ calls: [{ name: "create_todo", input: { title: "Mow the lawn" } }] }, { text: "I leave it." });
  const { id: chatId } = await service.ok("createChat", {
    body: { message: "Go", agentId: agent.id, waitSeconds: 10 },
  });
  const { page, close } = await visit(`/chats/${chatId}`);
  const request = page.getByRole("article", { name: "Request of Gardener" });
  await request.getByRole("button", { name: "Reject" }).click();
  await request.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Backspace");
  await request.getByRole("textbox").waitFor();
  await page.keyboard.type("Not in winter");
  await request.getByRole("button", { name: "Reject" }).click();
  await request.getByText("Not in winter").waitFor();
  await close();
});

test("rows say what would change, and Escape leaves what nothing was written into", { skip }, async () => {
  const agent = await service.ok("createAgent", { body: { name: "Planner" } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Call Ana", priority: "high" } });
  const ask = async (input: object): Promise<string> => {
    service.model.play({ calls: [{ name: "update_todo", input: { todoId, ...input } }] });
    const body = { message: "Go", agentId: agent.id, waitSeconds: 10 };
    const { id: chatId } = await service.ok("createChat", { body });
    const { data } = await service.ok("listApprovals", { query: { chatId } });
    return data[0]?.id ?? assert.fail("Nothing was asked.");
  };
  await ask({ priority: "low" });
  const approvalId = await ask({ status: "in_progress", dueDate: "2026-03-12" });
  const { page, close } = await visit(`/inbox/${approvalId}`);
  const aside = page.getByRole("region", { name: "Requests" });
  await page.locator(".scroll:has(.items)").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await aside.getByRole("button", { name: /Change the todo “Call Ana” Planner Priority: Low/ }).waitFor();
  await aside.getByRole("button", { name: /Status: In progress, Due: Thursday/ }).waitFor();
  const request = page.getByRole("article", { name: "Request of Planner" });
  for (const key of ["e", "r", "Backspace"]) {
    await request.getByRole("button", { name: "Answer" }).waitFor();
    await page.keyboard.press(key);
    await request.getByRole("button", { name: "Cancel" }).waitFor();
    await page.keyboard.press("Escape");
    await request.getByRole("button", { name: "Cancel" }).waitFor({ state: "detached" });
  }
  await page.keyboard.press("r");
  await request.getByRole("textbox").waitFor();
  await page.keyboard.type("Why on Thursday?");
  await page.keyboard.press("Escape");
  assert.equal(await request.getByRole("textbox").inputValue(), "Why on Thursday?");
  assert.ok(page.url().endsWith(approvalId));
  await close();
});

test("Escape where the list is in sight changes nothing, nor where Back leads", { skip }, async () => {
  const { page, close } = await visit("/today");
  await page.getByRole("button", { name: /requests of agents wait/ }).click();
  const request = page.getByRole("region", { name: "Request", exact: true }).getByRole("article");
  await request.first().waitFor();
  await page.waitForURL(/\/inbox\/[\w-]+$/);
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press("Escape");
  await page.goBack();
  await page.waitForURL(/\/today$/);
  await close();
});
