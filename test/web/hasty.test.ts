/** What hasty people do: press twice, hold a key too long, paste more than one line; nothing happens that they do not see. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { paste } from "./helpers/paste.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, filled: furnished, visit } = await openStage(furnish);

const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });
const titlesOf = async (query: string): Promise<string[]> =>
  (await service.ok("listTodos", { query: { query } })).data
    .map(({ title }) => title ?? "")
    .toSorted((left, right) => left.localeCompare(right));

test("Ctrl A in a field selects its text, and no todos", { skip }, async () => {
  const { page, close } = await visit("/todos");
  const field = page.getByLabel("Add a todo");
  const selected = () => page.evaluate("String(document.getSelection())");
  await field.fill("Call Ana");
  await field.press("Control+a");
  assert.equal(await selected(), "Call Ana");
  assert.equal(await page.getByRole("toolbar").count(), 0);
  await field.fill("");
  await option(page, /Renew the domain/).click();
  await page.getByRole("button", { name: "Add a text" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("At the registrar");
  await page.keyboard.press("Control+a");
  assert.equal(await selected(), "At the registrar");
  assert.equal(await page.getByRole("toolbar").count(), 0);
  await close();
});

test("a double click ticks off one todo, and not the one that comes in its stead", { skip }, async () => {
  const { page, close } = await visit("/todos");
  const open = page.locator("h1 + .count");
  const before = Number(await open.textContent());
  await option(page, /Answer the landlord/)
    .locator(".tick")
    .dblclick();
  await option(page, /Answer the landlord/).waitFor({ state: "detached" });
  await page.getByRole("status").getByText("Done: Answer the landlord").waitFor();
  assert.equal(Number(await open.textContent()), before - 1);
  await page.keyboard.press("z");
  await option(page, /Answer the landlord/).click();
  await page.locator(".title-row .tick").dblclick();
  await page.getByRole("button", { name: "Open again" }).waitFor();
  await page.keyboard.press("z");
  await page.locator(".title-row").getByRole("button", { name: "Done" }).waitFor();
  await close();
});

test("what comes again is ticked off once, however often D is pressed meanwhile", { skip }, async () => {
  const schedule = { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timezone: "UTC" };
  await service.ok("createTodo", { body: { title: "Feed the fish", dueDate: "2026-03-10", schedule } });
  const { page, close } = await visit("/todos?find=fish");
  await option(page, /Feed the fish/).waitFor();
  let asked = 0;
  const { promise: pressed, resolve: release } = Promise.withResolvers<void>();
  await page.route(/complete-occurrence/, async (route) => {
    asked += 1;
    await pressed;
    await route.continue();
  });
  for (const key of ["j", "d", "d"]) await page.keyboard.press(key);
  release();
  await page.getByRole("status").getByText("Done: Feed the fish. Next: ").waitFor();
  assert.equal(asked, 1);
  await close();
});

test(
  "a todo that is pressed before the service has it opens once it does, and not over another place",
  { skip },
  async () => {
    const { page, close } = await visit("/todos?find=gate");
    let { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/todos$/, async (route) => {
      if (route.request().method() === "POST") await released;
      await route.continue();
    });
    const add = async (title: string) => {
      await page.getByLabel("Add a todo").fill(title);
      await page.keyboard.press("Enter");
      await option(page, title).click();
    };
    const heading = (title: string) => page.getByRole("region", { name: title });
    await add("Oil the gate");
    assert.equal(await heading("Oil the gate").count(), 0);
    release();
    await heading("Oil the gate").waitFor();
    await page.keyboard.press("Escape");
    ({ promise: released, resolve: release } = Promise.withResolvers<void>());
    await add("Paint the gate");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Today" }).first().click();
    await page.getByRole("heading", { name: "Today" }).waitFor();
    release();
    await page.getByRole("status").getByText("Added: Paint the gate").waitFor();
    assert.equal(await heading("Paint the gate").count(), 0);
    await close();
  },
);

test("a todo takes keys and presses before the service has it, and does them once it does", { skip }, async () => {
  const { page, close } = await visit("/todos?find=fence");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const asked: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && asked.push(new URL(request.url()).pathname)));
  await page.route(/\/todos$/, async (route) => {
    if (route.request().method() === "POST") await released;
    await route.continue();
  });
  for (const title of ["Paint the fence", "Mend the fence"]) {
    await page.getByLabel("Add a todo").fill(title);
    await page.keyboard.press("Enter");
    await option(page, title).waitFor();
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  const first = await page.locator(".row.current .title").textContent();
  const other = first === "Paint the fence" ? "Mend the fence" : "Paint the fence";
  for (const key of ["x", "2"]) await page.keyboard.press(key);
  await option(page, other).locator(".tick").click();
  assert.deepEqual(asked, ["/api/v1/todos", "/api/v1/todos"]);
  release();
  await until(
    "both are changed",
    async () => (await service.ok("listTodos", { query: { query: "fence" } })).data,
    (todos) =>
      todos.every(({ title, priority, status }) => (title === first ? priority === "high" : status === "done")) &&
      todos.length === 2,
  );
  await close();
});

test("Z before the service has a new todo takes that back, and no earlier step", { skip }, async () => {
  const { page, close } = await visit("/todos?find=garden");
  const add = async (title: string) => {
    await page.getByLabel("Add a todo").fill(title);
    await page.keyboard.press("Enter");
    await option(page, title).waitFor();
  };
  await add("Rake the garden");
  await page.getByRole("status").getByText("Added: Rake the garden").waitFor();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/todos$/, async (route) => (await released, route.continue()));
  await add("Dig the garden");
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  release();
  await page.getByRole("status").getByText("Taken back. Added: Dig the garden").waitFor();
  assert.deepEqual(await titlesOf("garden"), ["Rake the garden"]);
  await close();
});

test("an address that can be of nothing says so", { skip }, async () => {
  for (const path of ["/todos/12", "/lists/new", "/chats/Home", "/agents/record"]) {
    const { page, close } = await visit(path);
    await page.getByText("There is nothing at this address.").waitFor();
    await close();
  }
});

test("a key that is held archives one todo; one that moves goes on", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await option(page, /Book the train/).waitFor();
  // A second `down` without an `up` is a key that is held.
  for (let times = 0; times < 3; times += 1) await page.keyboard.down("j");
  await page.keyboard.up("j");
  assert.match((await page.locator(".row.current").getAttribute("aria-posinset")) ?? "", /^3$/);
  const open = page.locator("h1 + .count");
  const before = Number(await open.textContent());
  for (let times = 0; times < 3; times += 1) await page.keyboard.down("Backspace");
  await page.keyboard.up("Backspace");
  await page
    .getByRole("status")
    .getByText(/^Archived: /)
    .waitFor();
  assert.equal(Number(await open.textContent()), before - 1);
  await page.keyboard.press("z");
  await close();
});

test("pasted lines are a todo each, looked at first and taken back together, or one todo", { skip }, async () => {
  const { page, close } = await visit(`/lists/${furnished.lists.home}`);
  const field = page.getByLabel("Add a todo");
  await paste(field, "- [ ] Pasted milk tomorrow\r\n2. Pasted bread !high @Work\n\n* Pasted salt");
  await page.locator(".several").getByText("Tomorrow").waitFor();
  assert.deepEqual(await titlesOf("Pasted"), []);
  await page.getByRole("button", { name: "Add 3 todos" }).click();
  await option(page, /Pasted milk/).waitFor();
  const { data } = await service.ok("listTodos", { query: { query: "Pasted" } });
  const { home, work } = furnished.lists;
  assert.deepEqual(
    new Set(data.map(({ title, dueDate, priority, todoListId }) => [title, dueDate, priority, todoListId].join())),
    new Set([`Pasted milk,2026-03-11,,${home}`, `Pasted bread,,high,${work}`, `Pasted salt,,,${home}`]),
  );
  await field.press("Escape");
  await page.keyboard.press("z");
  await option(page, /Pasted milk/).waitFor({ state: "detached" });
  await until(
    "all three are taken back",
    () => titlesOf("Pasted"),
    (left) => left.length === 0,
  );
  await paste(field, "Pasted as\none line");
  await page.getByRole("button", { name: "As one todo" }).click();
  assert.equal(await field.inputValue(), "Pasted as one line");
  await paste(field, "Pasted pears @Nowhere\nPasted plums");
  await page.getByRole("button", { name: "Add 2 todos" }).click();
  await page
    .getByRole("alert")
    .getByText(/Nowhere/)
    .waitFor();
  await page.locator(".several").getByText("Pasted plums").waitFor();
  await close();
});

test("pasted lines are called off by Escape or a button, and are one todo only where they fit", { skip }, async () => {
  const { page, close } = await visit("/todos");
  const [field, several] = [page.getByLabel("Add a todo"), page.locator(".several")];
  const before = await titlesOf("Pasted");
  const pasted = async (count: number) => {
    await paste(field, Array.from({ length: count }, (_, at) => `Pasted line ${at}`).join("\n"));
    await several.getByRole("button", { name: `Add ${count} todos` }).waitFor();
  };
  await pasted(2);
  await several.getByRole("button", { name: "Cancel" }).click();
  await several.waitFor({ state: "detached" });
  await pasted(60);
  assert.equal(await several.getByRole("button", { name: "As one todo" }).count(), 0);
  await page.keyboard.press("Escape");
  await several.waitFor({ state: "detached" });
  assert.equal(await field.inputValue(), "");
  await page.goto(`${service.url}/schedules`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog");
  await paste(dialog.getByRole("textbox"), "Pasted one\nPasted two");
  await several.getByRole("button", { name: "Add 2 todos" }).press("Escape");
  await several.waitFor({ state: "detached" });
  assert.equal(await dialog.count(), 1, "the dialog stays");
  assert.deepEqual(await titlesOf("Pasted"), before);
  await close();
});

test("a double click makes one calendar link, and imports lines once", { skip }, async () => {
  const { page, close } = await visit("/settings/calendar");
  const links = page.getByRole("region", { name: "In your calendar" });
  await links.getByRole("button", { name: "Make a link" }).dblclick();
  await links.locator("pre").waitFor();
  const made = links.getByRole("button", { name: /Remove the link/ });
  await made.first().waitFor();
  assert.equal(await made.count(), 1);
  const part = page.getByRole("region", { name: "Import" });
  await part.getByRole("textbox").fill("Imported oats\nImported rice");
  await part.getByRole("button", { name: "See what becomes of it" }).click();
  await part.getByRole("button", { name: "Add 2 todos" }).dblclick();
  await page.getByText("Added: 2 todos").waitFor();
  assert.deepEqual(await titlesOf("Imported"), ["Imported oats", "Imported rice"]);
  await close();
});

test("what names no day sets none, however soon Enter is pressed", { skip }, async () => {
  const { page, close } = await visit("/todos");
  await option(page, /Book the train/).waitFor();
  const { promise: asked, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/web\/.*\.js$/, async (route) => {
    await asked;
    await route.continue();
  });
  for (const key of ["j", "t"]) await page.keyboard.press(key);
  const field = page.getByRole("combobox", { name: "When is it due?" });
  await field.pressSequentially("in 3 weeks");
  await page.keyboard.press("Enter");
  release();
  // It is understood as soon as the reader has come, and not before.
  await option(page, /31 Mar/).waitFor();
  await field.fill("nonsense");
  await page.getByText("Nothing is called that.").waitFor();
  await page.keyboard.press("Enter");
  await field.fill("satur");
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .getByText(/^Due saturday: /)
    .waitFor();
  await page.keyboard.press("z");
  await close();
});

/** Presses a key in the midst of a word of an input method: Safari tells the Enter that ends it by its code alone. */
const compose = (page: Page, key: string, how: string) =>
  page.evaluate(`document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "${key}", ${how}, bubbles: true, cancelable: true }))`);

