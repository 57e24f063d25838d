/** Screens: the settings, each part by its address, with its form open where it has one. */
import type { Page } from "playwright-core";
import { ownerPassword } from "../../../helpers/owner.ts";
import type { Furnished } from "../whole.ts";
import { isPhone, type Screen } from "./screen.ts";

/** The part in sight, once what it reads of the service is there. */
const part = (id: string, show: Screen["show"]): Screen => ({
  name: `settings-${id}`,
  path: () => `/settings/${id}`,
  show: async (page, furnished) => {
    await show(page, furnished);
    await page.locator(`section[id="${id}"]`).scrollIntoViewIfNeeded();
  },
});

const text = (shown: string | RegExp) => (page: Page) => page.getByText(shown).first().waitFor();
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function makeKey(page: Page, { service }: Furnished): Promise<void> {
  const { data } = await service.ok("listApiKeys", { query: { workspaceId: service.workspaceId } });
  for (const { id, name } of data)
    if (name === "My first key") await service.ok("revokeApiKey", { path: { apiKeyId: id } });
  await page.getByRole("button", { name: "Make the key" }).click();
  await page.getByText("Copy it now: it is shown this once.").waitFor();
}

const openForm = (name: string) => async (page: Page) => {
  await region(page, name).getByRole("button", { name: "Change", exact: true }).click();
  await region(page, name).getByLabel("Another server").check();
};

export const settings: readonly Screen[] = [
  { name: "settings", path: () => "/settings", show: text("This browser") },
  {
    name: "settings-parts",
    path: () => "/settings",
    show: async (page) => {
      if (isPhone(page)) await page.getByText("Parts of the settings").click();
      await page.getByRole("navigation", { name: "Parts of the settings" }).getByRole("link").first().waitFor();
    },
  },
  part("me", (page) => page.getByLabel("Theme").waitFor()),
  part("account", text("Begin in")),
  part("members", (page) => page.getByLabel("Role of Cleo").waitFor()),
  part("outside-servers", (page) => page.getByRole("button", { name: "Connect", exact: true }).waitFor()),
  part("workspace", (page) => page.getByLabel("Name of the workspace").fill("Home and garden")),
  part("notifications", text(/sends no e-mails/)),
  part("calendar", (page) => page.getByRole("button", { name: "Make a link" }).waitFor()),
  part("sessions", text("This browser")),
  part("second-step", async (page) => {
    const own = region(page, "Second step at sign-in");
    await own.getByLabel("Password").fill(ownerPassword);
    await own.getByRole("button", { name: "Show the secret" }).click();
    await own.getByLabel("Code").waitFor();
  }),
  part("model", openForm("Who answers?")),
  part("speech", openForm("Who turns speech into text?")),
  part("keys", makeKey),
  part("apps", text("None so far.")),
  part("minutes", text(/minutes? used this month/)),
  part("import", async (page) => {
    const own = region(page, "Import");
    await own
      .getByRole("textbox")
      .fill("- [ ] Call Ana tomorrow @Work !high\n- Water the plants every monday\n- Pay the rent");
    await own.getByRole("button", { name: "See what becomes of it" }).click();
    await own.getByRole("button", { name: "Add 3 todos" }).waitFor();
  }),
  part("about", text("Built-in rules, no language model")),
];
