/** Signing in with the browser, over real HTTP: the pages are read and sent by a browser without scripts, time is the test's. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, type Mock, test, type TestContext } from "node:test";
import { createFiles } from "../../src/cli/host/files.ts";
import type { Io } from "../../src/cli/ports/io.ts";
import { stepOf, totpCode } from "../../src/gateway/directory/secrets/totp.ts";
import { createBrowser } from "../helpers/browser.ts";
import { serve } from "../helpers/local-server.ts";
import { ownerEmail, ownerPassword } from "../helpers/owner.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { openTerminal } from "./terminal.ts";
import { pluck } from "../helpers/pluck.ts";

const service = await startTestService({ after });
const minute = 60_000;

// Each sign-in registers the command line, which an address may do ten times an hour.
beforeEach(() => service.pass(60 * minute));

interface Stored {
  readonly profiles: Readonly<
    Record<string, { readonly token: string; readonly refresh: { readonly token: string } | null }>
  >;
}

/** What somebody does with the page that the command line opens; answers what the browser shows at last. */
type Person = (address: string) => Promise<unknown>;

const allows: Person = async (address) => {
  const { pathname, search } = new URL(address);
  const back = await createBrowser(service).decide(pathname + search);
  const page = await fetch(back);
  assert.equal(page.status, 200);
  return page.text();
};

/** A terminal of a person at a browser; several may have the same files. */
function desk(context: TestContext, person: Person = allows, io: Partial<Io> = {}) {
  const folder = tempDir(context);
  const seen: Promise<unknown>[] = [];
  const opened: string[] = [];
  const terminal = () =>
    openTerminal({
      isTerminal: true,
      files: createFiles(folder),
      io: {
        now: () => service.clock.now(),
        sleep: (_, signal) =>
          new Promise((resolve, reject) => {
            if (signal === undefined) setImmediate(resolve);
            signal?.addEventListener("abort", () => reject(new Error("aborted")));
          }),
        openBrowser: (address) => {
          opened.push(address);
          seen.push(person(address));
          return true;
        },
        ...io,
      },
    });
  const stored = (): Stored => JSON.parse(createFiles(folder).read("profiles.json") ?? '{"profiles":{}}') as Stored;
  return { folder, terminal, stored, seen, opened, ...terminal() };
}

async function signedIn(context: TestContext) {
  const place = desk(context);
  const { code, err } = await place.run("login", service.url);
  assert.equal(code, 0, err);
  return place;
}

async function connected(): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { data } = await service.ok("listConnectedApps", {
    credential: service.session,
    query: { workspaceId: service.workspaceId },
  });
  return data;
}

