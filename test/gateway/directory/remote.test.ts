/** The directory on a server, and several gateways on one. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openDirectory } from "../../../src/gateway/directory/directory.ts";
import { standing } from "../../../src/gateway/directory/context/principal.ts";
import { runtime } from "../../helpers/runtime.ts";
import type { HranaServer } from "./hrana-server.ts";
import {
  charge,
  newKey,
  ownerEmail,
  ownerPassword,
  remoteServer,
  remoteSetting,
  testClock,
  testIds,
  withOwner,
} from "./helpers.ts";

const failed = { code: "internal_error", headers: { "Retry-After": "5" } };
const request = { credentialId: "session-1", key: "once", fingerprint: "POST /api-keys {}" };

async function refusalToStart(t: TestContext, change: (server: HranaServer) => unknown, authToken?: string) {
  const { server, address } = await remoteServer(t);
  await change(server);
  const options = { ...address, ...(authToken === undefined ? {} : { authToken }), clock: testClock(), ids: testIds() };
  const attempt = openDirectory(options).then(
    (directory) => directory.close(),
    (error: unknown) => error,
  );
  const error = await attempt;
  assert.ok(error instanceof Error);
  return error.message;
}

const refusals: readonly [what: string, change: (server: HranaServer) => unknown, expected: RegExp][] = [
  [
    "does not answer",
    (server) => server.stop(),
    new RegExp(`127\\.0\\.0\\.1:\\d+ cannot be used \\(.*${runtime.refused}.*Check DAYSHIFT_DIRECTORY_URL`),
  ],
  ["is overloaded", (server) => (server.manner = "fail"), /HTTP status 503.*DAYSHIFT_DIRECTORY_URL/],
  ["is something else", (server) => (server.manner = "garble"), /cannot be used.*DAYSHIFT_DIRECTORY_URL/],
];
for (const [what, change, expected] of refusals) {
  test(`a start is refused by the name of the setting when the server ${what}`, async (t) => {
    assert.match(await refusalToStart(t, change), expected);
  });
}

test("a start with a wrong token is refused by the name of the setting, without showing the token", async (t) => {
  const message = await refusalToStart(t, () => undefined, "a secret");
  assert.match(message, /refuses the token \(Server returned HTTP status 401\)\. Set DAYSHIFT_DIRECTORY_TOKEN/);
  assert.doesNotMatch(message, /secret/);
});

test("a malformed address is refused at start by its setting, without showing a token", async () => {
  const options = { clock: testClock(), ids: testIds() };
  for (const url of [
    "libsql://example.org:1?authToken=secret&x=1",
    "http://:0?authToken=secret",
    "ftp://example.org",
  ]) {
    await assert.rejects(openDirectory({ ...options, url }), (error: Error) => {
      assert.match(error.message, /Check DAYSHIFT_DIRECTORY_URL/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  }
});

test("a directory of a newer version is refused for what it is", async (t) => {
  const { directory, reopen } = await remoteSetting(t);
  await directory.db.run("INSERT INTO migrations (number, name, applied_at) VALUES (9999, 'later', 0)");
  await assert.rejects(reopen(), /newer version \(schema 9999/);
});

test("a server is never sent a PRAGMA", async (t) => {
  const { directory, server, reopen } = await remoteSetting(t);
  await newKey(directory, await withOwner(directory));
  await (await reopen()).flush();
  assert.ok(server.statements.length > 20);
  assert.deepEqual(
    server.statements.filter((sql) => /pragma/i.test(sql)),
    [],
  );
});

const outages: readonly [
  what: string,
  begin: (server: HranaServer) => unknown,
  end: (server: HranaServer) => unknown,
][] = [
  ["goes away", (server) => server.stop(), (server) => server.start()],
  ["is overloaded", (server) => (server.manner = "fail"), (server) => (server.manner = "answer")],
  ["answers nonsense", (server) => (server.manner = "garble"), (server) => (server.manner = "answer")],
];
for (const [what, begin, end] of outages) {
  test(`a server that ${what} while running asks for a retry, and is used again when it is back`, async (t) => {
    const { directory, server } = await remoteSetting(t);
    const { id, hash } = await newKey(directory, await withOwner(directory));
    await begin(server);
    await assert.rejects(async () => directory.lookup(hash), failed);
    await assert.rejects(directory.putSetting("colour", "red"), failed);
    directory.touch({ type: "api_key", credentialId: id }, Date.parse("2026-03-10T12:05:00.000Z"));
    await assert.rejects(directory.flush(), failed);
    await end(server);
    assert.equal((await directory.lookup(hash))?.credentialId, id);
    await directory.flush();
    assert.equal((await directory.getApiKey(id))?.lastUsedAt, "2026-03-10T12:05:00.000Z");
  });
}

test("a creation whose answer the server lost is answered all the same, with its secret, and made once", async (t) => {
  const { directory, server } = await remoteSetting(t);
  const home = await withOwner(directory);
  server.manner = "lose";
  const made = await newKey(directory, home, { idempotency: request });
  server.manner = "answer";
  assert.equal((await directory.lookup(made.hash))?.credentialId, made.id);
  const replay = await newKey(directory, home, { idempotency: request });
  assert.deepEqual(replay.key, { ...made.key, secret: null });
  assert.equal((await directory.listApiKeys(home.workspaceId, true)).length, 1);
});

test("a revocation whose answer was lost is heard of here at once", async (t) => {
  const { directory, server } = await remoteSetting(t);
  const { id, hash } = await newKey(directory, await withOwner(directory));
  await directory.lookup(hash);
  server.manner = "lose";
  await assert.rejects(directory.revokeApiKey(id), failed);
  server.manner = "answer";
  const found = await directory.lookup(hash);
  assert.equal(found && standing(found, 0), "revoked");
});

test("gateways that start at once on an empty server agree on schema, owner and secret", async (t) => {
  const { server, address } = await remoteServer(t);
  const clock = testClock();
  const open = (series: number) => openDirectory({ ...address, clock, ids: testIds(series) });
  const opened = await Promise.all([1, 2, 3].map(open));
  const owners = await Promise.all(
    opened.map((each) => each.createOwner({ email: ownerEmail, password: ownerPassword })),
  );
  const secrets = await Promise.all(opened.map((each) => each.sharedSigning()));
  await Promise.all(opened.map((each) => each.close()));
  assert.equal(owners.filter(({ created }) => created).length, 1);
  assert.equal(new Set(owners.map(({ owner }) => owner.id)).size, 1);
  assert.equal(
    new Set(secrets.map(({ cursors, tickets }) => Buffer.concat([cursors, tickets]).toString("hex"))).size,
    1,
  );
  assert.equal(server.statements.filter((sql) => sql.startsWith("CREATE TABLE organizations")).length, 1);
});

test("what one gateway revokes stops at another within a second", async (t) => {
  const { directory, clock, join } = await remoteSetting(t);
  const home = await withOwner(directory);
  const other = await join();
  const { id, hash } = await newKey(directory, home);
  assert.equal((await other.lookup(hash))?.credentialId, id);
  clock.time += 500;
  await directory.revokeApiKey(id);
  const own = await directory.lookup(hash);
  assert.equal(own && standing(own, clock.time), "revoked");
  clock.time += 500;
  const found = await other.lookup(hash);
  assert.equal(found && standing(found, clock.time), "revoked");
});

test("what one gateway spends counts at another within a second", async (t) => {
  const { directory, clock, join } = await remoteSetting(t, { minutesPerMonth: 10 });
  const { workspaceId, organizationId } = await withOwner(directory);
  const other = await join();
  assert.equal(await other.minutes.secondsLeft(workspaceId), 600);
  await directory.minutes.settle(workspaceId, [charge("turn-1", 600)]);
  clock.time += 1000;
  assert.equal(await other.minutes.secondsLeft(workspaceId), 0);
  assert.equal(await other.minutes.reserve(workspaceId, "turn-2", null), false);
  await other.minutes.settle(workspaceId, [charge("turn-1", 60)]);
  assert.equal((await other.minutes.usage(organizationId)).spentSeconds, 600);
});

test("one request at two gateways at once makes one key", async (t) => {
  const { directory, join } = await remoteSetting(t);
  const home = await withOwner(directory);
  const gateways = [directory, await join(), await join()];
  const made = await Promise.all(gateways.map((each) => newKey(each, home, { idempotency: request })));
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  assert.equal(made.filter(({ key }) => key.secret !== null).length, 1);
});

test("a setup token is used up at every gateway", async (t) => {
  const { directory, join } = await remoteSetting(t);
  const other = await join();
  const token = (await directory.setup.createToken()) ?? "";
  const attempts = [directory, other].map((each, index) =>
    each.setup.complete({ token, email: `owner-${index}@example.org`, password: ownerPassword }),
  );
  const settled = await Promise.allSettled(attempts);
  assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal(await other.setup.createToken(), null);
});
