/** People of a workspace in a real browser: an owner invites, and who is invited joins. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./helpers/browser.ts";
import { furnish } from "./helpers/furnish.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, browser, visit } = await openStage(furnish);

test("an owner makes a link, and somebody new joins with it", { skip, rules: ["workspaces.invitations"] }, async () => {
  const owner = await visit("/settings");
  await owner.page.getByLabel("E-mail").fill("bo@example.com");
  await owner.page.getByRole("button", { name: "Make the link" }).click();
  const link = new URL(await owner.page.locator("pre", { hasText: "/invitation#dsi_" }).innerText());
  const guest = await open(browser, service.url, link.pathname + link.hash, { now: morning });
  await guest.page.getByRole("heading", { name: "Join Home" }).waitFor();
  await guest.page.getByLabel("Your name").fill("Bo");
  await guest.page.getByLabel("Password").fill("correct horse battery");
  await guest.page.getByRole("button", { name: "Join" }).click();
  await guest.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  assert.equal(new URL(guest.page.url()).hash, "");
  await guest.close();
  const late = await open(browser, service.url, link.pathname + link.hash, { now: morning });
  await late.page.getByRole("heading", { name: "This invitation has ended" }).waitFor();
  await late.close();
  await owner.page.reload();
  await owner.page.getByRole("button", { name: "Remove Bo" }).click();
  await owner.page.getByRole("button", { name: "Remove Bo" }).waitFor({ state: "detached" });
  await owner.close();
});
