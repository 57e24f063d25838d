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
