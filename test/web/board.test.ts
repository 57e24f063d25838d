/** The board in a real browser: moved by keys, by the menu and by dragging; the order stays, and Z brings it back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { step, whereTo } from "../../src/web/screens/board/spots.ts";
import { runEnd, until } from "../helpers/wait.ts";
import { furnishedSuite, skip } from "./helpers/suite.ts";

const suite = furnishedSuite();
const { visit } = suite;
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const titles = (page: Page, name: string): Promise<string[]> =>
  column(page, name).getByRole("article").locator("p:first-child").allTextContents();
const holds = (page: Page, name: string, first: readonly string[]) =>
  until(
    `${name} begins with ${first.join()}`,
    () => titles(page, name),
    (all) => first.every((one, at) => all[at] === one),
  );

test("cards are ordered and moved by keys, and Z brings them back", { skip }, async () => {
  const { page, close } = await visit(`/lists/${suite.furnished.lists.home}?view=board`);
  await card(page, "Answer the landlord about the heating").waitFor();
  const before = await titles(page, "Ready");
  const [first = "", second = "", third = ""] = before;
  await card(page, first).focus();
  for (const [key, name] of [
    ["PageDown", before.at(-1)],
    ["PageUp", first],
  ] as const) {
    await page.keyboard.press(key);
    const focused = () => page.locator("article:focus").getAttribute("aria-label");
    await until(`${key} goes there`, focused, (label) => label === name);
  }
  const saved = page.waitForResponse(/\/move$/);
  await page.keyboard.press("Shift+ArrowDown");
  await holds(page, "Ready", [second, first, third]);
  await saved;
  await page.reload();
  await card(page, first).waitFor();
  await holds(page, "Ready", [second, first, third]);
  await card(page, first).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await holds(page, "In progress", [first]);
  const read = () => suite.service.ok("getTodo", { path: { todoId: suite.furnished.todos.get(first) ?? "" } });
  await until("the service has it", read, ({ status }) => status === "in_progress");
  await page.keyboard.press("z");
  await holds(page, "Ready", [second, first]);
  await until("the service has it back", read, ({ status }) => status === "ready");
  await close();
});

test("several moves of one card are taken back one after the other, and done again", { skip }, async () => {
  const { id: todoListId } = await suite.service.ok("createTodoList", { body: { name: "Moves" } });
  for (const title of ["Third", "Second", "First"])
    await suite.service.ok("createTodo", { body: { title, todoListId } });
  const { page, calm, close } = await visit(`/lists/${todoListId}?view=board`);
  await card(page, "First").waitFor();
  // No two changes are of the same moment: what the feed says of the first would pass for the second.
  page.on("request", () => suite.service.clock.advance(1));
  const all = async () => [await titles(page, "Ready"), await titles(page, "In progress"), await titles(page, "Done")];
  const stands = (wanted: readonly (readonly string[])[]) =>
    until(`the cards stand as ${JSON.stringify(wanted)}`, all, (now) => JSON.stringify(now) === JSON.stringify(wanted));
  const [top = "", next = "", last = ""] = await titles(page, "Ready");
  await card(page, top).focus();
  const states = [
    [[top, next, last], [], []],
    [[next, top, last], [], []],
    [[next, last], [top], []],
    [[next, last], [], [top]],
  ];
  for (const [at, key] of ["Shift+ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight"].entries()) {
    await page.keyboard.press(key);
    await stands(states[at + 1] ?? []);
  }
  for (const wanted of states.slice(0, 3).toReversed()) {
    await page.keyboard.press("z");
    await stands(wanted);
  }
  for (const wanted of states.slice(1)) {
    await page.keyboard.press("Shift+Z");
    await stands(wanted);
  }
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("z");
  await stands(states[0] ?? []);
  await calm();
  assert.equal(await page.locator(".notice.problem").count(), 0);
  for (const wanted of states.slice(1, 3)) {
    await page.keyboard.press("Shift+Z");
    await stands(wanted);
  }
  await calm();
  // What somebody else put where it is now stays there.
  const { data: todos } = await suite.service.ok("listTodos", { query: { todoListId } });
  const { id: todoId = "", status } = todos.find(({ title }) => title === top) ?? {};
  assert.equal(status, "in_progress");
  await suite.service.ok("moveTodo", { path: { todoId }, body: { status: "ready", after: null } });
  await stands(states[0] ?? []);
  await page.keyboard.press("z");
  await page.locator(".notice.problem").waitFor();
  await stands(states[0] ?? []);
  await close();
});

test("a card is moved on before the service has answered", { skip }, async () => {
  const { id: todoListId } = await suite.service.ok("createTodoList", { body: { name: "Moved on" } });
  const { id: todoId } = await suite.service.ok("createTodo", { body: { title: "Only", todoListId } });
  const { page, close } = await visit(`/lists/${todoListId}?view=board`);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/move", (route) => released.then(() => route.continue()));
  await card(page, "Only").focus();
  await page.keyboard.press("Shift+ArrowRight");
  await holds(page, "In progress", ["Only"]);
  await page.keyboard.press("Shift+ArrowRight");
  await holds(page, "Done", ["Only"]);
  release();
  const read = () => suite.service.ok("getTodo", { path: { todoId } });
  await until("it is done", read, ({ status }) => status === "done");
  await close();
});

test("the menu of a card and dragging move it, too", { skip }, async () => {
  const { page, close } = await visit(`/lists/${suite.furnished.lists.work}?view=board`);
  await page.getByRole("button", { name: "Move: Renew the domain" }).click();
  await page.getByRole("menuitem", { name: "Move to In progress" }).click();
  await holds(page, "In progress", ["Renew the domain"]);
  const [top = ""] = await titles(page, "Ready");
  await card(page, "Write the quarterly report").dragTo(card(page, top), { targetPosition: { x: 20, y: 4 } });
  await holds(page, "Ready", ["Write the quarterly report", top]);
  await card(page, "Write the quarterly report").dragTo(column(page, "Done"));
  const todoId = suite.furnished.todos.get("Write the quarterly report") ?? "";
  const read = () => suite.service.ok("getTodo", { path: { todoId } });
  await until("it is done", read, ({ status }) => status === "done");
  await close();
});

test("a board by priority gives a card another one, and Z takes it back", { skip }, async () => {
  const { page, close } = await visit("/todos?view=board&group=priority");
  const title = "Plan the interview loop";
  await card(page, title).focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await holds(page, "High", []);
  await until(
    "it is under High, and the focus is on it",
    () => column(page, "High").locator("article:focus").getAttribute("aria-label"),
    (name) => name === title,
  );
  const todoId = suite.furnished.todos.get(title) ?? "";
  const read = () => suite.service.ok("getTodo", { path: { todoId } });
  await until("the service has it", read, ({ priority }) => priority === "high");
  await page.keyboard.press("z");
  await until("the service has it back", read, ({ priority }) => priority === "medium");
  await column(page, "Medium").getByRole("article", { name: title }).waitFor();
  assert.equal(await column(page, "Done").count(), 0);
  await close();
});

test("a board by list and one by agent move a card to another list, and set an agent to work", { skip }, async () => {
  const { page, close } = await visit("/todos?view=board");
  const title = "Buy a birthday present for Mira";
  const todoId = suite.furnished.todos.get(title) ?? "";
  const read = () => suite.service.ok("getTodo", { path: { todoId } });
  await page.getByRole("button", { name: "Group by: Status" }).click();
  await page.getByRole("menuitemradio", { name: "List" }).click();
  await page.getByRole("button", { name: `Move: ${title}` }).click();
  await page.getByRole("menuitem", { name: "Move to Hiring" }).click();
  await holds(page, "Hiring", [title]);
  await until("the service has it", read, ({ todoListId }) => todoListId === suite.furnished.lists.hiring);
  await page.getByRole("button", { name: "Group by: List" }).click();
  await page.getByRole("menuitemradio", { name: "Agent" }).click();
  await column(page, "No agent").getByRole("article", { name: title }).waitFor();
  await page.getByRole("button", { name: `Move: ${title}` }).click();
  await page.getByRole("menuitem", { name: "Move to Bookkeeper (starts working)" }).click();
  await holds(page, "Bookkeeper", [title]);
  const id = suite.furnished.agentId;
  await until("the agent has it", read, ({ assignees }) => assignees.some((one) => one.id === id));
  await close();
});

test("a move that is refused goes back, with the reason", { skip }, async () => {
  const { page, close } = await visit("/todos?view=board&group=priority");
  const title = "Check the insurance before summer";
  await column(page, "Low").getByRole("article", { name: title }).waitFor();
  const error = { type: "invalid_request_error", code: "resource_conflict", message: "Not just now.", param: null };
  const refusal = { error: { ...error, docsUrl: "", specUrl: "", requestId: "req_1" } };
  await page.route("**/todos/*/move", (route) => route.fulfill({ status: 409, json: refusal }));
  await page.route("**/todos/bulk", (route) => route.fulfill({ status: 409, json: refusal }));
  await page.getByRole("button", { name: `Move: ${title}` }).click();
  await page.getByRole("menuitem", { name: "Move to Urgent" }).click();
  await page.locator(".notice").getByText("Not just now.").waitFor();
  await column(page, "Low").getByRole("article", { name: title }).waitFor();
  await close();
});

