/** A second factor: switched on and off, asked for at every sign-in, and slow to guess. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { stepOf, totpCode } from "../../../src/gateway/directory/secrets/totp.ts";
import { createMoves } from "../../../src/server/archive/moves.ts";
import type { Owners } from "../../../src/server/backup/backup.ts";
import { ownerEmail as email, ownerPassword as password } from "../../helpers/owner.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";

const halfMinute = 30_000;

/** The code of the app now, or some half minutes from now. */
function codeOf(service: TestService, secret: string, away = 0): string {
  return totpCode(secret, stepOf(service.clock.now()) + away);
}

/** A service whose owner has a second factor; the code that confirmed it is used. */
async function withFactor(context: TestContext) {
  const service = await startTestService(context);
  const { secret } = await service.ok("beginSecondFactor", { body: { password } });
  const { recoveryCodes } = await service.ok("confirmSecondFactor", { body: { code: codeOf(service, secret) } });
  const signIn = (code?: string) => ({ credential: null, body: { email, password, ...(code && { code }) } });
  return { service, secret, recoveryCodes, signIn };
}

test("it is on once a code was confirmed, and not before", { rules: ["sessions.second-factor"] }, async (context) => {
  const service = await startTestService(context);
  const state = () => service.ok("getSecondFactor");
  assert.deepEqual(await state(), { object: "second_factor", isOn: false, recoveryCodesLeft: 0 });
  await service.refuses("confirmSecondFactor", { body: { code: "123456" } }, "resource_conflict");
  await service.refuses("beginSecondFactor", { body: { password: "wrong" } }, "validation_failed", "password");
  const earlier = await service.ok("beginSecondFactor", { body: { password } });
  const { secret, otpauthUri } = await service.ok("beginSecondFactor", { body: { password } });
  assert.equal(new URL(otpauthUri).searchParams.get("secret"), secret);
  assert.notEqual(earlier.secret, secret);
  await service.refuses(
    "confirmSecondFactor",
    { body: { code: codeOf(service, earlier.secret) } },
    "validation_failed",
  );
  await service.ok("createSession", { credential: null, body: { email, password } });
  const { recoveryCodes } = await service.ok("confirmSecondFactor", { body: { code: codeOf(service, secret) } });
  assert.equal(new Set(recoveryCodes).size, 10);
  assert.deepEqual(await state(), { object: "second_factor", isOn: true, recoveryCodesLeft: 10 });
  await service.refuses("beginSecondFactor", { body: { password } }, "resource_conflict");
  await service.refuses("confirmSecondFactor", { body: { code: codeOf(service, secret) } }, "resource_conflict");
});

test("signing in takes a code as well, each of them once", { rules: ["sessions.second-factor"] }, async (context) => {
  const { service, secret, signIn } = await withFactor(context);
  await service.refuses("createSession", signIn(), "second_factor_required", "code");
  const wrong = { credential: null, body: { email, password: "not the password" } };
  await service.refuses("createSession", wrong, "invalid_session_token", null);
  await service.refuses("createSession", signIn(codeOf(service, secret)), "invalid_session_token", "code");
  service.clock.advance(halfMinute);
  const code = codeOf(service, secret);
  await service.ok("createSession", signIn(`${code.slice(0, 3)} ${code.slice(3)}`));
  await service.refuses("createSession", signIn(code), "invalid_session_token", "code");
  await service.refuses("createSession", signIn(codeOf(service, secret, -1)), "invalid_session_token", "code");
  service.clock.advance(halfMinute);
  const both = await Promise.all([1, 2].map(() => service.call("createSession", signIn(codeOf(service, secret)))));
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 401],
  );
});

test("a recovery code opens once, however it is typed", { rules: ["sessions.second-factor"] }, async (context) => {
  const { service, recoveryCodes, signIn } = await withFactor(context);
  const [first = "", second = ""] = recoveryCodes;
  await service.ok("createSession", signIn(first));
  await service.refuses("createSession", signIn(first), "invalid_session_token", "code");
  await service.ok("createSession", signIn(second.toUpperCase().replaceAll("-", "")));
  assert.equal((await service.ok("getSecondFactor")).recoveryCodesLeft, 8);
});

test(
  "guessing codes is slowed down; a recovery code still opens",
  { rules: ["sessions.second-factor"] },
  async (context) => {
    const { service, secret, recoveryCodes, signIn } = await withFactor(context);
    const guess = codeOf(service, secret, 1000);
    for (let n = 0; n < 10; n++) {
      await service.refuses("createSession", signIn(guess), "invalid_session_token", "code");
    }
    service.clock.advance(halfMinute);
    await service.refuses("createSession", signIn(codeOf(service, secret)), "rate_limit_exceeded");
    service.clock.advance(2 * halfMinute);
    await service.ok("createSession", signIn(recoveryCodes[0]));
  },
);

test("it is switched off with the password and a code", { rules: ["sessions.second-factor"] }, async (context) => {
  const { service, secret, recoveryCodes, signIn } = await withFactor(context);
  service.clock.advance(halfMinute);
  const code = codeOf(service, secret);
  await service.refuses("removeSecondFactor", { body: { password: "wrong", code } }, "validation_failed", "password");
  await service.refuses("removeSecondFactor", { body: { password, code: "0" } }, "validation_failed", "code");
  const off = await service.ok("removeSecondFactor", { body: { password, code } });
  assert.deepEqual(off, { object: "second_factor", isOn: false, recoveryCodesLeft: 0 });
  await service.ok("createSession", signIn());
  const { secret: next } = await service.ok("beginSecondFactor", { body: { password } });
  service.clock.advance(halfMinute);
  await service.ok("confirmSecondFactor", { body: { code: codeOf(service, next) } });
  await service.refuses("createSession", signIn(recoveryCodes[0]), "invalid_session_token", "code");
});

test(
  "the operator switches it off, and it stays off after a restart",
  { rules: ["sessions.second-factor"] },
  async (context) => {
    const { service, secret, signIn } = await withFactor(context);
    await service.restart();
    await service.refuses("createSession", signIn(), "second_factor_required");
    service.clock.advance(halfMinute);
    await service.ok("createSession", signIn(codeOf(service, secret)));
    const { directory, clock, dataDir } = service;
    const moves = createMoves({ dataDir, directory, owners: {} as Owners, clock, workspaces: null });
    await assert.rejects(moves.resetSecondFactor("nobody@example.com"), /Nobody here/);
    await moves.resetSecondFactor(email);
    await service.ok("createSession", signIn());
  },
);

test(
  "its secret is encrypted by a key outside the directory; without the key recovery codes open",
  { rules: ["sessions.second-factor"] },
  async (context) => {
    const { service, secret, recoveryCodes, signIn } = await withFactor(context);
    const file = join(service.dataDir, "secret.key");
    assert.match(readFileSync(file, "utf8"), /^[0-9a-f]{64}\n$/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await service.stop();
    for (const suffix of ["", "-wal"]) {
      const bytes = readFileSync(join(service.dataDir, `directory.db${suffix}`), { flag: "a+" });
      for (const shown of [secret, ...recoveryCodes]) assert.ok(!bytes.includes(shown));
    }
    rmSync(file);
    await service.restart();
    service.clock.advance(halfMinute);
    await service.refuses("createSession", signIn(codeOf(service, secret)), "invalid_session_token", "code");
    await service.ok("createSession", signIn(recoveryCodes[0]));
  },
);
