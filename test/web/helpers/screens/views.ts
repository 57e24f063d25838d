/** Screens: boards and calendars. */
import type { Screen } from "./screen.ts";

export const views: readonly Screen[] = [
  {
    name: "board",
    path: () => "/todos?view=board",
    show: async (page) => {
      await page.locator(".todo-card").first().waitFor();
      await page.locator(".todo-card").nth(1).focus();
    },
  },
  {
    name: "board-agents",
    path: () => "/todos?view=board&group=agent",
    show: (page) => page.locator(".todo-card").first().waitFor(),
  },
  {
    name: "calendar",
    path: () => "/todos?view=calendar&span=month",
    show: (page) => page.locator(":is(.entry, .dots > span).occurrence").first().waitFor(),
  },
  {
    name: "week",
    path: () => "/todos?view=calendar&span=week",
    show: (page) => page.locator(".entry.due").first().waitFor(),
  },
  {
    name: "day",
    path: () => "/todos?view=calendar&span=month",
    show: async (page) => {
      await page.getByRole("button", { name: "11 March" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "board-lists",
    path: () => "/todos?view=board&group=list",
    show: (page) => page.locator(".todo-card").first().waitFor(),
  },
  {
    name: "card-menu",
    path: () => "/todos?view=board",
    show: async (page) => {
      await page.getByRole("button", { name: "Move: Plan the interview loop" }).click();
      await page.getByRole("menuitem").first().waitFor();
    },
  },
];
