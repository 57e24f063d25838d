/** What was typed and not saved is still there when the person comes back to it, in a real browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;

test("notes of a recording that are not saved are there again behind the other tab", { skip }, async () => {
  const path = { captureId: suite.furnished.captures.talk };
  const before = (await suite.service.ok("getCapture", { path })).notes;
  const { page, close } = await visit(`/captures/${path.captureId}`);
  const field = page.getByRole("textbox", { name: "Notes" });
  await page.getByRole("tab", { name: "Overview" }).waitFor();
  await page.keyboard.press("n");
  await until(
    "the field has the focus",
    () => field.evaluate((element) => element.matches(":focus")),
    (isFocused) => isFocused,
  );
  await field.fill("[0:03] Not saved yet");
  await page.getByRole("tab", { name: "Transcript" }).click();
  assert.equal(await field.inputValue(), "[0:03] Not saved yet");
  await page.getByRole("tab", { name: "Overview" }).click();
  assert.equal(await field.inputValue(), "[0:03] Not saved yet");
  assert.equal((await suite.service.ok("getCapture", { path })).notes, before);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("tab", { name: "Transcript" }).click();
  await page.getByText("I would like to see it").waitFor();
  assert.equal(await field.count(), 0, "what was given up is gone");
  await close();
});

test("a text that is not saved is there again in the sheet, with what somebody else wrote", { skip }, async () => {
  const path = { todoId: suite.furnished.todos.get("Water the plants") ?? "" };
  await suite.service.ok("updateTodo", { path, body: { content: "All of them." } });
  const { page, close } = await visit("/todos");
  const row = page.getByRole("option", { name: /Water the plants/ });
  const field = page.getByRole("textbox", { name: "Text" });
  const open = async (): Promise<void> => {
    await row.click();
    await page
      .getByRole("region", { name: "Water the plants" })
      .getByText(/^Made /)
      .waitFor();
  };
  await open();
  await page.getByRole("button", { name: "Edit the text" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await open();
  await page.getByRole("button", { name: "Edit the text" }).waitFor();
  assert.equal(await field.count(), 0, "nothing was typed");
  await page.getByRole("button", { name: "Edit the text" }).click();
  await field.fill("The fern twice.");
  await field.press("Escape");
  assert.equal(await field.inputValue(), "The fern twice.");
  await page.getByRole("button", { name: "Close" }).click();
  await field.waitFor({ state: "detached" });
  await suite.service.ok("updateTodo", { path, body: { content: "Not the cactus." } });
  await row.click();
  await page.getByRole("alert").getByText("Not the cactus.").waitFor();
  assert.equal(await field.inputValue(), "The fern twice.");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.locator(".markdown").getByText("The fern twice.").waitFor();
  assert.equal((await suite.service.ok("getTodo", { path })).content, "The fern twice.");
  await close();
});

test("a new note and a message that are not sent are there again", { skip }, async () => {
  const { page, close } = await visit("/captures/new");
  const note = page.getByRole("textbox", { name: "Write a note" });
  await note.fill("Half a thought");
  await page.getByRole("link", { name: "Chats" }).first().click();
  await page.goBack();
  assert.equal(await note.inputValue(), "Half a thought");
  await note.press("Control+Enter");
  await page.getByRole("heading", { level: 1, name: "Half a thought" }).waitFor();
  await page.goBack();
  await until(
    "the draft is gone with the note",
    () => note.inputValue(),
    (text) => text === "",
  );
  await close();
});

test(
  "what is typed while instructions and hours are saved stays, and a second press does nothing",
  { skip },
  async () => {
    const path = { agentId: suite.furnished.agentId };
    const read = () => suite.service.ok("getAgent", { path });
    const { page, close } = await visit(`/agents/${path.agentId}?tab=instructions`);
    let asked = 0;
    let { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/agents/${path.agentId}`, async (route) => {
      if (route.request().method() === "PATCH") {
        asked += 1;
        await released;
      }
      await route.fallback();
    });
    const field = page.getByRole("textbox", { name: "Instructions" });
    await field.fill("Keep receipts");
    await page.getByRole("button", { name: "See what changes" }).click();
    await page.getByRole("button", { name: "Apply" }).dblclick();
    await field.press("End");
    await field.pressSequentially(" and letters");
    release();
    await page.getByRole("status").getByText("The agent was changed.").waitFor();
    assert.equal(await field.inputValue(), "Keep receipts and letters");
    assert.deepEqual(
      [asked, (await read()).instructions, await page.getByRole("alert").count()],
      [1, "Keep receipts", 0],
    );
    await page.getByRole("button", { name: "See what changes" }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await until("the rest is saved, too", read, ({ instructions }) => instructions === "Keep receipts and letters");

    await page.getByRole("tab", { name: "Hours" }).click();
    ({ promise: released, resolve: release } = Promise.withResolvers<void>());
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Save the hours" }).dblclick();
    await page.getByLabel("From").fill("08:00");
    release();
    await until("they are saved", read, ({ workingHoursEnabled }) => workingHoursEnabled);
    await page.getByRole("button", { name: "Save the hours" }).and(page.locator(":enabled")).waitFor();
    assert.deepEqual([await page.getByLabel("From").inputValue(), asked], ["08:00", 3]);
    await close();
  },
);

test("instructions, hours, a skill and a new agent that are not saved are there again", { skip }, async () => {
  const { page, close } = await visit(`/agents/${suite.furnished.agentId}?tab=instructions`);
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const tab = (name: string) => page.getByRole("tab", { name }).click();
  await field("What it is for").fill("Half a thought");
  await tab("Hours");
  await page.getByRole("checkbox").check();
  await page.getByLabel("From").first().fill("06:30");
  await tab("Skills");
  await page.getByRole("button", { name: "Add a skill" }).click();
  await field("Name of the skill").fill("Half a skill");
  await page.getByRole("link", { name: "Chats" }).first().click();
  await page.goBack();
  assert.equal(await field("Name of the skill").inputValue(), "Half a skill");
  await page.getByRole("button", { name: "Cancel" }).click();
  await tab("Hours");
  assert.equal(await page.getByLabel("From").first().inputValue(), "06:30");
  await tab("Skills");
  assert.equal(await field("Name of the skill").count(), 0, "what was given up is gone");
  await tab("Instructions");
  assert.equal(await field("What it is for").inputValue(), "Half a thought");

  await page.getByRole("button", { name: "New agent" }).click();
  await field("Name").fill("Half an agent");
  await page.getByLabel("Instructions").fill("Think twice.");
  await page.getByRole("link", { name: "Chats" }).first().click();
  await page.goBack();
  assert.deepEqual(
    [await field("Name").inputValue(), await page.getByLabel("Instructions").inputValue()],
    ["Half an agent", "Think twice."],
  );
  await page.getByRole("button", { name: "Make the agent" }).click();
  await page.getByRole("heading", { level: 1, name: "Half an agent" }).waitFor();
  await page.getByRole("button", { name: "New agent" }).click();
  assert.equal(await field("Name").inputValue(), "");
  await close();
});
