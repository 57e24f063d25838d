/** Settings in a real browser: the name of the workspace, and where a person is signed in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { stepOf, totpCode } from "../../src/gateway/directory/secrets/totp.ts";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { until } from "../helpers/wait.ts";
import { openStage, skip } from "./helpers/stage.ts";

const { service, visit } = await openStage(async () => undefined);

test("an owner renames the workspace", { skip }, async () => {
  const { page, close } = await visit("/settings");
  const field = page.getByRole("textbox", { name: "Name of the workspace" });
  await page.locator("input:not([readonly])").and(field).waitFor();
  await field.fill("Studio North");
  const card = page.locator("section", { has: page.getByRole("heading", { name: "Workspace", exact: true }) });
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("navigation", { name: "Places" }).getByText("Studio North").waitFor();
  const { data } = await service.ok("listWorkspaces", {});
  assert.equal(data[0]?.name, "Studio North");
  await close();
});

test("a person ends a session that they left open elsewhere", { skip }, async () => {
  const body = { email: ownerEmail, password: ownerPassword };
  const { token } = await service.ok("createSession", { credential: null, body });
  const { page, close } = await visit("/settings");
  await page.getByText("This browser").waitFor();
  const others = page.getByRole("button", { name: /^End the session since/ });
  await others.first().waitFor();
  while ((await others.count()) > 0) {
    const left = await others.count();
    await others.first().click();
    await until(
      "one fewer is listed",
      () => others.count(),
      (count) => count < left,
    );
  }
  assert.equal((await service.call("listWorkspaces", { credential: token })).status, 401);
  await page.getByText("This browser").waitFor();
  await close();
});

test(
  "a person switches a second factor on, and signs in with a code",
  { skip, rules: ["sessions.second-factor"] },
  async () => {
    const { page, close } = await visit("/settings");
    const card = page.locator("section", { has: page.getByRole("heading", { name: "Second step at sign-in" }) });
    await card.getByLabel("Password").fill(ownerPassword);
    await card.getByRole("button", { name: "Show the secret" }).click();
    const secret = await card.locator("pre").innerText();
    await card.getByLabel("Code").fill(totpCode(secret, stepOf(service.clock.now())));
    await card.getByRole("button", { name: "Switch on" }).click();
    await card.getByRole("button", { name: "I have stored them" }).waitFor();
    const codes = (await card.locator("pre").last().innerText()).trim().split("\n");
    assert.equal(codes.length, 10);
    await card.getByRole("button", { name: "I have stored them" }).click();
    await card.getByText("10 recovery codes are left.").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    const again = page.getByRole("form", { name: /Sign in/ });
    await again.getByLabel("E-mail").fill(ownerEmail);
    await again.getByLabel("Password").fill(ownerPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Code").fill("no such code");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("This code is wrong, was used before, or is too old.").waitFor();
    await page.getByLabel("Code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("navigation", { name: "Places" }).waitFor();
    await page.goto(new URL("/settings", page.url()).href);
    await card.getByText("9 recovery codes are left.").waitFor();
    await card.getByLabel("Password").fill(ownerPassword);
    await card.getByLabel("Code").fill(codes[1] ?? "");
    await card.getByRole("button", { name: "Switch off" }).click();
    await card.getByRole("button", { name: "Show the secret" }).waitFor();
    await close();
  },
);
