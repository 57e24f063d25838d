/** Screens: Today, and the line that adds a todo. */
import { paste } from "../paste.ts";
import { listed, type Screen } from "./screen.ts";

export const today: readonly Screen[] = [
  {
    name: "today",
    path: () => "/today",
    show: async (page) => {
      await listed(page);
      await page.getByRole("option", { name: "Stand-up" }).locator(".day", { hasText: "17:00" }).waitFor();
    },
  },
  {
    name: "today-suggested",
    path: () => "/today",
    show: async (page) => {
      await page.locator(".suggested summary").click();
      await page.locator(".suggested li").first().waitFor();
    },
  },
  {
    name: "other-workspace",
    path: ({ elsewhere }) => `/todos/${elsewhere}`,
    show: (page) => page.getByText("This is in the workspace “Orchard”").waitFor(),
  },
  {
    name: "today-empty",
    path: ({ elsewhere }) => `/todos/${elsewhere}`,
    show: async (page) => {
      await page.getByText("This is in the workspace “Orchard”").waitFor();
      await page.goto(new URL("/today", page.url()).href);
      await page.locator(".next li").nth(2).waitFor();
    },
  },
  {
    name: "add",
    path: () => "/today",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("c");
      await page.getByRole("textbox", { name: "Add a todo" }).fill("Call Ana tomorrow @Work !high");
      await page.locator(".understood").getByText("Tomorrow").waitFor();
    },
  },
  {
    name: "add-again",
    path: () => "/today",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("c");
      await page.getByRole("textbox", { name: "Add a todo" }).fill("Review every other friday at 9 @Work !high");
      await page.locator(".understood").getByText("Every 2 weeks on Friday at 09:00").waitFor();
    },
  },
  {
    name: "several",
    path: () => "/today",
    show: async (page) => {
      await listed(page);
      const lines = [
        "- [ ] Buy soil tomorrow",
        "- [ ] Call the plumber !high @Work",
        "- [ ] Water the ferns every friday",
      ];
      await paste(page.getByRole("textbox", { name: "Add a todo" }), lines.join("\n"));
      await page.getByRole("button", { name: "As one todo" }).waitFor();
    },
  },
  {
    name: "no-such-list",
    path: () => "/todos",
    show: async (page) => {
      await listed(page);
      await page.getByRole("textbox", { name: "Add a todo" }).fill("Pay the rent on Friday @Flat");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Make it, and add the todo" }).waitFor();
    },
  },
];
