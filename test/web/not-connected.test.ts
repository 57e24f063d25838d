/** Every control that writes says so when it is used while the service cannot be reached: none does nothing, and none pretends that it is saved. */
import { test } from "node:test";
import type { Page } from "playwright-core";
import { drawing } from "../helpers/images.ts";
import { ownerPassword } from "../helpers/owner.ts";
import { openStage, skip } from "./helpers/stage.ts";
import { type Furnished, earlier, furnishWhole } from "./helpers/whole.ts";

const { filled, visit } = await openStage(furnishWhole, {}, earlier);

interface Write {
  readonly path: (furnished: Furnished) => string;
  /** What comes before it, while there is a connection. */
  readonly open?: (page: Page) => Promise<unknown>;
  readonly act: (page: Page) => Promise<unknown>;
  /** What the page says then, unless it is the usual. */
  readonly says?: RegExp;
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first();
const press = (name: string | RegExp) => (page: Page) => button(page, name).click();
const row = (page: Page, name: string) => page.getByRole("option", { name });
const card = (page: Page, name: string) => page.getByRole("article", { name, exact: true });
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, name: string | RegExp) => page.getByRole("textbox", { name });
const todo = (title: string) => (furnished: Furnished) => `/todos/${furnished.todos.get(title) ?? ""}`;
const settings = (): string => "/settings";

/** Shown at once, and tried again. */
const todos: Readonly<Record<string, Write>> = {
  "a todo is added": {
    path: () => "/todos",
    act: async (page) => {
      await field(page, "Add a todo").fill("Call Ana");
      await page.keyboard.press("Enter");
    },
  },
  "a todo is ticked off": {
    path: () => "/todos",
    act: (page) => row(page, "Book the train to Lyon").locator(".tick").click(),
  },
  "what comes again is ticked off": {
    path: () => "/today",
    act: (page) => row(page, "Stand-up").locator(".tick").click(),
  },
  "several are changed": {
    path: () => "/todos",
    open: (page) => row(page, "Book the train to Lyon").waitFor(),
    act: async (page) => {
      for (const key of ["j", "x", "j", "x", "4"]) await page.keyboard.press(key);
    },
  },
  "a title is changed": {
    path: todo("Renew the domain"),
    act: async (page) => {
      await field(page, "Title").fill("Renew both domains");
      await page.keyboard.press("Enter");
    },
  },
  "a priority is chosen": {
    path: todo("Renew the domain"),
    act: async (page) => {
      await button(page, /^Priority: /).click();
      await page.getByRole("menuitemradio", { name: "Low" }).click();
    },
  },
  "a text is written": {
    path: todo("Send the February invoice to Ana"),
    act: async (page) => {
      await button(page, "Edit the text").click();
      await field(page, "Text").fill("Another text");
      await button(page, "Save").click();
    },
  },
  "a box in a text is ticked": {
    path: todo("Send the February invoice to Ana"),
    act: (page) => page.getByRole("checkbox", { name: "Travel" }).click(),
  },
  "a todo is archived": {
    path: todo("Renew the domain"),
    act: async (page) => {
      await button(page, "More actions").click();
      await page.getByRole("menuitem", { name: "Archive" }).click();
    },
  },
  "a todo is restored": { path: ({ archived }) => `/todos/${archived}`, act: press("Restore") },
  "a card is dragged": {
    path: () => "/todos?view=board",
    act: (page) => card(page, "Book the train to Lyon").dragTo(part(page, "In progress")),
  },
  "a card is moved by a key": {
    path: () => "/todos?view=board&group=priority",
    act: (page) => card(page, "Plan the interview loop").press("Shift+ArrowLeft"),
  },
  "an entry of the calendar is dragged": {
    path: () => "/todos?view=calendar&span=week",
    act: (page) =>
      page
        .getByRole("cell")
        .getByRole("button", { name: "Renew the domain" })
        .dragTo(page.getByRole("cell", { name: /Friday 13 March/ })),
  },
  "a list is made": {
    path: () => "/lists",
    open: async (page) => {
      await page.locator("main").getByRole("button", { name: "New list" }).click();
      await page.getByLabel("Name of the list").fill("Garden");
    },
    act: press("Make the list"),
  },
  "a schedule is saved": {
    path: todo("Renew the domain"),
    open: async (page) => {
      await button(page, "Add a schedule").click();
      await page.locator(".schedule-form time").first().waitFor();
    },
    act: press("Save the schedule"),
  },
  "a schedule is paused": { path: () => "/schedules?view=scheduled", act: press("Pause") },
  "an agent is started": { path: ({ waiting }) => `/todos/${waiting}`, act: press("Start the agent now") },
  "a run is taken back": {
    path: ({ late }) => `/todos/${late}`,
    open: async (page) => {
      await button(page, /^See what was changed/).click();
      await button(page, "Undo all of it").click();
      await page.getByText("1 change is taken back.").waitFor();
    },
    act: (page) => page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).last().click(),
  },
};