test("cards are selected by keys, changed together, and moved to another column together", { skip }, async () => {
  const { page, close } = await visit(`/lists/${suite.furnished.lists.hiring}?view=board`);
  for (const title of ["Write to the agency", "Order the cards", "Book a room"])
    await suite.service.ok("createTodo", { body: { title, todoListId: suite.furnished.lists.hiring } });
  await card(page, "Book a room").waitFor();
  const [first = "", second = "", third = ""] = await titles(page, "Ready");
  const bar = page.getByRole("toolbar");
  await card(page, first).focus();
  await page.keyboard.press("Shift+J");
  await bar.getByText("2 selected").waitFor();
  await page.keyboard.press("x");
  await bar.getByText("1 selected").waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("1");
  const read = async () => (await suite.service.ok("listTodos", { query: { limit: 100 } })).data;
  const priorities = async () =>
    (await read()).filter(({ priority }) => priority === "urgent").map(({ title }) => title);
  await until(
    "both are urgent",
    priorities,
    (all) => all.includes(first) && all.includes(second) && !all.includes(third),
  );
  await card(page, second).dragTo(card(page, third), { targetPosition: { x: 20, y: 60 } });
  await page.locator(".notice").getByText("Cards are put in order one by one.").waitFor();
  await card(page, second).dragTo(column(page, "In progress"));
  const begun = async () => (await read()).filter(({ status }) => status === "in_progress").map(({ title }) => title);
  await until(
    "both are in progress",
    begun,
    (all) => all.includes(first) && all.includes(second) && !all.includes(third),
  );
  await column(page, "In progress").getByRole("article", { name: first }).waitFor();
  await page.keyboard.press("z");
  await until("neither is", begun, (all) => !all.includes(first) && !all.includes(second));
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  await page.keyboard.press("Control+a");
  await bar.getByRole("button", { name: "Done" }).waitFor();
  await bar.getByText(`${await page.getByRole("article").count()} selected`).waitFor();
  await close();
});

