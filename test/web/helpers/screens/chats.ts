/** Screens: chats. */
import { png } from "../../../helpers/images.ts";
import { drawn, type Screen } from "./screen.ts";

export const chats: readonly Screen[] = [
  {
    name: "chat",
    path: ({ chatId }) => `/chats/${chatId}`,
    show: async (page) => {
      await page.getByRole("article").waitFor();
      await page.locator(".log strong", { hasText: "four days late" }).waitFor();
    },
  },
  {
    name: "answer",
    path: ({ chatId }) => `/chats/${chatId}`,
    show: async (page) => {
      await page.locator(".call summary").first().click();
      await page.getByRole("region", { name: "Answer" }).getByRole("link").first().waitFor();
    },
  },
  {
    name: "chat-images",
    path: ({ shownChatId }) => `/chats/${shownChatId}`,
    show: async (page) => {
      await drawn(page, ".message.user", 2);
      await page.locator(".message.assistant strong").waitFor();
    },
  },
  {
    name: "image",
    path: ({ shownChatId }) => `/chats/${shownChatId}`,
    show: async (page) => {
      await page.getByRole("button", { name: "Open image 1 of 2" }).click();
      await drawn(page, "dialog", 1);
    },
  },
  { name: "chats", path: () => "/chats/new", show: (page) => page.getByText("What is to be done?").waitFor() },
  {
    name: "image-failed",
    path: () => "/chats/new",
    show: async (page) => {
      await page.route("**/attachments", (route) => route.abort());
      const buffer = png(30, 20);
      await page.locator("input[type=file]").setInputFiles({ name: "card.png", mimeType: "image/png", buffer });
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  },
  { name: "all-chats", path: () => "/chats", show: (page) => page.locator(".items button").nth(2).waitFor() },
  {
    name: "broken",
    path: ({ brokenChatId }) => `/chats/${brokenChatId}`,
    show: (page) => page.getByRole("button", { name: "Send again" }).waitFor(),
  },
];
