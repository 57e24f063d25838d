/** No requests, in a real browser: what comes there, a next step, and what was decided last. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { chatEnd } from "../helpers/wait.ts";
import { furnish } from "./helpers/furnish.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(async (stage) => {
  const { chatId } = await furnish(stage);
  const { data } = await stage.ok("listApprovals", { query: { chatId } });
  const decision = { path: { approvalId: data[0]?.id ?? "" }, body: { decision: "reject" } } as const;
  await stage.ok("decideApproval", decision);
  await chatEnd(stage, chatId);
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

test(
  "where nothing waits, what comes there is said, with a next step and what was decided last",
  { skip },
  async () => {
    for (const options of [{}, phone]) {
      const { page, close } = await visit("/inbox", options);
      await page.getByText("Nothing waits for you.").waitFor();
      await page.getByText(/When an agent wants to do something that it may not do alone, it asks here/).waitFor();
      const last = page.getByRole("link", { name: "Change the todo “Send the February invoice to Ana” Rejected" });
      await last.click();
      await page.getByRole("article", { name: "Request of Bookkeeper" }).getByText("Rejected").waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "See the agents" }).click();
      await page.getByText("Bookkeeper").first().waitFor();
      await page.goBack();
      await page.getByRole("button", { name: "Ask an agent something" }).click();
      await page.getByText("What is to be done?").waitFor();
      assert.ok(page.url().endsWith("/chats/new"));
      await close();
    }
  },
);

test("what was decided last that cannot be read says so", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const address = /\/approvals\?limit=3/;
  await page.route(address, (route) => route.abort());
  await page.goto(`${service.url}/inbox`);
  await page.getByRole("alert").waitFor();
  await page.unroute(address);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Decided last").waitFor();
  await close();
});
