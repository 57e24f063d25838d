/** What strangers may cost: bodies, digests of passwords, guesses. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createDigests } from "../../../src/gateway/auth/digests.ts";
import { limits } from "../../../src/schema/limits.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";
import { turns } from "../../helpers/settle.ts";

const service = await startTestService({ after }, { configuration: { trustedProxies: ["127.0.0.1"] } });
const from = (address: string) => ({ "x-forwarded-for": address });
const right = { email: ownerEmail, password: ownerPassword };

/** Digests that end when the test says so, in the order in which they began. */
function hanging() {
  const digests = createDigests();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (address: string): Promise<void> =>
    digests.run(address, () => {
      begun.push(address);
      return new Promise((resolve) => ends.push(resolve));
    });
  return { ask, begun, ends };
}

test(
  "two digests at a time; addresses take turns, so that who asks for many waits for them alone",
  { rules: ["limits.digests"] },
  async () => {
    const { ask, begun, ends } = hanging();
    const all = [...Array.from({ length: 12 }, () => ask("attacker")), ask("owner")];
    await turns(2);
    assert.deepEqual(begun, ["attacker", "attacker"]);
    ends[0]?.();
    ends[1]?.();
    await turns(5);
    assert.deepEqual(begun, ["attacker", "attacker", "attacker", "owner"]);
    for (let at = 2; at < all.length; at++) {
      ends[at]?.();
      await turns(5);
    }
    await Promise.all(all);
  },
);

test(
  "400 at once are refused before any digest, but for the few that may wait; another address is served",
  { rules: ["limits.digests"] },
  async () => {
    const { ask, begun, ends } = hanging();
    const outcomes = Array.from({ length: 400 }, () =>
      ask("attacker").then(
        () => 200,
        () => 429,
      ),
    );
    const owner = ask("owner");
    await turns(5);
    const { digests, waitingDigests } = limits;
    assert.equal(begun.length, digests.service.max);
    for (let at = 0; at <= digests.service.max + waitingDigests.address.max; at++) {
      ends[at]?.();
      await turns(5);
    }
    await owner;
    const refused = (await Promise.all(outcomes)).filter((outcome) => outcome === 429);
    assert.equal(refused.length, 400 - digests.service.max - waitingDigests.address.max);
  },
);

test("a queue that is full of many addresses refuses the next one", { rules: ["limits.digests"] }, async () => {
  const { ask, ends } = hanging();
  const { digests, waitingDigests } = limits;
  const places = digests.service.max + waitingDigests.service.max;
  const all = Array.from({ length: places }, (_, n) => ask(`address ${n}`));
  await assert.rejects(ask("one more"), { code: "rate_limit_exceeded" });
  for (let at = 0; at < places; at++) {
    await turns(3);
    ends[at]?.();
  }
  await Promise.all(all);
});

test("a digest that fails gives its place back", { rules: ["limits.digests"] }, async () => {
  const digests = createDigests();
  const failing = () => digests.run("a", () => Promise.reject(new Error("broken")));
  for (let n = 0; n < 10; n++) await assert.rejects(failing(), /broken/);
  assert.equal(await digests.run("a", async () => 1), 1);
});

test(
  "ten wrong passwords lock out the address they came from, and not the person",
  { rules: ["sessions.throttle"] },
  async () => {
    const wrong = { body: { email: ownerEmail, password: "wrong wrong" }, headers: from("10.0.0.1") };
    for (let n = 0; n < 10; n++) await service.refuses("createSession", wrong, "invalid_session_token");
    await service.refuses("createSession", { body: right, headers: from("10.0.0.1") }, "rate_limit_exceeded");
    await service.ok("createSession", { body: right, headers: from("10.0.0.2") });
  },
);

test("before a credential was seen a body has 4 KB at most", { rules: ["limits.open-bodies"] }, async () => {
  const large = { email: ownerEmail, password: "x".repeat(5000) };
  await service.refuses("createSession", { body: large, headers: from("10.0.0.3") }, "payload_too_large");
  const setup = { token: "x".repeat(5000), email: ownerEmail, password: ownerPassword };
  await service.refuses("completeSetup", { body: setup, headers: from("10.0.0.3") }, "payload_too_large");
  for (const path of ["/oauth/token", "/oauth/revoke", "/oauth/authorize"]) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await service.send("POST", path, { raw: `a=${"x".repeat(9000)}`, headers });
    assert.ok(answer.status === 413 || answer.status === 400, `${path} ${answer.status}`);
  }
});
