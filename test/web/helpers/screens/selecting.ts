/** Screens: what is selected, on lists, boards and calendars. */
import { listed, type Screen } from "./screen.ts";

export const selecting: readonly Screen[] = [
  {
    name: "selecting",
    path: () => "/todos",
    show: async (page) => {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      for (const at of [1, 2]) await page.getByRole("option").nth(at).click();
      await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
    },
  },
  {
    name: "selection",
    path: () => "/todos",
    show: async (page) => {
      await listed(page);
      for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
      await page.getByRole("toolbar").waitFor();
    },
  },
  {
    name: "board-selecting",
    path: () => "/todos?view=board",
    show: async (page) => {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.locator(".todo-card").nth(1).click();
      await page.locator(".selection").waitFor();
    },
  },
  {
    name: "week-selecting",
    path: () => "/todos?view=calendar&span=week",
    show: async (page) => {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.locator(".entry.due").first().click();
      await page.locator(".selection").waitFor();
    },
  },
  {
    name: "board-selection",
    path: () => "/todos?view=board",
    show: async (page) => {
      await page.locator(".todo-card").nth(1).focus();
      for (const key of ["x", "Shift+J"]) await page.keyboard.press(key);
      await page.getByRole("toolbar").getByText("2 selected").waitFor();
    },
  },
  {
    name: "calendar-selection",
    path: () => "/todos?view=calendar&span=month",
    show: async (page) => {
      await page.getByRole("button", { name: "11 March" }).focus();
      await page.keyboard.press("x");
      await page.getByRole("toolbar").waitFor();
    },
  },
];
