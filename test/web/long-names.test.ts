/** Long names and long texts stay within the page and their place, and leave room for what stands next to them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addMember } from "../helpers/people.ts";
import { furnish } from "./helpers/furnish.ts";
import { paste } from "./helpers/paste.ts";
import { ask } from "./helpers/reach.ts";
import { openStage, skip } from "./helpers/stage.ts";

const word = "Donaudampfschifffahrtsgesellschaftskapitaenswitwe";
const { visit, filled } = await openStage(async (service) => {
  const { agentId } = await furnish(service);
  const list = await service.ok("createTodoList", { body: { name: word } });
  const agent = await service.ok("createAgent", { body: { name: "Bookkeeper for all the invoices of the office" } });
  const { id } = await addMember(service, { email: `cleo.${word.toLowerCase()}@example.com`, name: word });
  const todo = await service.ok("createTodo", {
    body: {
      title: "Donate the old printer and the chairs of the second floor to the school",
      todoListId: list.id,
      assignees: [
        { id, type: "user" },
        { id: agent.id, type: "agent" },
      ],
    },
  });
  return { agentId, todoId: todo.id };
});

/** Of the bar, and of the page: the days are scrolled sideways. */
const outside = `(() => {
  const bar = [...document.querySelectorAll(".calendar-bar *")].map(nameOf);
  return cutOff().filter((one) => bar.includes(one) || one.includes("sideways"));
})()`;
/** The room for the numbers of lines, and what the longest takes. */
const numbers = `(() => {
  const list = document.querySelector(".several ol");
  const shown = list.parentElement.appendChild(document.createElement("span"));
  shown.textContent = "500.";
  return [parseFloat(getComputedStyle(list).paddingInlineStart), shown.getBoundingClientRect().width];
})()`;

const at = (width: number, locale = "en-GB") => ({ viewport: { width, height: 780 }, locale });

for (const width of [360, 700])
  test(`the list and the people of a todo, and who belongs here, are whole at ${width} pixels`, { skip }, async () => {
    const sheet = await visit(`/todos/${filled.todoId}`, at(width));
    await sheet.page.getByRole("button", { name: "Assigned to:" }).waitFor();
    await sheet.calm();
    assert.deepEqual(await ask<string[]>(sheet.page, "spilling()"), []);
    await sheet.close();
    const people = await visit("/settings", at(width));
    await people.page.getByRole("button", { name: `Remove ${word}` }).waitFor();
    assert.deepEqual(await ask<string[]>(people.page, "shortened('.people .grow')"), []);
    await people.close();
  });

for (const locale of ["en-GB", "de-DE"])
  test(`the bar of the calendar is whole at every width in ${locale}`, { skip }, async () => {
    const { page, calm, close } = await visit("/todos?view=calendar", at(640, locale));
    await page.locator(".calendar-bar .segments").waitFor();
    for (const width of [640, 700, 768, 1440]) {
      await page.setViewportSize({ width, height: 780 });
      await calm();
      assert.deepEqual(await ask<string[]>(page, outside), []);
    }
    await close();
  });

for (const width of [360, 700, 1440])
  test(`at ${width} pixels a long name of an agent ends in dots, and the title has more room`, { skip }, async () => {
    const { page, close } = await visit("/todos", at(width));
    const row = page.getByRole("option", { name: /Donate the old printer/ });
    const [chip, title] = [await row.locator(".chip").boundingBox(), await row.locator(".title").boundingBox()];
    const dots = await ask<string>(page, "getComputedStyle(document.querySelector('.row .chip > [dir]')).textOverflow");
    assert.equal(dots, "ellipsis");
    assert.ok(chip !== null && title !== null && chip.width <= 160 && title.width > chip.width);
    await close();
  });

test("a notice has three lines on a phone, and says all of it to those who listen", { skip }, async () => {
  const { page, close } = await visit("/todos", at(360));
  await page
    .getByRole("textbox", { name: "Add a todo" })
    .fill("Look after all the plants on the balcony, in the kitchen and in both of the bedrooms");
  await page.keyboard.press("Enter");
  const notice = page.locator(".notice");
  await notice.getByText(/^Added: Look after all/).waitFor();
  const { height = Infinity } = (await notice.boundingBox()) ?? {};
  assert.ok(height <= 70, `the notice is ${height} pixels high`);
  await close();
});

test("of pasted lines the numbers and the ring of the button are whole", { skip }, async () => {
  const { page, close } = await visit("/todos", at(360));
  await paste(
    page.getByRole("textbox", { name: "Add a todo" }),
    Array.from({ length: 500 }, (_, line) => `Line ${line}`).join("\n"),
  );
  const several = page.locator(".several");
  await several.waitFor();
  const [room = 0, number = Infinity] = await ask<number[]>(page, numbers);
  assert.ok(room >= number, `${room} pixels for ${number}`);
  const [around, button] = [await several.boundingBox(), await several.locator(".primary").boundingBox()];
  assert.ok((button?.x ?? 0) - (around?.x ?? 0) >= 3);
  await close();
});

test("there is room between what hours do and the button that saves them", { skip }, async () => {
  const { page, close } = await visit(`/agents/${filled.agentId}?tab=hours`, at(360));
  const button = page.getByRole("button", { name: "Save the hours" });
  const [text, below] = [await page.locator(".hours > .soft").boundingBox(), await button.boundingBox()];
  assert.ok((below?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0) >= 8);
  await close();
});