const say = async (page: Page): Promise<void> => {
  await page.locator(".say textarea").fill("What is open?");
  await page.keyboard.press("Enter");
};
const reject = async (page: Page): Promise<void> => {
  await button(page, /^Reject/).click();
  await page.locator(".deciding .danger").click();
};
const image = { name: "meadow.png", mimeType: "image/png", buffer: Buffer.from(drawing(8, 8, () => [90, 150, 80])) };

const conversations: Readonly<Record<string, Write>> = {
  "a chat is begun": { path: () => "/chats/new", act: say },
  "a message is sent": { path: ({ shownChatId }) => `/chats/${shownChatId}`, act: say },
  "a message is sent again": { path: ({ brokenChatId }) => `/chats/${brokenChatId}`, act: press("Send again") },
  "an image is added": {
    path: () => "/chats/new",
    act: async (page) => {
      const chooser = page.waitForEvent("filechooser");
      await button(page, "Add images").click();
      await (await chooser).setFiles(image);
    },
  },
  "a request is approved": { path: ({ requests }) => `/inbox/${requests.schedule}`, act: press(/^Approve/) },
  "a request is rejected": { path: ({ requests }) => `/inbox/${requests.schedule}`, act: reject },
  "a step is approved": { path: ({ requests }) => `/inbox/${requests.ofStep}`, act: press("Approve all 3") },
  "a note is written": {
    path: () => "/captures/new",
    act: async (page) => {
      await field(page, "Write a note").fill("Garden plan");
      await button(page, /^Save the note/).click();
    },
  },
  "notes of a recording are written": {
    path: ({ captures }) => `/captures/${captures.talk}`,
    act: async (page) => {
      await part(page, "Notes").getByRole("button", { name: "Edit" }).click();
      await field(page, "Notes").fill("[0:03] April!");
      await part(page, "Notes").getByRole("button", { name: "Save" }).click();
    },
  },
  "a suggestion is accepted": {
    path: ({ captures }) => `/captures/${captures.note}`,
    act: press("Accept: Order compost for the beds"),
  },
  "a suggestion is dismissed": {
    path: ({ captures }) => `/captures/${captures.note}`,
    act: press("Dismiss: Ask Mira for her shears"),
  },
  "a recording is archived": { path: ({ captures }) => `/captures/${captures.talk}`, act: press("Archive") },
  "a recording is begun": {
    path: () => "/captures/record",
    act: press("Start recording"),
    says: /Connection lost\. The recording goes on here\./,
  },
};

