/** The account of a person in a real browser: a forgotten password, and a new one. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { eventually } from "../helpers/settle.ts";
import { startSmtp } from "../helpers/smtp.ts";
import { until } from "../helpers/wait.ts";
import { open } from "./helpers/browser.ts";
import { morning } from "./helpers/service.ts";
import { openStage, skip } from "./helpers/stage.ts";

const smtp = await startSmtp({ after });
const { service, browser, visit } = await openStage(async () => undefined, {
  configuration: {
    smtpUrl: smtp.url,
    mailFrom: "dayshift@example.com",
  },
});
const stranger = (path: string) => open(browser, service.url, path, { now: morning });

test(
  "a session that has ended is noticed at any call, a wrong password is none, and what was typed stays",
  { skip },
  async () => {
    const { page, close } = await visit("/settings");
    const form = page.getByRole("form", { name: "Password" });
    await form.getByLabel("Current password").fill("not the password");
    await form.getByLabel("New password").fill("another long password");
    await form.getByRole("button", { name: "Change the password" }).click();
    await form
      .getByRole("alert")
      .getByText(/password/)
      .waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.getByRole("link", { name: "Chats" }).click();
    const field = page.getByRole("textbox", { name: "Write to the agent" });
    await field.fill("What is open?");
    await page.context().clearCookies();
    await field.press("Enter");
    await page.getByRole("dialog", { name: /session ended/ }).waitFor();
    const focused = () => page.evaluate("document.activeElement.name");
    await until("the cursor is in the e-mail", focused, (name) => name === "email");
    assert.equal(await field.inputValue(), "What is open?");
    await close();
  },
);

test("a person changes the password, and stays signed in", { skip, rules: ["sessions.password-ends"] }, async () => {
  const { page, close } = await visit("/settings");
  await page.getByLabel("Current password").fill(ownerPassword);
  await page.getByLabel("New password").fill("staple battery horse");
  await page.getByRole("button", { name: "Change the password" }).click();
  await page.getByText(/^Changed\. Ended:/).waitFor();
  assert.equal(await page.getByRole("heading", { name: /session ended/ }).count(), 0);
  await close();
});

test("who signs in too often is told at once when to try again", { skip }, async () => {
  const { page, close } = await open(browser, service.url, "/sign-in", { now: morning });
  await page.route(/\/app\/v1\/sessions$/, (route) => {
    const error = { type: "rate_limit_error", code: "rate_limit_exceeded", message: "Wait." };
    return route.fulfill({ status: 429, headers: { "retry-after": "3000" }, json: { error } });
  });
  await page.getByLabel("E-mail").fill(ownerEmail);
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").getByText("Too often. Try again in 50 minutes.").waitFor();
  await page.getByRole("button", { name: "Sign in" }).click({ trial: true });
  await close();
});

test("a forgotten password is set by a link", { skip, rules: ["sessions.password-reset"] }, async () => {
  const { page, close } = await stranger("/sign-in");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await page.getByLabel("E-mail").fill(ownerEmail);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.getByRole("heading", { name: "Look into your mailbox" }).waitFor();
  await eventually("the e-mail has arrived", () => smtp.mails.length > 0);
  const link = new URL(/http\S+reset-password#\S+/.exec(smtp.mails[0]?.text ?? "")?.[0] ?? assert.fail("No link."));
  const opened = await stranger(link.pathname + link.hash);
  await opened.page.getByLabel("New password").fill("correct horse staple");
  await opened.page.getByRole("button", { name: "Set the password" }).click();
  await opened.page.getByRole("heading", { name: "Your password is set" }).waitFor();
  await opened.page.getByRole("link", { name: "Sign in" }).click();
  await opened.page.getByLabel("E-mail").fill(ownerEmail);
  await opened.page.getByLabel("Password").fill("correct horse staple");
  await opened.page.getByRole("button", { name: "Sign in" }).click();
  await opened.page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
  await opened.close();
  await close();
});

test("signing out ends the notes of this browser", { skip }, async () => {
  const session = await service.ok("createSession", { body: { email: ownerEmail, password: "correct horse staple" } });
  const { page, close } = await visit("/today", { session: session.token });
  // Headless browsers have no push service: this stands for one.
  await page.addInitScript(`navigator.serviceWorker.getRegistration = async () => ({
    pushManager: { getSubscription: async () => ({ unsubscribe: async () => (window.ended = true) }) } });`);
  await page.goto(`${service.url}/settings`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("button", { name: "Sign in" }).waitFor();
  await until(
    "the notes have ended",
    () => page.evaluate("window.ended === true"),
    (isEnded) => isEnded === true,
  );
  await close();
});
