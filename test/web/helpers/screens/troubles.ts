/** Screens: what went wrong, or was changed by two: said, with the way out. */
import type { Page, Route } from "playwright-core";
import type { Furnished } from "../whole.ts";
import { listed, type Screen } from "./screen.ts";

const error = { type: "invalid_request_error", code: "resource_conflict", message: "The disk is full.", param: null };
const refuse = (route: Route): Promise<void> =>
  route.fulfill({ status: 409, json: { error: { ...error, docsUrl: "", specUrl: "", requestId: "req_9f2c" } } });
const plants = "Water the plants";
const idOf = ({ todos }: Furnished, title: string): string => todos.get(title) ?? "";

/** The priority of the todo in the list is set to urgent. */
async function press(page: Page): Promise<void> {
  await listed(page);
  for (const key of ["j", "1"]) await page.keyboard.press(key);
}

export const troubles: readonly Screen[] = [
  {
    name: "no-list",
    path: () => "/lists/0195f3a0-0000-7000-8000-000000000001",
    show: (page) => page.getByText("This list is not there any more.").waitFor(),
  },
  {
    name: "not-read",
    path: () => "/today",
    show: async (page) => {
      await page.route(/\/occurrences\?|\/approvals\?/, refuse);
      await page.reload();
      await page.getByRole("alert").nth(1).waitFor();
    },
  },
  {
    name: "failed",
    path: () => "/schedules",
    show: async (page) => {
      await page.route(/\/scheduled-series/, refuse);
      await page.reload();
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  },
  {
    name: "refused",
    path: () => "/todos?group=list",
    show: async (page) => {
      await page.route("**/todos/bulk", refuse);
      await press(page);
      await page.locator(".notice").getByText("Not saved.").waitFor();
    },
  },
  {
    name: "offline",
    path: () => "/todos?group=list",
    show: async (page) => {
      await listed(page);
      await page.context().setOffline(true);
      await press(page);
      await page.getByText("1 change is not saved yet.").waitFor();
    },
  },
  {
    name: "session-ended",
    path: () => "/chats/new",
    show: async (page) => {
      await page.getByRole("textbox").fill("What is open?");
      await page.context().clearCookies();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog", { name: /session ended/ }).waitFor();
    },
  },
  {
    name: "crossed",
    path: (furnished) => `/todos/${idOf(furnished, plants)}`,
    show: async (page, furnished) => {
      const path = { todoId: idOf(furnished, plants) };
      await furnished.service.ok("updateTodo", { path, body: { priority: "low" } });
      await page.getByRole("button", { name: "Priority: Low" }).click();
      await page.route("**/todos/bulk", async (route) => {
        await furnished.service.ok("updateTodo", { path, body: { priority: "urgent" } });
        await route.continue();
      });
      await page.getByRole("menuitemradio", { name: "High" }).click();
      await page.locator(".notice").getByText("Priority: Urgent").waitFor();
    },
  },
  {
    name: "crossed-text",
    path: (furnished) => `/todos/${idOf(furnished, plants)}`,
    show: async (page, furnished) => {
      const path = { todoId: idOf(furnished, plants) };
      await page.getByRole("button", { name: /^(Add a text|Edit the text)$/ }).click();
      await page.getByRole("textbox", { name: "Text" }).fill("The ferns twice a week, the cactus once a month.");
      const texts = ["The ferns every day. The cactus not at all.", "The ferns every day. The cactus in summer alone."];
      const { content } = await furnished.service.ok("getTodo", { path });
      const [theirs = ""] = texts.filter((one) => one !== content);
      await furnished.service.ok("updateTodo", { path, body: { content: theirs } });
      await page.getByRole("button", { name: "Keep mine" }).waitFor();
    },
  },
  {
    name: "erased",
    path: () => "/todos",
    show: async (page, { service }) => {
      const { id: todoId } = await service.ok("createTodo", {
        body: { title: "Return the ladder", content: "It is **Jonas'**; he is at home after six." },
      });
      await page.goto(new URL(`/todos/${todoId}`, page.url()).href);
      await page.locator(".sheet .markdown").waitFor();
      await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
      await page.getByText("Somebody else erased this todo.").waitFor();
    },
  },
];
