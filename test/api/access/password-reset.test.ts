/** A forgotten password: a link by e-mail that works once, for an hour, and tells nobody who is known here. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { stepOf, totpCode } from "../../../src/gateway/directory/secrets/totp.ts";
import { limits } from "../../../src/schema/limits.ts";
import { ownerEmail as email, ownerPassword as password } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { startSmtp } from "../../helpers/smtp.ts";

const newPassword = "staple battery horse";
const hour = 3_600_000;

/** A service that sends e-mails. */
async function withMail(t: TestContext) {
  const smtp = await startSmtp(t);
  const configuration = { smtpUrl: smtp.url, mailFrom: "dayshift@example.com", trustedProxies: ["127.0.0.1"] };
  const service = await startTestService(t, { configuration });
  const ask = (address = email, from = "192.0.2.1") =>
    service.call("createPasswordReset", {
      credential: null,
      body: { email: address },
      headers: { "x-forwarded-for": from },
    });
  const link = async (): Promise<string> => {
    const before = smtp.mails.length;
    assert.equal((await ask()).status, 200);
    await eventually("the e-mail has arrived", () => smtp.mails.length > before);
    return /reset-password#(dsp_[\w-]{43})$/m.exec(smtp.mails.at(-1)?.text ?? "")?.[1] ?? assert.fail("No link.");
  };
  const confirm = (token: string, more: object = {}) => ({ credential: null, body: { token, newPassword, ...more } });
  return { service, smtp, ask, link, confirm };
}

test(
  "the link sets a new password once, and ends every credential",
  { rules: ["sessions.password-reset"] },
  async (t) => {
    const { service, smtp, link, confirm } = await withMail(t);
    const token = await link();
    const mail = smtp.mails[0];
    assert.deepEqual([mail?.to, mail?.headers.get("subject")], [[email], ["A new password for Dayshift"]]);
    assert.ok(mail?.text.includes(`${service.publicUrl}/reset-password#`));
    assert.doesNotMatch(mail?.text ?? "", /notification preferences/);
    const common = confirm(token, { newPassword: "password123" });
    await service.refuses("confirmPasswordReset", common, "validation_failed", "newPassword");
    const { ended } = await service.ok("confirmPasswordReset", confirm(token));
    assert.deepEqual(ended, { sessions: 1, connectedApps: 0, apiKeys: 1 });
    await service.refuses("listTodos", {}, "invalid_api_key");
    await service.refuses("listSessions", {}, "invalid_session_token");
    await service.refuses("createSession", { credential: null, body: { email, password } }, "invalid_session_token");
    await service.refuses("confirmPasswordReset", confirm(token), "resource_not_found", "token");
    await service.ok("createSession", { credential: null, body: { email, password: newPassword } });
  },
);

test("it ends after an hour, and with a new password", { rules: ["sessions.password-reset"] }, async (t) => {
  const { service, link, confirm } = await withMail(t);
  const token = await link();
  await service.pass(hour);
  await service.refuses("confirmPasswordReset", confirm(token), "resource_not_found", "token");
  const second = await link();
  const change = { currentPassword: password, newPassword: "battery horse staple" };
  await service.ok("changePassword", { body: change });
  await service.refuses("confirmPasswordReset", confirm(second), "resource_not_found", "token");
});

test("of two who show it at once one sets the password", { rules: ["sessions.password-reset"] }, async (t) => {
  const { service, link, confirm } = await withMail(t);
  const token = await link();
  const both = await Promise.all([1, 2].map(() => service.call("confirmPasswordReset", confirm(token))));
  const statuses = both.map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [200, 404],
  );
});

test(
  "an address that nobody has is answered alike, and gets nothing",
  { rules: ["sessions.password-reset"] },
  async (t) => {
    const { smtp, ask, link } = await withMail(t);
    const unknown = await ask("nobody@example.com");
    assert.deepEqual([unknown.status, unknown.body], [200, (await ask()).body]);
    await link();
    assert.ok(smtp.mails.every(({ to }) => to[0] === email));
  },
);

test(
  "an address asks ten times an hour, and a person gets three links, no matter who asks",
  { rules: ["sessions.password-reset"] },
  async (t) => {
    const { service, smtp, ask } = await withMail(t);
    for (let n = 0; n < limits.passwordResets.address.max; n++) assert.equal((await ask()).status, 200);
    assert.equal((await ask()).status, 429);
    assert.equal((await ask(email, "192.0.2.2")).status, 200);
    await eventually("three have arrived", () => smtp.mails.length === limits.passwordResets.person.max);
    await turns(50);
    assert.equal(smtp.mails.length, limits.passwordResets.person.max);
    await service.pass(hour + 10_000);
    assert.equal((await ask()).status, 200);
    await eventually("a fourth has arrived", () => smtp.mails.length === limits.passwordResets.person.max + 1);
  },
);

test("the second factor is still required", { rules: ["sessions.password-reset"] }, async (t) => {
  const { service, link, confirm } = await withMail(t);
  const { secret } = await service.ok("beginSecondFactor", { body: { password } });
  const code = totpCode(secret, stepOf(service.clock.now()));
  await service.ok("confirmSecondFactor", { body: { code } });
  await service.ok("confirmPasswordReset", confirm(await link()));
  const body = { email, password: newPassword };
  await service.refuses("createSession", { credential: null, body }, "second_factor_required", "code");
});

test("without a mail server it says so", { rules: ["sessions.password-reset"] }, async (t) => {
  const service = await startTestService(t);
  const asked = await service.ok("createPasswordReset", { credential: null, body: { email } });
  assert.deepEqual(asked, { object: "password_reset_requested", sentByEmail: false });
  assert.equal((await service.ok("getSession", { credential: null })).passwordResetByEmail, false);
});
