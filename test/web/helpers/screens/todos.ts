/** Screens: todos, lists and one todo. */
import { listed, type Screen } from "./screen.ts";

export const todos: readonly Screen[] = [
  {
    name: "todos",
    path: () => "/todos?due=none",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("j");
    },
  },
  {
    name: "lists",
    path: () => "/lists",
    show: (page) => page.getByRole("region", { name: "Archived lists" }).getByRole("link").waitFor(),
  },
  {
    name: "archived-list",
    path: ({ archivedList }) => `/lists/${archivedList}`,
    show: (page) => page.getByText("This list is archived.").waitFor(),
  },
  { name: "list", path: ({ lists }) => `/lists/${lists.work}?group=priority`, show: listed },
  {
    name: "filtered",
    path: () => "/todos?priority=low&due=late",
    show: (page) => page.getByText("No todo passes these filters.").waitFor(),
  },
  {
    name: "todo",
    path: () => "/todos",
    show: async (page) => {
      await page.getByRole("option").first().click();
      await page.locator(".sheet .markdown").waitFor();
    },
  },
  {
    name: "list-dialog",
    path: ({ lists }) => `/lists/${lists.work}`,
    show: async (page) => {
      await listed(page);
      await page.getByRole("button", { name: "Change the list" }).click();
      await page.getByRole("dialog").getByLabel("Name of the list").waitFor();
    },
  },
  {
    name: "origin",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page
        .locator(".suggestion")
        .getByRole("button", { name: /Send the supplier a counter offer/ })
        .first()
        .click();
      await page.locator(".origin .quote").waitFor();
    },
  },
  {
    name: "history",
    path: ({ todos }) => `/todos/${todos.get("Review the onboarding guide") ?? ""}`,
    show: async (page) => {
      await page.locator("summary").getByText("History").click();
      await page.getByRole("article").nth(1).waitFor();
      await page.locator(".todo-history").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "schedule",
    path: ({ todos }) => `/todos/${todos.get("Renew the domain") ?? ""}`,
    show: async (page) => {
      await page.getByRole("button", { name: "Add a schedule" }).click();
      await page.locator(".schedule-form time").first().waitFor();
    },
  },
  {
    name: "todo-edit",
    path: ({ todos }) => `/todos/${todos.get("Send the February invoice to Ana") ?? ""}`,
    show: async (page) => {
      await page.getByRole("button", { name: "Edit the text" }).click();
      await page.getByRole("textbox", { name: "Text" }).waitFor();
    },
  },
  {
    name: "archived",
    path: ({ archived }) => `/todos/${archived}`,
    show: (page) => page.getByRole("button", { name: "Restore" }).waitFor(),
  },
];