test("cards are selected by press, also to set agents to work on them", { skip }, async () => {
  const { page, close } = await visit(`/lists/${suite.furnished.lists.hiring}?view=board&group=agent`);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const named = ["Order the cards", "Book a room"];
  for (const name of named) await card(page, name).click();
  assert.equal(new URL(page.url()).pathname, `/lists/${suite.furnished.lists.hiring}`, "none was opened");
  await page.getByRole("button", { name: `Move: ${named[0]}` }).click();
  await page.getByRole("menuitem", { name: "Move to Bookkeeper (starts working)" }).click();
  for (const name of named) await column(page, "Bookkeeper").getByRole("article", { name }).waitFor();
  const { data } = await suite.service.ok("listTodos", { query: { limit: 100 } });
  for (const { id, title } of data) if (named.includes(title ?? "")) await runEnd(suite.service, id);
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await card(page, "Book a room").click();
  await page.getByRole("region", { name: "Book a room" }).waitFor();
  await close();
});

test("keys belong to the todo that is open, also when the board beneath is loaded after it", { skip }, async () => {
  const { id: todoListId } = await suite.service.ok("createTodoList", { body: { name: "Beneath" } });
  for (const title of ["Third card", "Second card", "First card"])
    await suite.service.ok("createTodo", { body: { title, todoListId } });
  const { page, close } = await visit(`/lists/${todoListId}?view=board`);
  await card(page, "Third card").click();
  await page.locator(".sheet").waitFor();
  await page.reload();
  await page.locator(".sheet textarea.title").waitFor();
  await card(page, "First card").waitFor();
  await page.keyboard.press("e");
  await page.locator("textarea.title:focus").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("textarea.title:focus").waitFor({ state: "detached" });
  for (const key of ["j", "j", "Backspace"]) await page.keyboard.press(key);
  await page.getByRole("status").getByText("Archived: Third card").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".sheet").waitFor({ state: "detached" });
  assert.deepEqual((await titles(page, "Ready")).toSorted(), ["First card", "Second card"]);
  await close();
});

test("a card comes to stand after the right one, and not where it stands", () => {
  const columns = [["a", "b", "c"], ["d"]].map((ids) => ids.map((id) => ({ id })));
  assert.equal(whereTo(columns, { column: 0, row: 1 }, { column: 0, row: 1 }), null);
  assert.deepEqual(whereTo(columns, { column: 0, row: 0 }, { column: 0, row: 2 }), { before: null, after: "c" });
  assert.deepEqual(whereTo(columns, { column: 0, row: 2 }, { column: 0, row: 0 }), { before: "b", after: null });
  assert.deepEqual(whereTo(columns, { column: 0, row: 1 }, { column: 1, row: 1 }), { before: "a", after: "d" });
  assert.deepEqual(step(columns, { column: 0, row: 2 }, { column: 1, row: 0 }), { column: 1, row: 0 });
  assert.deepEqual(step(columns, { column: 0, row: 2 }, { column: 1, row: 0 }, true), { column: 1, row: 1 });
});
