/** Screens: requests of agents. */
import { isPhone, type Screen } from "./screen.ts";

export const requests: readonly Screen[] = [
  {
    name: "inbox",
    path: () => "/inbox",
    show: async (page) => {
      const item = page.locator(".items button").first();
      await item.waitFor();
      if (!(await page.getByRole("article").isVisible())) await item.click();
      await page.getByRole("article").waitFor();
      await page.locator("strong", { hasText: "four days late" }).waitFor();
    },
  },
  {
    name: "no-requests",
    path: ({ elsewhere }) => `/todos/${elsewhere}`,
    show: async (page) => {
      await page.getByText("This is in the workspace “Orchard”").waitFor();
      await page.goto(new URL("/inbox", page.url()).href);
      await page.getByRole("button", { name: "Ask an agent something" }).waitFor();
    },
  },
  {
    name: "inbox-edit",
    path: () => "/inbox",
    show: async (page) => {
      const item = page.locator(".items button").first();
      await item.waitFor();
      const edit = page.getByRole("article").getByRole("button", { name: "Edit" });
      if (!(await edit.isVisible())) await item.click();
      await edit.click();
      await page.getByRole("combobox", { name: "Priority" }).waitFor();
    },
  },
  {
    name: "requests",
    path: () => "/inbox",
    show: async (page) => {
      await page.locator(".items button").nth(2).waitFor();
      if (!isPhone(page)) await page.locator(".log strong").first().waitFor();
    },
  },
  {
    name: "step",
    path: ({ requests }) => `/inbox/${requests.ofStep}`,
    show: (page) => page.getByRole("button", { name: "Approve all 3" }).waitFor(),
  },
  {
    name: "reject",
    path: ({ requests }) => `/inbox/${requests.schedule}`,
    show: async (page) => {
      await page.getByRole("article").getByRole("button", { name: "Reject" }).click();
      await page.getByRole("textbox", { name: "Why not?" }).waitFor();
    },
  },
  {
    name: "edit-schedule",
    path: ({ requests }) => `/inbox/${requests.schedule}`,
    show: async (page) => {
      await page.getByRole("article").getByRole("button", { name: "Edit" }).click();
      await page.getByRole("combobox", { name: "Repeats" }).waitFor();
    },
  },
  {
    name: "decided",
    path: ({ requests }) => `/inbox/${requests.decided}`,
    show: async (page) => {
      await page.locator(".decided").waitFor();
      await page.locator(".log strong").first().waitFor();
    },
  },
];