test("at a terminal, login opens the browser and stores a credential", { rules: ["oauth.flow"] }, async (context) => {
  const { run, json, stored, seen, folder, opened } = desk(context);
  const { code, err } = await run("login", service.url);
  assert.equal(code, 0, err);
  assert.ok(
    err.includes(`Signed in as ${ownerEmail} at ${service.url}, workspace Home`) && err.includes(opened[0] ?? "?"),
  );
  assert.match(String(await seen[0]), /You can close this tab/);
  const asked = new URL(opened[0] ?? "").searchParams;
  assert.equal(asked.get("resource"), `${service.url}/api/v1`);
  assert.equal(asked.get("code_challenge_method"), "S256");
  assert.match(asked.get("redirect_uri") ?? "", /^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  assert.match(stored().profiles["default"]?.token ?? "", /^dso_/);
  if (process.platform !== "win32") assert.equal(statSync(join(folder, "profiles.json")).mode & 0o777, 0o600);
  assert.match((await run("whoami")).out, /oauth_token Dayshift command line \(laptop\)/);
  assert.doesNotMatch((await run("whoami")).out, /expiresAt/);
  const { title } = await json<{ title: string }>("todos", "create", "From the browser's sign-in");
  assert.equal(title, "From the browser's sign-in");
  assert.ok((await connected()).some(({ name }) => name === "Dayshift command line (laptop)"));
  await run("logout");
});

test("only the scopes that --scopes names are asked for", async (context) => {
  const { run, json, opened } = desk(context);
  assert.equal((await run("login", service.url, "--scopes", "todos:read", "chats:read")).code, 0);
  assert.equal(new URL(opened[0] ?? "").searchParams.get("scope"), "todos:read chats:read");
  assert.deepEqual((await json<{ credential: { scopes: string[] } }>("whoami")).credential.scopes, [
    "todos:read",
    "chats:read",
  ]);
  const { code, err } = await run("todos", "create", "x");
  assert.equal(code, 4);
  assert.match(err, /todos:write[\s\S]*Allow it in the browser: dayshift login/);
  assert.equal((await run("login", service.url, "--scopes", "todos:everything")).code, 2);
  await run("logout");
});

for (const args of [
  ["keys", "list"],
  ["approvals", "list"],
  ["workspaces", "list"],
]) {
  test(`${args.join(" ")} says that it needs a person, and how to be one`, async (context) => {
    const { run } = await signedIn(context);
    const { code, out, err } = await run(...args);
    assert.deepEqual([code, out], [4, ""]);
    assert.match(err, /is for people who signed in with their password[\s\S]*dayshift login --password/);
    await run("logout");
  });
}

test("a no in the browser is a no: nothing is stored", { rules: ["oauth.flow"] }, async (context) => {
  const { run, stored, seen } = desk(context, async (address) => {
    const { pathname, search } = new URL(address);
    return (await fetch(await createBrowser(service).decide(pathname + search, "deny"))).text();
  });
  const { code, err } = await run("login", service.url);
  assert.equal(code, 4);
  assert.match(err, /Nothing was allowed in the browser\./);
  assert.match(String(await seen[0]), /Nothing was allowed/);
  assert.deepEqual(stored().profiles, {});
});

test("an answer with another state is ignored", { rules: ["oauth.flow"] }, async (context) => {
  const strangers: number[] = [];
  const { run } = desk(context, async (address) => {
    const redirect = new URL(address).searchParams.get("redirect_uri") ?? "";
    for (const visit of [`${redirect}?code=x&state=y&iss=z`, redirect, redirect.replace("/callback", "/favicon.ico")]) {
      strangers.push((await fetch(visit)).status);
    }
    strangers.push((await fetch(redirect, { method: "POST" })).status);
    return allows(address);
  });
  const { code, err } = await run("login", service.url);
  assert.equal(code, 0, err);
  assert.deepEqual(strangers, [400, 400, 404, 400]);
  await run("logout");
});

const tampered: readonly (readonly [what: string, change: (back: URL) => void, says: RegExp])[] = [
  [
    "from another issuer",
    (back) => back.searchParams.set("iss", "https://elsewhere.example"),
    /does not answer as .*iss/,
  ],
  ["without an issuer", (back) => back.searchParams.delete("iss"), /does not answer as .*iss/],
  ["with another code", (back) => back.searchParams.set("code", "invented"), /refuses: The code is unknown/],
  ["without a code", (back) => back.searchParams.delete("code"), /no authorization code/],
];

for (const [what, change, says] of tampered) {
  test(`an answer ${what} is refused, and nothing is stored`, { rules: ["oauth.flow"] }, async (context) => {
    const { run, stored } = desk(context, async (address) => {
      const { pathname, search } = new URL(address);
      const back = await createBrowser(service).decide(pathname + search);
      change(back);
      return (await fetch(back)).text();
    });
    const { code, err } = await run("login", service.url);
    assert.ok(code === 1 || code === 4, err);
    assert.match(err, says);
    assert.deepEqual(stored().profiles, {});
  });
}

test("deciding too late is an error that says so", async (context) => {
  const { run, stored } = desk(context, async () => undefined, { sleep: async () => undefined });
  const { code, err } = await run("login", service.url);
  assert.equal(code, 4);
  assert.match(err, /Nobody decided in the browser within 5 minutes[\s\S]*--password/);
  assert.deepEqual(stored().profiles, {});
});

test("where no port is free, another way is named", async (context) => {
  const { run } = desk(context, allows, { listen: () => Promise.reject(new Error("listen EADDRINUSE: 127.0.0.1")) });
  const { code, err } = await run("login", service.url);
  assert.equal(code, 1);
  assert.match(err, /no port of 127\.0\.0\.1 is free \(listen EADDRINUSE[\s\S]*dayshift login --password/);
});

test("from a browser on another machine the address is pasted", async (context) => {
  const lines = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const asked = [...lines];
  const { run } = desk(
    context,
    async (address) => {
      const { pathname, search } = new URL(address);
      lines[0]?.resolve("http://127.0.0.1:1/callback?code=x&state=y");
      const back = await createBrowser(service).decide(pathname + search);
      lines[1]?.resolve(` ${back.href}`);
    },
    {
      stdin: {
        isTerminal: true,
        line: () => asked.shift()?.promise ?? Promise.resolve(null),
        text: () => Promise.resolve(""),
        close: () => undefined,
      },
    },
  );
  const { code, err } = await run("login", service.url);
  assert.equal(code, 0, err);
  assert.match(err, /on another machine[\s\S]*That is not the answer/);
  await run("logout");
});

test("without a terminal, e-mail and password come from stdin; --password asks", async (context) => {
  const piped = openTerminal();
  piped.typed.push(ownerEmail, ownerPassword);
  assert.match((await piped.run("session", "--url", service.url)).out, /"signedIn":false|signedIn\s+false/);
  assert.equal((await piped.run("login", service.url)).code, 0);
  assert.match((await piped.run("whoami")).out, /session/);
  assert.match((await piped.run("session")).out, new RegExp(ownerEmail));
  const { run, typed, opened } = desk(context);
  typed.push(ownerEmail, ownerPassword);
  assert.equal((await run("login", service.url, "--password")).code, 0);
  assert.equal(opened.length, 0);
  assert.equal((await run("keys", "list")).code, 0);
});

test("a person with a second factor is asked for the code", { rules: ["sessions.second-factor"] }, async (context) => {
  const own = await startTestService(context);
  const { secret } = await own.ok("beginSecondFactor", { body: { password: ownerPassword } });
  const body = { code: totpCode(secret, stepOf(own.clock.now())) };
  const { recoveryCodes } = await own.ok("confirmSecondFactor", { body });
  const { run, typed } = openTerminal();
  typed.push(ownerEmail, ownerPassword, recoveryCodes[0] ?? "");
  assert.equal((await run("login", own.url)).code, 0);
  assert.match((await run("whoami")).out, /session/);
});

/** How often new tokens were asked for. */
function renewals({ mock }: Mock<typeof fetch>): number {
  return mock.calls.filter(({ arguments: [at] }) => typeof at === "string" && at.endsWith("/oauth/token")).length;
}

test("a token is renewed before it ends, each time", { rules: ["oauth.rotation"] }, async (context) => {
  const { run, stored } = await signedIn(context);
  for (let hour = 0; hour < 3; hour += 1) {
    const before = stored().profiles["default"];
    await service.pass(59 * minute + 1000);
    assert.equal((await run("todos", "list")).code, 0);
    const now = stored().profiles["default"];
    assert.notEqual(now?.token, before?.token);
    assert.notEqual(now?.refresh?.token, before?.refresh?.token);
    assert.equal((await run("todos", "list")).code, 0);
    assert.equal(stored().profiles["default"]?.token, now?.token);
  }
  await run("logout");
});

test("a token that ended early is renewed once", { rules: ["oauth.rotation"] }, async (context) => {
  const { folder, run, stored } = await signedIn(context);
  const before = stored();
  const terminal = openTerminal({ files: createFiles(folder), io: { now: () => 0 } });
  await service.pass(61 * minute);
  const { code, err } = await terminal.run("todos", "list");
  assert.equal(code, 0, err);
  assert.notEqual(stored().profiles["default"]?.token, before.profiles["default"]?.token);
  await run("logout");
});

test("of many commands at once one renews the token", { rules: ["oauth.rotation"] }, async (context) => {
  const { terminal, run } = await signedIn(context);
  const requests = context.mock.method(globalThis, "fetch");
  for (let hour = 1; hour <= 2; hour += 1) {
    await service.pass(61 * minute);
    const ended = await Promise.all(Array.from({ length: 5 }, () => terminal().run("todos", "list")));
    assert.deepEqual(pluck(ended, "code"), [0, 0, 0, 0, 0], ended.map(({ err }) => err).join(""));
    assert.equal(renewals(requests), hour);
  }
  await service.pass(2 * minute);
  assert.equal((await run("whoami")).code, 0);
  await run("logout");
});

test("a profile that is signed out while a command waits to renew it is not brought back", async (context) => {
  const { folder, terminal, stored } = await signedIn(context);
  await service.pass(61 * minute);
  const files = createFiles(folder);
  const release = files.lock("profiles.lock") ?? assert.fail("Somebody has the lock.");
  const late = terminal().run("todos", "list");
  files.write("profiles.json", '{"current":"default","profiles":{}}');
  release();
  const { code, err } = await late;
  assert.equal(code, 4);
  assert.match(err, /signed out in the meantime/);
  assert.deepEqual(stored().profiles, {});
});

test("what was revoked is over, and the way back is named", { rules: ["oauth.revocation"] }, async (context) => {
  const { run } = await signedIn(context);
  for (const app of await connected()) {
    await service.ok("revokeConnectedApp", { credential: service.session, path: { connectedAppId: app.id } });
  }
  const { code, err } = await run("todos", "list");
  assert.equal(code, 4);
  assert.match(err, /invalid_token[\s\S]*dayshift login/);
  await service.pass(61 * minute);
  const requests = context.mock.method(globalThis, "fetch");
  const later = await run("todos", "list");
  assert.equal(renewals(requests), 1);
  assert.equal(later.code, 4);
  assert.match(later.err, /refresh token is unknown, expired, revoked[\s\S]*dayshift login/);
  assert.equal((await run("logout")).code, 0);
});

test("signing out revokes; without the service it says so", { rules: ["oauth.revocation"] }, async (context) => {
  const { run, stored } = await signedIn(context);
  const credential = stored().profiles["default"]?.token ?? "";
  await service.ok("listTodos", { credential });
  const { code, err } = await run("logout");
  assert.deepEqual([code, err], [0, `Signed out of ${service.url}.\n`]);
  await service.refuses("listTodos", { credential }, "invalid_token");
  assert.deepEqual(await connected(), []);

  const own = await startTestService(context);
  const other = desk(context, (address) => letIn(own, address), { now: () => own.clock.now() });
  assert.equal((await other.run("login", own.url)).code, 0);
  await own.stop();
  assert.match((await other.run("logout")).err, /Signed out of .*could not be reached/);
  assert.deepEqual(other.stored().profiles, {});
});

async function letIn(own: TestService, address: string): Promise<unknown> {
  const { pathname, search } = new URL(address);
  return (await fetch(await createBrowser(own).decide(pathname + search))).text();
}

test("signing in over a profile ends what it had", async (context) => {
  const { run, stored } = await signedIn(context);
  const credential = stored().profiles["default"]?.token ?? "";
  assert.equal((await run("login", service.url, "--key", service.key)).code, 0);
  await service.refuses("listTodos", { credential }, "invalid_token");
  assert.equal((await run("login", service.url)).code, 0);
  await service.ok("listTodos", { credential: service.key });
  await run("logout");
});

test("a service that goes under another address says which, and nobody is sent anywhere", async (context) => {
  const own = await startTestService(context, { configuration: { publicUrl: "https://work.example" } });
  const { run, opened } = desk(context);
  const { code, err } = await run("login", own.url);
  assert.equal(code, 2);
  assert.match(err, /goes under the address https:\/\/work\.example\.[\s\S]*dayshift login https:\/\/work\.example/);
  assert.equal(opened.length, 0);
});

/** Something else that answers every request alike; its origin. */
function pretend(context: TestContext, status: number, bodyAt: (origin: string) => object): Promise<string> {
  return serve(context, ({ headers }, response) => {
    const body = JSON.stringify(bodyAt(`http://${headers.host}`));
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  });
}

test("a browser is given pages of the service alone", async (context) => {
  const url = await pretend(context, 200, (origin) => ({
    resource: `${origin}/api/v1`,
    issuer: origin,
    authorization_endpoint: "file:///usr/bin/true",
  }));
  const { run, opened } = desk(context);
  const { code, err } = await run("login", url);
  assert.equal(code, 1);
  assert.match(err, /does not say where one decides there/);
  assert.deepEqual(opened, []);
});

test("what a service says of a refusal cannot steer the terminal", async (context) => {
  const error = { type: "not_found_error", code: "x", message: "Gone\u001b[2J", param: "a\u001b]0;b", requestId: "c" };
  const url = await pretend(context, 404, () => ({ error }));
  const { code, err } = await openTerminal().run("whoami", "--url", url, "--key", "dsk_x");
  assert.equal(code, 3);
  assert.ok(!err.includes("\u001b") && err.includes("Gone"), JSON.stringify(err));
});

test("a service that is not there is said to be not there", async (context) => {
  const { code, err } = await desk(context).run("login", "http://127.0.0.1:9");
  assert.equal(code, 1);
  assert.match(err, /No answer from http:\/\/127\.0\.0\.1:9/);
});

test("a key in the environment, which wins over what was signed in, is said to do so", async () => {
  const { env, typed, run } = openTerminal();
  env["DAYSHIFT_KEY"] = service.key;
  typed.push(ownerPassword);
  const { code, err } = await run("login", service.url, "--email", ownerEmail);
  assert.equal(code, 0, err);
  assert.match(err, /DAYSHIFT_KEY is set and wins over the profile/);
  assert.match((await run("whoami")).out, /api_key/);
  const person = await run("keys", "list");
  assert.equal(person.code, 4);
  assert.match(person.err, /unset DAYSHIFT_KEY\. If you are not signed in as yourself yet: dayshift login --password/);
  env["DAYSHIFT_KEY"] = "dsk_none";
  assert.match((await run("today")).err, /unset DAYSHIFT_KEY, or give another one/);
  env["DAYSHIFT_KEY"] = "";
  assert.equal((await run("keys", "list", "--json")).code, 0, "A variable that is empty is none.");
});

test("--workspace is for --password", async (context) => {
  const { code, err } = await desk(context).run("login", service.url, "--workspace", "Home");
  assert.equal(code, 2);
  assert.match(err, /--password/);
});
