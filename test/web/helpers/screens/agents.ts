/** Screens: agents. */
import { drawn, type Screen } from "./screen.ts";

export const agents: readonly Screen[] = [
  { name: "agents", path: () => "/agents", show: (page) => page.locator(".items button, .items a").nth(2).waitFor() },
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
    name: "agent-crossed",
    path: ({ agentId }) => `/agents/${agentId}`,
    show: async (page, { service, agentId }) => {
      const path = { agentId };
      const form = page.getByRole("form", { name: "Instructions" });
      await form.getByLabel("Instructions").fill("Keep invoices and receipts in order. Ask before you remind anybody.");
      const { instructions } = await service.ok("getAgent", { path });
      const others = ["Keep invoices in order.", "Keep invoices and letters in order."];
      const [theirs = ""] = others.filter((one) => one !== instructions);
      await service.ok("updateAgent", { path, body: { instructions: theirs } });
      await form.getByRole("button", { name: "See what changes" }).click();
      await form.getByRole("region", { name: "Instructions" }).getByText("Theirs").first().waitFor();
    },
  },
  {
    name: "outside",
    path: ({ agentId }) => `/agents/${agentId}?tab=outside`,
    show: (page) => page.getByLabel("Pages of the public web").waitFor(),
  },
  {
    name: "work",
    path: ({ agentId }) => `/agents/${agentId}?tab=work`,
    show: async (page, { late, agentId }) => {
      const counts = { calls: 3, inputTokens: 5200, outputTokens: 310, cachedTokens: 0 };
      const run = { runId: late, todoId: late, chatId: late, startedAt: "2026-03-10T09:41:00.000Z", ...counts };
      const days = [{ date: "2026-03-10", ...counts }];
      const agents = [{ agentId, ...counts }];
      await page.route("**/app/v1/usage?*", async (route) => {
        const answer: object = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, total: counts, runs: [run], days, agents } });
      });
      await page.reload();
      await page.locator(".rows-plain").getByRole("button", { name: "Water the balcony" }).waitFor();
    },
  },
  {
    name: "versions",
    path: ({ agentId }) => `/agents/${agentId}?tab=versions`,
    show: (page) => page.getByText("The agent is like this now.").waitFor(),
  },
];
