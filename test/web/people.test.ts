/** People of a workspace in a real browser: an owner invites, and who is invited joins. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { addMember } from "../helpers/people.ts";
import { open } from "./helpers/browser.ts";
import { furnish } from "./helpers/furnish.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, browser, visit } = await openStage(furnish);

test("an owner makes a link, and somebody new joins with it", { skip, rules: ["workspaces.invitations"] }, async () => {
  const owner = await visit("/settings");
  await owner.page.getByRole("textbox", { name: "E-mail" }).fill("bo@example.com");
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
  const asking = owner.page.getByRole("dialog", { name: /^Remove Bo\? Their keys/ });
  await asking.getByRole("button", { name: "Cancel" }).click();
  await asking.waitFor({ state: "detached" });
  await owner.page.getByRole("button", { name: "Remove Bo" }).click();
  await asking.getByRole("button", { name: "Remove" }).click();
  await owner.page.getByRole("button", { name: "Remove Bo" }).waitFor({ state: "detached" });
  await owner.close();
});

test("an invitation that cannot be looked at is not said to have ended", { skip }, async () => {
  const { page, close } = await open(browser, service.url, "/sign-in", { now: morning });
  const address = /\/app\/v1\/invitations/;
  await page.route(address, (route) => route.abort());
  await page.goto(`${service.url}/invitation#dsi_unknown`);
  await page.getByRole("alert").getByText("The service did not answer.", { exact: false }).waitFor();
  await page.unroute(address);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "This invitation has ended" }).waitFor();
  await close();
});

test("what could not be read is said in its part, with the way to try again", { skip }, async () => {
  const { page, close } = await visit("/today");
  const address = "**/app/v1/sessions";
  await page.route(address, (route) => route.abort());
  await page.goto(`${service.url}/settings`);
  const part = page.getByRole("region", { name: "Where you are signed in" });
  await part.getByText("The service did not answer.").waitFor();
  await page.unroute(address);
  await part.getByRole("button", { name: "Try again" }).click();
  await part.getByText("This browser").waitFor();
  assert.equal(await part.getByRole("alert").count(), 0);
  await close();
});

test("who is removed while they look is said so, and nothing of the workspace stays", { skip }, async () => {
  const { id, token } = await addMember(service, { email: "kim@example.com", name: "Kim" });
  await service.ok("createTodo", { body: { title: "What members alone see" } });
  const { page, close } = await visit("/todos", { session: token });
  await page.getByRole("option", { name: /What members alone see/ }).waitFor();
  await service.ok("removeMember", { path: { workspaceId: service.workspaceId, userId: id } });
  await page.getByRole("heading", { name: "You are not a member of “Home” any more." }).waitFor();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  assert.equal(await page.getByText("What members alone see").count(), 0);
  await close();
});

test("a row and a card show whom a todo is for, where that is somebody else, too", { skip }, async () => {
  const { id } = await addMember(service, { email: "ana@example.com", name: "Ana Lind" });
  const person = (one: string) => ({ id: one, type: "user" as const });
  await service.ok("createTodo", { body: { title: "Ask for a quote", assignees: [person(service.userId)] } });
  await service.ok("createTodo", {
    body: { title: "Compare the quotes", assignees: [person(id), person(service.userId)] },
  });
  const { page, close } = await visit("/todos?find=quote");
  const places = { option: "/todos?find=quote", article: "/todos?find=quote&view=board" } as const;
  for (const [role, path] of Object.entries(places) as ["option" | "article", string][]) {
    await page.goto(service.url + path);
    const people = (title: string) => page.getByRole(role, { name: title }).locator(".initials");
    await people("Compare the quotes").getByText("Ana Lind, ").waitFor();
    assert.equal(await people("Compare the quotes").locator(".avatar").count(), 2);
    assert.equal(await people("Ask for a quote").count(), 0);
  }
  await close();
});

test("the last owner is told why they stay one, makes somebody else an owner, and leaves", { skip }, async () => {
  const cleo = await addMember(service, { email: "cleo@example.com", name: "Cleo" });
  const visitAs = (session: string) => open(browser, service.url, "/settings", { now: morning, session });
  const member = await visitAs(cleo.token);
  const seen = member.page.getByRole("region", { name: "People" });
  await seen.getByText("Owners invite and remove people").waitFor();
  assert.equal(await seen.getByRole("combobox").count(), 0);
  await member.page.getByText("Owners of the workspace connect them.").waitFor();
  for (const name of ["Who answers?", "Who turns speech into text?"])
    await member.page.getByRole("region", { name }).getByText("Operators of the service choose it.").waitFor();
  await member.close();

  const owner = await visit("/settings");
  const people = owner.page.getByRole("region", { name: "People" });
  const [own, other] = [people.getByLabel(/^Role of owner/i), people.getByLabel("Role of Cleo")];
  await own.selectOption("member");
  await people
    .getByRole("alert")
    .getByText(/last owner/)
    .waitFor();
  assert.equal(await own.inputValue(), "owner");
  await other.selectOption("owner");
  await people.getByRole("alert").waitFor({ state: "detached" });
  await own.selectOption("member");
  await people.getByText("Owners invite and remove people").waitFor();
  await people.getByRole("button", { name: "Leave" }).click();
  await owner.page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await owner.page.getByRole("form", { name: "Sign in" }).waitFor();
  await owner.close();
});