for (const how of ["isComposing: true", "keyCode: 229"])
  test(`keys of an input method do nothing else (${how})`, { skip }, async () => {
    const { page, close } = await visit("/todos");
    const focused = (selector: string) => page.locator(`${selector}:focus`).waitFor();
    await option(page, /Book the train/).waitFor();
    await page.getByLabel("Add a todo").fill("京都");
    await compose(page, "Escape", how);
    await focused("[data-composer]");
    await page.getByLabel("Add a todo").press("Escape");
    await option(page, /Book the train/).click();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("Book the train to 京都");
    await compose(page, "Enter", how);
    await focused("textarea.title");
    assert.equal(await page.getByText(/^Renamed/).count(), 0);
    await title.press("Escape");
    await page.getByRole("button", { name: "Add a text" }).click();
    await compose(page, "Escape", how);
    await page.getByRole("textbox", { name: "Text" }).press("Escape");
    await page.getByRole("textbox", { name: "Text" }).waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("Settings");
    await compose(page, "Enter", how);
    await focused("input");
    assert.equal(await page.getByRole("combobox").count(), 1);
    await page.goto(`${service.url}/chats/new`);
    const line = page.locator(".say textarea");
    await line.fill("京都");
    for (const key of ["Enter", "Escape"]) await compose(page, key, how);
    await focused(".say textarea");
    assert.equal(await line.inputValue(), "京都");
    await close();
  });

test("a long title is shortened where it is only named", { skip }, async () => {
  const title = `Look after ${"x".repeat(400)}`;
  const { page, close } = await visit("/todos");
  await page.getByLabel("Add a todo").fill(title);
  await page.keyboard.press("Enter");
  const notice = page.locator(".notice");
  await notice.getByText(/^Added: Look after x+…$/).waitFor();
  const { height = Infinity } = (await notice.boundingBox()) ?? {};
  assert.ok(height < 90, `the notice is ${height} pixels high`);
  await close();
});

test("a key is made once it is known what keys may do", { skip }, async () => {
  const { page, close } = await visit("/todos");
  const { promise: isKnown, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/scopes", async (route) => {
    await isKnown;
    await route.continue();
  });
  await page.goto(`${service.url}/settings/keys`);
  await page
    .getByRole("region", { name: "API keys" })
    .getByRole("button", { name: /^Revoke / })
    .first()
    .waitFor();
  const make = page.getByRole("button", { name: "Make the key" });
  assert.equal(await make.count(), 0);
  answer();
  await make.click();
  await page.getByText("Copy it now: it is shown this once.").waitFor();
  await close();
});
