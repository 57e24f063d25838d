/** Screens: the thread of evidence, from a change to its call, to its run, to its planned time. */
import type { Screen } from "./screen.ts";

export const evidence: readonly Screen[] = [
  {
    name: "late",
    path: ({ late }) => `/todos/${late}`,
    show: async (page) => {
      await page.getByRole("button", { name: "Times" }).click();
      await page.getByText("late, because the service was not running").waitFor();
    },
  },
  {
    name: "waiting",
    path: ({ waiting }) => `/todos/${waiting}`,
    show: async (page) => {
      await page.getByRole("button", { name: "Times" }).click();
      await page.getByText("until 14 Mar, 09:00").first().waitFor();
    },
  },
  {
    name: "run-changes",
    path: ({ late }) => `/todos/${late}`,
    show: async (page) => {
      await page.getByRole("button", { name: /^See what was changed/ }).click();
      await page.getByRole("dialog").getByRole("article").waitFor();
    },
  },
  {
    name: "turn",
    path: ({ changedChatId }) => `/chats/${changedChatId}`,
    show: (page) => page.getByRole("button", { name: "1 change" }).waitFor(),
  },
  {
    name: "call",
    path: ({ changedChatId }) => `/chats/${changedChatId}`,
    show: async (page) => {
      await page.getByRole("button", { name: "1 change" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Show the call" }).click();
      await page.locator(".marked").waitFor();
    },
  },
  {
    name: "undo-all",
    path: ({ changedChatId }) => `/chats/${changedChatId}`,
    show: async (page) => {
      await page.getByRole("button", { name: "1 change" }).click();
      await page.getByRole("button", { name: "Undo all of it" }).click();
      await page.getByRole("dialog", { name: "Undo these changes?" }).waitFor();
    },
  },
];