const agents: Readonly<Record<string, Write>> = {
  "instructions are changed": {
    path: ({ agentId }) => `/agents/${agentId}`,
    act: async (page) => {
      await field(page, "Instructions").fill("Keep letters.");
      await button(page, "See what changes").click();
    },
  },
  "hours are saved": {
    path: ({ agentId }) => `/agents/${agentId}?tab=hours`,
    open: (page) => page.getByRole("checkbox").check(),
    act: press("Save the hours"),
  },
  "a skill is saved": {
    path: ({ shownAgentId }) => `/agents/${shownAgentId}?tab=skills`,
    open: (page) => button(page, "Edit").click(),
    act: async (page) => {
      await field(page, "Instructions of the skill").fill("In short.");
      await button(page, "Save the skill").click();
    },
  },
  "its tools are chosen": {
    path: ({ agentId }) => `/agents/${agentId}?tab=settings`,
    act: (page) => page.getByLabel("Tools in the workspace").selectOption({ index: 1 }),
  },
  "what it reads outside is chosen": {
    path: ({ agentId }) => `/agents/${agentId}?tab=outside`,
    act: (page) => page.getByLabel("Pages of the public web").selectOption({ index: 1 }),
  },
  "its photo is removed": { path: ({ shownAgentId }) => `/agents/${shownAgentId}`, act: press("Remove photo") },
  "an agent is archived": { path: ({ agentId }) => `/agents/${agentId}`, act: press("Archive the agent") },
};

const fill = (label: string, text: string, submit: string) => async (page: Page) => {
  await field(page, label).fill(text);
  await button(page, submit).click();
};

const ofSettings: Readonly<Record<string, Write>> = {
  "a name is changed": { path: settings, act: fill("Your name", "Ada Lovelace", "Save") },
  "a theme is chosen": { path: settings, act: (page) => page.getByLabel("Theme").selectOption("dark") },
  "a password is changed": {
    path: settings,
    act: async (page) => {
      await page.getByLabel("Current password").fill(ownerPassword);
      await page.getByLabel("New password").fill("staple battery horse");
      await button(page, "Change the password").click();
    },
  },
  "somebody is invited": { path: settings, act: fill("E-mail", "bo@example.com", "Make the link") },
  "a role is chosen": { path: settings, act: (page) => page.getByLabel("Role of Cleo").selectOption("owner") },
  "somebody is removed": {
    path: settings,
    open: press("Remove Cleo"),
    act: (page) => page.getByRole("dialog").getByRole("button", { name: "Remove" }).click(),
  },
  "the workspace is named": { path: settings, act: fill("Name of the workspace", "Garden", "Save") },
  "notifications are chosen": { path: settings, act: (page) => page.getByLabel("In the app, under Requests").click() },
  "a calendar link is made": { path: settings, act: press("Make a link") },
  "a key is made": {
    path: settings,
    open: (page) => button(page, "Make the key").waitFor(),
    act: press("Make the key"),
  },
  "a key is revoked": {
    path: settings,
    open: press("Revoke Test"),
    act: (page) => page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click(),
  },
  "speech is chosen": {
    path: settings,
    open: async (page) => {
      await part(page, "Who turns speech into text?").getByRole("button", { name: "Change", exact: true }).click();
      await page.getByLabel("Nobody").check();
    },
    act: press("Use it"),
  },
  "lines are imported": {
    path: settings,
    open: async (page) => {
      await part(page, "Import").getByRole("textbox").fill("Call Ana");
      await button(page, "See what becomes of it").click();
    },
    act: press("Add 1 todo"),
  },
  "one signs out": { path: settings, act: press("Sign out") },
};

/** Where a page says what went wrong. */
const said = ".notice, .offline, .problem, .picture-problem, .warn, [role=alert]";
const usual = /did not answer|not saved yet/i;

for (const [name, { path, open, act, says = usual }] of Object.entries({
  ...todos,
  ...conversations,
  ...agents,
  ...ofSettings,
}))
  test(`without a connection, it is said when ${name}`, { skip }, async () => {
    const { page, close } = await visit(path(filled), { session: filled.session() });
    await page.locator("main h1, main h2").first().waitFor();
    await open?.(page);
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await act(page);
    await page.locator(said).filter({ hasText: says }).first().waitFor();
    await close();
  });
