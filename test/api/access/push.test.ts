/** Notes to browsers: encrypted for each, with a kind and an id and no words, to whom they are switched on for. */
import assert from "node:assert/strict";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import { test, type TestContext } from "node:test";
import { encryptNote } from "../../../src/gateway/directory/secrets/push-encryption.ts";
import { postPublicly } from "../../../src/gateway/oauth/clients/fetch-document.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";

interface Sent {
  readonly endpoint: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** A service whose notes are caught on their way to the push service. */
async function start(t: TestContext) {
  const sent: Sent[] = [];
  /** By address; 0 is a push service that cannot be reached. */
  const answers = new Map<string, number>();
  const service = await startTestService(t, {
    postNote: async (endpoint, body, headers) => {
      sent.push({ endpoint: endpoint.href, body: Buffer.from(body), headers });
      const status = answers.get(endpoint.href) ?? 201;
      if (status === 0) throw new Error("connect ECONNREFUSED 192.0.2.1:443");
      return status;
    },
  });
  return { service, sent, answers };
}

/** A browser: its keys, and what it reads. */
function browser() {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const auth = Buffer.alloc(16, 7);
  const keys = { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") };
  return { keys, read: (body: Buffer) => decrypt(body, pair.getPrivateKey(), auth) };
}

function decrypt(body: Buffer, privateKey: Buffer, auth: Buffer): string {
  const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const pair = createECDH("prime256v1");
  pair.setPrivateKey(privateKey);
  const derive = (secret: Uint8Array, from: Uint8Array, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, from, info, length));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  assert.equal(plain.at(-1), 2);
  return plain.subarray(0, -1).toString("utf8");
}

async function subscribe(service: TestService, name: string, { keys } = browser()) {
  const body = { endpoint: `https://push.example.com/${name}`, keys };
  return service.ok("createPushSubscription", { body, credential: service.session });
}

const switchOn = (service: TestService) =>
  service.ok("updateNotificationPreferences", { body: { push: true }, credential: service.session });

/** An agent that must ask asks. */
async function ask(service: TestService): Promise<string> {
  const { data: agents } = await service.ok("listAgents", { credential: service.session });
  const name = `Asker ${agents.length}`;
  const agent = await service.ok("createAgent", { body: { name }, credential: service.session });
  service.model.play({ calls: [{ name: "create_todo", input: { title: "The secret plan" } }] });
  await service.ok("createChat", {
    body: { message: "Do it", agentId: agent.id, waitSeconds: 10 },
    credential: service.session,
  });
  const { data } = await service.ok("listApprovals", { query: { status: "pending" }, credential: service.session });
  return data[0]?.id ?? assert.fail("Nothing waits for a decision.");
}

test("the body is the one of the example of RFC 8291", () => {
  const body = encryptNote("When I grow up, I want to be a watermelon", {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
    salt: Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
    privateKey: Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"),
  });
  assert.equal(
    body.toString("base64url"),
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("addresses of a private network get nothing", async () => {
  for (const host of ["127.0.0.1", "10.1.2.3", "[::1]", "localhost"])
    await assert.rejects(postPublicly(new URL(`https://${host}/x`), Buffer.of(1), {}), host);
});

test("what is no subscription is refused", async (t) => {
  const { service } = await start(t);
  const { keys } = browser();
  const endpoint = "https://push.example.com/a";
  const create = "createPushSubscription";
  await service.refuses(create, { body: { endpoint, keys }, credential: service.key }, "api_key_auth_required");
  for (const body of [
    { endpoint: "http://push.example.com/a", keys },
    { endpoint: "https://user@push.example.com/a", keys },
    { endpoint, keys: { ...keys, p256dh: "short" } },
  ])
    await service.refuses(create, { body, credential: service.session }, "validation_failed");
});

test("a request of an agent is a kind, an id and a language, which the browser alone reads, signed by the service", async (t) => {
  const { service, sent } = await start(t);
  const mine = browser();
  await subscribe(service, "mine", mine);
  await switchOn(service);
  await service.ok("updateProfile", { body: { locale: "de" }, credential: service.session });
  const approvalId = await ask(service);
  await eventually("the note", () => sent.length === 1);
  const [{ body, headers, endpoint }] = sent as [Sent];
  assert.equal(endpoint, "https://push.example.com/mine");
  assert.deepEqual(JSON.parse(mine.read(body)), { kind: "approval_waiting", id: approvalId, locale: "de" });
  const { publicKey } = await service.ok("getPushKey", { credential: service.session });
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers["authorization"] ?? "") ?? [];
  assert.equal(key, publicKey);
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url")) as [
    string,
    string,
  ];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const of = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = { key: of, dsaEncoding: "ieee-p1363" } as const;
  assert.ok(verify("sha256", Buffer.from(`${head}.${claims}`), signed, Buffer.from(signature, "base64url")));
  const { aud } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string };
  assert.equal(aud, "https://push.example.com");
});

test("nothing is sent before it is switched on, nor after it is removed; one that is gone is forgotten", async (t) => {
  const { service, sent, answers } = await start(t);
  await subscribe(service, "mine");
  await ask(service);
  const { id: subscriptionId } = await subscribe(service, "removed");
  await service.ok("removePushSubscription", { path: { subscriptionId }, credential: service.session });
  await switchOn(service);
  answers.set("https://push.example.com/mine", 410);
  await ask(service);
  await eventually("the note", () => sent.length === 1);
  assert.deepEqual(
    sent.map(({ endpoint }) => endpoint),
    ["https://push.example.com/mine"],
  );
  await subscribe(service, "other");
  await ask(service);
  await eventually("the note to the other", () => sent.length === 2);
  assert.equal(sent[1]?.endpoint, "https://push.example.com/other");
});

test("the log says which push service failed and why, and not the browser's own address there", async (t) => {
  const { service, sent, answers } = await start(t);
  await switchOn(service);
  await subscribe(service, "mine");
  answers.set("https://push.example.com/mine", 403);
  await ask(service);
  await eventually("the refusal", () => service.log.some((line) => line.includes("refused a note")));
  answers.set("https://push.example.com/mine", 0);
  await ask(service);
  await eventually("the failure", () => service.log.some((line) => line.includes("could not be sent")));
  const lines = service.log.filter((line) => line.includes('"service":"push.example.com"'));
  assert.match(lines[0] ?? "", /refused a note.*"status":403/);
  assert.match(lines[1] ?? "", /could not be sent.*"reason":"connect ECONNREFUSED 192\.0\.2\.1:443"/);
  assert.equal(sent.length, 2);
  assert.ok(!service.log.join().includes("push.example.com/mine"));
});

test("keys are made once, and stay over a restart", async (t) => {
  const { service } = await start(t);
  const read = () => service.ok("getPushKey", { credential: service.session });
  const before = await read();
  await service.restart();
  assert.deepEqual(await read(), before);
});

test("notes end with the session that switched them on: by signing out, from the list, by a new password, and in time", async (t) => {
  const { service, sent } = await start(t);
  const body = { email: ownerEmail, password: ownerPassword };
  const signIn = async () => (await service.ok("createSession", { body })).token;
  const on = async (credential: string, name: string) => {
    const subscription = { endpoint: `https://push.example.com/${name}`, keys: browser().keys };
    await service.ok("createPushSubscription", { body: subscription, credential });
  };
  await switchOn(service);
  const [left, ended] = [await signIn(), await signIn()];
  await on(left, "left");
  await on(ended, "ended");
  await subscribe(service, "stays");
  const { data } = await service.ok("listSessions", { credential: ended });
  const sessionId = data.find(({ isCurrent }) => isCurrent)?.id ?? assert.fail("It is not in the list.");
  await service.ok("endOtherSession", { path: { sessionId }, credential: service.session });
  await service.ok("endSession", { credential: left });
  await ask(service);
  await eventually("the note", () => sent.length > 0);
  assert.deepEqual(
    sent.map(({ endpoint }) => endpoint),
    ["https://push.example.com/stays"],
  );
  const passwords = { currentPassword: ownerPassword, newPassword: "staple battery horse" };
  const { token } = await service.ok("changePassword", { body: passwords, credential: service.session });
  await on(token, "new");
  const { id: userId } = (await service.ok("getSession", { credential: token })).user ?? assert.fail("Nobody.");
  const targets = await service.directory.pushTargetsOf(userId);
  assert.deepEqual(
    targets.map(({ endpoint }) => endpoint),
    ["https://push.example.com/new"],
  );
  service.clock.advance(31 * 24 * 60 * 60 * 1000);
  assert.deepEqual(await service.directory.pushTargetsOf(userId), [], "nobody is signed in there any more");
});
