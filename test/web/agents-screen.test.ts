/** Agents and schedules in a real browser: an agent's instructions, when it works, and why something does not run. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser } from "playwright-core";
import type { TestService } from "../helpers/service.ts";
import { until } from "../helpers/wait.ts";
import { open, startBrowser, withoutBrowser } from "./helpers/browser.ts";
import { type Furnished, furnish } from "./helpers/furnish.ts";
import { morning, startWebService } from "./helpers/service.ts";

const skip = withoutBrowser && "there is no Chromium";
let service: TestService;
let browser: Browser;
let furnished: Furnished;
const ends: (() => Promise<void>)[] = [];

before(async () => {
  if (withoutBrowser) return;
  service = await startWebService({ after: (end: () => Promise<void>) => void ends.push(end) });
  furnished = await furnish(service);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  for (const end of ends.reverse()) await end();
});

const visit = (path: string) => open(browser, service.url, path, { now: morning, session: service.session });
const agent = () => service.ok("getAgent", { path: { agentId: furnished.agentId } });

test(
  "instructions are changed after a look at what changes; another's change is not written over",
  { skip },
  async () => {
    const { page, close } = await visit("/agents");
    await page.getByRole("button", { name: /Bookkeeper/ }).click();
    const field = page.getByRole("textbox", { name: /Instructions/ });
    await field.fill("Keep invoices in order.\nNever send one twice.");
    await page.getByRole("button", { name: "See what changes" }).click();
    await page.getByRole("region", { name: "This changes" }).getByText("Never send one twice.").waitFor();
    assert.equal((await agent()).instructions, "Keep invoices in order.", "a look changes nothing");
    await page.getByRole("button", { name: "Apply" }).click();
    await page.getByText("Version 2").waitFor();

    await field.fill("Mine");
    await service.ok("updateAgent", { path: { agentId: furnished.agentId }, body: { description: "Theirs" } });
    await page.getByRole("button", { name: "See what changes" }).click();
    await page
      .getByRole("alert")
      .getByText(/Somebody else changed other fields/)
      .waitFor();
    assert.equal(await field.inputValue(), "Mine");
    await close();
  },
);

test("Z takes the archiving of an agent back, when its notice has gone, too", { skip }, async () => {
  const { id } = await service.ok("createAgent", { body: { name: "Seasonal help" } });
  const { page, close } = await visit(`/agents/${id}`);
  await page.getByRole("button", { name: "Archive the agent" }).click();
  await page.getByText("Archived: Seasonal help").waitFor();
  assert.equal((await service.ok("getAgent", { path: { agentId: id } })).isArchived, true);
  await page.locator(".notice").getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("z");
  await page.getByRole("button", { name: /Seasonal help/ }).waitFor();
  assert.equal((await service.ok("getAgent", { path: { agentId: id } })).isArchived, false);
  await close();
});

test("a skill that is archived is taken back in its notice, or by Z", { skip }, async () => {
  const path = { agentId: furnished.agentId };
  const { id } = await service.ok("createAgentSkill", { path, body: { name: "Sort receipts" } });
  const { page, close } = await visit(`/agents/${furnished.agentId}?tab=skills`);
  const shown = page.getByRole("region", { name: "Sort receipts" });
  const isArchived = async () => (await service.ok("getAgentSkill", { path: { ...path, skillId: id } })).isArchived;
  const notice = page.locator(".notice");
  const archive = async () => {
    await shown.getByRole("button", { name: "Archive" }).click();
    await notice.getByText("Archived: Sort receipts").waitFor();
    await shown.waitFor({ state: "detached" });
    assert.equal(await isArchived(), true);
  };
  await archive();
  await notice.getByRole("button", { name: "Undo" }).click();
  await shown.waitFor();
  assert.equal(await isArchived(), false);
  await archive();
  await notice.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("z");
  await shown.waitFor();
  assert.equal(await isArchived(), false);
  await service.ok("deleteAgentSkill", { path: { ...path, skillId: id } });
  await close();
});

test("a skill is added, and hours are set by days and times", { skip }, async () => {
  const { page, close } = await visit(`/agents/${furnished.agentId}?tab=skills`);
  await page.getByRole("button", { name: "Add a skill" }).click();
  await page.getByLabel("Name of the skill").fill("Chase late payers");
  await page.getByLabel("Instructions of the skill").fill("Remind *politely*.");
  await page.getByRole("button", { name: "Save the skill" }).click();
  await page.getByRole("region", { name: "Chase late payers" }).locator("em").waitFor();

  await page.getByRole("tab", { name: "Hours" }).click();
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Fri" }).click();
  await page.getByLabel("Until").fill("16:00");
  await page.getByRole("button", { name: "Save the hours" }).click();
  const read = async () => (await agent()).workingHours?.windows;
  const days = ["monday", "tuesday", "wednesday", "thursday"];
  const wanted = JSON.stringify([{ days, start: "09:00", end: "16:00" }]);
  await until("the hours are saved", read, (windows) => JSON.stringify(windows) === wanted);
  await service.ok("updateAgent", { path: { agentId: furnished.agentId }, body: { workingHoursEnabled: false } });
  await close();
});

test("a schedule is said back in words with its next five times, and says why it does not run", { skip }, async () => {
  const todoId = furnished.todos.get("Water the plants") ?? "";
  const { page, close } = await visit(`/todos/${todoId}`);
  await page.getByRole("button", { name: "Add a schedule" }).click();
  const form = page.getByRole("form", { name: "Schedule" });
  await form.getByRole("button", { name: "Thu" }).click();
  await form.getByLabel("Time", { exact: true }).fill("08:30");
  await form.getByText("Every week on Monday and Thursday at 08:30").waitFor();
  assert.equal(await form.locator("time").count(), 5);
  assert.match((await form.locator("time").first().textContent()) ?? "", /12 Mar, 08:30/);
  await form.getByRole("button", { name: "Save the schedule" }).click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("region", { name: "Schedule" }).getByText("Every week on Monday and Thursday").waitFor();
  assert.equal((await service.ok("getTodo", { path: { todoId } })).nextRunAt, "2026-03-12T08:30:00.000Z");

  const ofTodo = page.getByRole("region", { name: "Schedule" });
  await ofTodo.getByRole("button", { name: "Pause" }).click();
  await ofTodo.getByText("Paused: Every week on Monday and Thursday").waitFor();
  await ofTodo.getByRole("button", { name: "Resume" }).click();
  await ofTodo.getByRole("button", { name: "Pause" }).waitFor();
  assert.equal(await ofTodo.getByText("Paused:").count(), 0);

  await page.goto(`${service.url}/schedules`);
  const series = page.getByRole("article", { name: "Water the plants" });
  await series.getByRole("button", { name: "Why does it not run?" }).click();
  await series.getByText("Working hours", { exact: true }).waitFor();
  await series.getByRole("button", { name: "Pause" }).click();
  await series.waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Paused" }).click();
  await series.getByText("Paused: Every week on Monday and Thursday").waitFor();
  await series.getByRole("button", { name: "Resume" }).click();
  await page.getByText("Nothing is paused.").waitFor();
  await page.getByRole("tab", { name: "Scheduled" }).click();
  await series.getByRole("button", { name: "End the schedule" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the schedule" }).click();
  await page.getByRole("tab", { name: "Ended" }).click();
  await series.waitFor();
  await close();
});
