/** Sign-in at an OpenID Connect provider in a real browser: an invited person comes in by it, and the owner links an account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clientId, clientSecret, startIssuer } from "../helpers/oidc-issuer.ts";
import { open, startBrowser } from "./helpers/browser.ts";
import { morning, startWebService } from "./helpers/service.ts";
import { skip } from "./helpers/stage.ts";

test("people sign in at the provider, or are said why not", { skip, rules: ["sessions.provider"] }, async (context) => {
  const issuer = await startIssuer(context);
  const configuration = { oidcIssuer: issuer.url, oidcClientId: clientId, oidcClientSecret: clientSecret };
  const service = await startWebService(context, { configuration });
  const browser = await startBrowser();
  context.after(() => browser.close());
  const link = `Sign in with ${new URL(issuer.url).host}`;
  issuer.account = { sub: "bo", email: "bo@example.com", email_verified: true, name: "Bo" };

  const guest = await open(browser, service.url, "/todos?view=board", { now: morning });
  await guest.page.getByRole("link", { name: link }).click();
  await guest.page.getByText("there is no open invitation").waitFor();
  await service.ok("createInvitation", {
    path: { workspaceId: service.workspaceId },
    body: { email: "bo@example.com" },
  });
  await guest.page.getByRole("link", { name: link }).click();
  await guest.page.getByRole("heading", { name: "Todos", level: 1 }).waitFor();
  assert.equal(new URL(guest.page.url()).search, "?view=board");
  await guest.close();

  const owner = await open(browser, service.url, "/settings", { now: morning, session: service.session });
  const button = owner.page.getByRole("button", { name: "Link an account" });
  await button.click();
  await owner.page.getByText("This account signs in somebody else here.").waitFor();
  issuer.account = { sub: "owner", email: "me@elsewhere.example", email_verified: true };
  await button.click();
  await owner.page.getByRole("button", { name: "Unlink me@elsewhere.example" }).click();
  await owner.page.getByRole("button", { name: "Unlink me@elsewhere.example" }).waitFor({ state: "detached" });
  assert.deepEqual((await service.ok("listProviderIdentities")).data, []);
  await owner.close();
});
