/** The screens that are looked at: by axe, and by people as pictures. */
import type { Page } from "playwright-core";
import { until } from "../../helpers/wait.ts";
import type { WithImages } from "./images.ts";

export interface Screen {
  readonly name: string;
  readonly path: (furnished: WithImages) => string;
  readonly isSignedOut?: true;
  /** Resolves when it shows what is to be looked at. */
  readonly show: (page: Page) => Promise<void>;
}

/** Resolves when so many images of the place are drawn. */
const drawn = async (page: Page, place: string, count: number): Promise<void> => {
  const widths = `[...document.querySelectorAll("${place} img")].map(({ naturalWidth }) => naturalWidth)`;
  await until(
    `${count} images of ${place} are drawn`,
    () => page.evaluate<number[]>(widths),
    (found) => found.length === count && !found.includes(0),
  );
};

const listed = (page: Page): Promise<void> => page.getByRole("listbox").first().waitFor();

export const screens: readonly Screen[] = [
  { name: "sign-in", path: () => "/", isSignedOut: true, show: (page) => page.getByLabel("Password").waitFor() },
  {
    name: "setup",
    path: () => "/setup#dsu_x",
    isSignedOut: true,
    show: (page) => page.getByLabel("Password").waitFor(),
  },
  {
    name: "first-question",
    path: () => "/setup?step=speech",
    show: (page) => page.getByLabel("Another server").check(),
  },
  {
    name: "reset-password",
    path: () => "/reset-password#dsp_x",
    isSignedOut: true,
    show: (page) => page.getByLabel("New password").waitFor(),
  },
  {
    name: "today",
    path: () => "/today",
    show: async (page) => {
      await listed(page);
      await page.getByRole("option", { name: "Stand-up" }).locator(".day", { hasText: "17:00" }).waitFor();
    },
  },
  {
    name: "todos",
    path: () => "/todos?due=none",
    show: async (page) => {
      await listed(page);
      await page.keyboard.press("j");
    },
  },
  {
    name: "selecting",
    path: () => "/todos",
    show: async (page) => {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      for (const at of [1, 2]) await page.getByRole("option").nth(at).click();
      await page.getByRole("toolbar", { name: "2 selected" }).waitFor();
    },
  },
  { name: "lists", path: () => "/lists", show: (page) => page.locator(".all-lists a").first().waitFor() },
  { name: "list", path: ({ lists }) => `/lists/${lists.work}?group=priority`, show: listed },
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
    name: "todo",
    path: () => "/todos",
    show: async (page) => {
      await page.getByRole("option").first().click();
      await page.locator(".sheet .markdown").waitFor();
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
    name: "list-dialog",
    path: ({ lists }) => `/lists/${lists.work}`,
    show: async (page) => {
      await listed(page);
      await page.getByRole("button", { name: "Change the list" }).click();
      await page.getByRole("dialog").getByLabel("Name of the list").waitFor();
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
  { name: "chat", path: ({ chatId }) => `/chats/${chatId}`, show: (page) => page.getByRole("article").waitFor() },
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
    name: "captures",
    path: () => "/captures",
    show: (page) => page.getByText("Printer contract with Ana").waitFor(),
  },
  {
    name: "capture",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page.getByRole("tab", { name: "Transcript" }).waitFor();
      await page.locator(".made-by-agent .markdown").waitFor();
      await page.locator(".strip rect").nth(40).waitFor();
    },
  },
  {
    name: "transcript",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page.getByRole("tab", { name: "Transcript" }).click();
      await page.locator(".transcript").getByRole("button", { name: "Play 0:06" }).click();
      await page.locator(".transcript [aria-current]").waitFor();
      await page.keyboard.press(" ");
      // Next to it where there is room.
      if ((page.viewportSize()?.width ?? 0) >= 1200) await page.locator(".with-notes .notes").waitFor();
    },
  },
  {
    name: "not-drawn",
    path: ({ captures }) => `/captures/${captures.talk}`,
    show: async (page) => {
      await page.route("**/media/**", (route) =>
        route.request().resourceType() === "fetch" ? route.abort() : route.continue(),
      );
      await page.reload();
      await page.getByText("Marked is where somebody spoke").waitFor();
      await page.locator(".made-by-agent .markdown").waitFor();
    },
  },
  {
    name: "note",
    path: ({ captures }) => `/captures/${captures.note}`,
    show: async (page) => {
      await page.locator(".suggestion").first().waitFor();
      await page.getByRole("checkbox").nth(1).waitFor();
    },
  },
  {
    name: "record",
    path: () => "/captures/record",
    show: async (page) => {
      await page.getByRole("button", { name: "Start recording" }).click();
      await page.getByText(/Safe on the service up to 0:0[2-9]/).waitFor();
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
    name: "agent",
    path: ({ agentId }) => `/agents/${agentId}`,
    show: (page) => page.getByRole("button", { name: "See what changes" }).waitFor(),
  },
  {
    name: "photo",
    path: ({ shownAgentId }) => `/agents/${shownAgentId}`,
    show: (page) => drawn(page, ".photo", 1),
  },
  {
    name: "skills",
    path: ({ shownAgentId }) => `/agents/${shownAgentId}?tab=skills`,
    show: async (page) => {
      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("button", { name: "Save the skill" }).waitFor();
    },
  },
  {
    name: "hours",
    path: ({ agentId }) => `/agents/${agentId}?tab=hours`,
    show: async (page) => {
      await page.getByRole("checkbox").check();
      await page.locator(".week").waitFor();
    },
  },
  {
    name: "agent-settings",
    path: ({ agentId }) => `/agents/${agentId}?tab=settings`,
    show: async (page) => {
      await page.getByLabel("Tools in the workspace").selectOption("some");
      await page.getByLabel("Change the todo").waitFor();
    },
  },
  {
    name: "schedules",
    path: () => "/schedules",
    show: async (page) => {
      const series = page.getByRole("article", { name: "Check the bank account" });
      await series.getByRole("button", { name: "Why does it not run?" }).click();
      await page.locator(".why").waitFor();
    },
  },
  {
    name: "times",
    path: () => "/schedules?view=times",
    show: (page) => page.getByRole("region", { name: "To come, 14 days" }).waitFor(),
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
    name: "board",
    path: () => "/todos?view=board",
    show: async (page) => {
      await page.locator(".todo-card").first().waitFor();
      await page.locator(".todo-card").nth(1).focus();
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
    name: "week-selecting",
    path: () => "/todos?view=calendar&span=week",
    show: async (page) => {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.locator(".entry.due").first().click();
      await page.locator(".selection").waitFor();
    },
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
    name: "settings",
    path: () => "/settings",
    show: (page) => page.getByText("This browser").waitFor(),
  },
];
