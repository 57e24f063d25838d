/** Screens: what lies over the screens, and the search. */
import { isPhone, listed, type Screen } from "./screen.ts";

export const over: readonly Screen[] = [
  {
    name: "palette",
    path: () => "/todos",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("j");
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox").waitFor();
    },
  },
  {
    name: "undo",
    path: () => "/todos?group=list",
    show: async (page) => {
      await listed(page);
      for (const key of ["j", "j", "3"]) await page.keyboard.press(key);
      await page.locator(".notice").waitFor();
    },
  },
  {
    name: "keys",
    path: () => "/today",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "search",
    path: () => "/search?query=counter%20offer",
    show: (page) => page.getByRole("region", { name: "What was said" }).locator("mark").waitFor(),
  },
  {
    name: "search-kinds",
    path: () => "/search?query=invoice&kinds=message,skill",
    show: (page) => page.getByRole("region", { name: "Messages" }).locator("mark").first().waitFor(),
  },
  {
    name: "due",
    path: () => "/todos",
    show: async (page) => {
      await listed(page);
      for (const key of ["j", "t"]) await page.keyboard.press(key);
      await page.getByRole("option", { name: /^Tomorrow/ }).waitFor();
    },
  },
  {
    name: "go",
    path: () => "/todos",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("g");
      await page.locator(".going kbd").first().waitFor();
    },
  },
  {
    name: "places",
    path: () => "/todos",
    show: async (page) => {
      await page
        .getByRole("button", { name: isPhone(page) ? "More" : "Workspace: Home", exact: isPhone(page) })
        .click();
      await page.getByText("Orchard").first().waitFor();
    },
  },
  {
    name: "found-words",
    path: () => "/search?query=spreadsheet",
    show: (page) => page.locator("mark").first().waitFor(),
  },
  {
    name: "found-nothing",
    path: () => "/search?query=lighthouse&kinds=skill",
    show: (page) => page.getByRole("button", { name: "Search all kinds" }).waitFor(),
  },
];
