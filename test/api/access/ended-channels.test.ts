/** What is open ends when who opened it is removed from the workspace, or when the credential ends: at once, in each way in. */
import assert from "node:assert/strict";
import { connect as connectTo } from "node:net";
import { statSync } from "node:fs";
import { after, afterEach, test, type TestContext } from "node:test";
import { scopes } from "../../../src/schema/scopes.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { openChannel } from "../../helpers/channel.ts";
import type { ErrorBody } from "../../helpers/client.ts";
import { connectApp } from "../../helpers/oauth.ts";
import { connect } from "../../helpers/mcp.ts";
import { addMember } from "../../helpers/people.ts";
import { begin, fileOf, heard, openRecording, processed, uploadWhole } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";
import { hanging } from "../../helpers/wait.ts";

const options = { rules: ["auth.open-channels"] };
const service = await startTestService({ after });
const { workspaceId } = service;
let count = 0;

/** A credential with all rights in the workspace, and what ends it. */
interface Ending {
  readonly credential: string;
  /** Of the refusal in a request. */
  readonly code: string;
  readonly end: () => Promise<unknown>;
}

async function newcomer() {
  count += 1;
  const email = `bo${count}@example.com`;
  return { email, ...(await addMember(service, { email })) };
}

/** Each way in which somebody's right to be there ends. */
const endings: Readonly<Record<string, () => Promise<Ending>>> = {
  async "a person who is removed"() {
    const { id: userId, token } = await newcomer();
    const end = () => service.ok("removeMember", { path: { workspaceId, userId } });
    return { credential: token, code: "invalid_session_token", end };
  },
  async "a key of a person who is removed"() {
    const { id: userId, token } = await newcomer();
    const body = { workspaceId, name: "Theirs", scopes };
    const { secret } = await service.ok("createApiKey", { credential: token, body });
    const end = () => service.ok("removeMember", { path: { workspaceId, userId } });
    return { credential: secret ?? assert.fail(), code: "invalid_api_key", end };
  },
  async "a key that is revoked"() {
    const credential = await service.keyFor();
    const { data } = await service.ok("listApiKeys", { query: { workspaceId } });
    const end = () => service.ok("revokeApiKey", { path: { apiKeyId: data[0]?.id ?? "" } });
    return { credential, code: "invalid_api_key", end };
  },
  async "a session that is ended"() {
    const { token: credential } = await newcomer();
    return { credential, code: "invalid_session_token", end: () => service.ok("endSession", { credential }) };
  },
  async "a password that is changed"() {
    const { email, token } = await newcomer();
    const password = "a first password";
    const { token: credential } = await service.ok("createSession", { body: { email, password } });
    const body = { currentPassword: password, newPassword: "quite another one" };
    const end = () => service.ok("changePassword", { credential: token, body });
    return { credential, code: "invalid_session_token", end };
  },
};

function soundOf(bytes: number) {
  const sound = Buffer.alloc(bytes);
  wavHeader({ sampleRate: 16_000, channels: 1 }, bytes - 44).forEach((byte, at) => (sound[at] = byte));
  return sound;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

afterEach(async () => {
  const { data } = await service.ok("listCaptures", { query: { type: "recording" } });
  const open = data.filter(({ status }) => status === "recording");
  for (const { id } of open) await service.ok("stopCapture", { path: { captureId: id } });
});

function eachEnding(what: string, run: (ending: Ending, t: TestContext) => Promise<void>): void {
  for (const [who, prepare] of Object.entries(endings)) {
    test(`${what}: ${who}`, options, async (t) => run(await prepare(), t));
  }
}

eachEnding("the audio channel closes", async ({ credential, end }) => {
  const { stream } = await openRecording(service, {}, credential);
  const channel = await begin(stream);
  await end();
  assert.equal((await channel.next("error")).code, "missing_scope");
  assert.equal(await channel.ended(), 1008);
});

eachEnding("an audio channel that has not begun closes", async ({ credential, end }) => {
  const { stream } = await openRecording(service, {}, credential);
  const channel = await openChannel(stream);
  await end();
  assert.equal(await channel.ended(), 1008);
});

eachEnding("a piece of an upload that is on its way is refused", async ({ credential, end }, t) => {
  const { id, stream } = await openRecording(service, { source: "upload" }, credential);
  const { hostname, port, pathname } = new URL(stream.url);
  const client = connectTo(Number(port), hostname);
  t.after(() => client.destroy());
  let answer = "";
  client.on("error", () => undefined).on("data", (text: Buffer) => (answer += text.toString()));
  client.write(
    `PATCH ${pathname} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${stream.token}\r\nUpload-Length: 4000000\r\n` +
      "Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 4000000\r\n\r\n",
  );
  client.write(soundOf(4_000_000).subarray(0, 1_000_000));
  await eventually("some of it is on the disk", () => sizeOf(fileOf(service, id)) > 0);
  assert.equal(answer, "");
  await end();
  await eventually("it is refused", () => answer.startsWith("HTTP/1.1 403 "));
});

eachEnding("a request that waits is answered with 401", async ({ credential, code, end }) => {
  const pending = service.call("createChat", { credential, body: { message: "hang", waitSeconds: 120 } });
  await hanging(service);
  await end();
  const { status, body } = await pending;
  service.model.release();
  assert.deepEqual([status, (body as ErrorBody).error.code], [401, code]);
});

test("a request that waits for a connected app ends with its grant", options, async () => {
  const { accessToken: credential } = await connectApp(service, { clientId: "waits" });
  const pending = service.call("createChat", { credential, body: { message: "hang", waitSeconds: 120 } });
  await hanging(service);
  const { data } = await service.ok("listConnectedApps", { query: { workspaceId } });
  const app = data.find(({ clientId }) => clientId === "waits") ?? assert.fail();
  await service.ok("revokeConnectedApp", { path: { connectedAppId: app.id } });
  const { status, body } = await pending;
  service.model.release();
  assert.deepEqual([status, (body as ErrorBody).error.code], [401, "invalid_token"]);
});

test("who does something else in the meantime goes on waiting", options, async () => {
  const { token: credential } = await newcomer();
  const pending = service.ok("createChat", { credential, body: { message: "hang", waitSeconds: 120 } });
  await hanging(service);
  await service.ok("updateProfile", { credential, body: { name: "Bo" } });
  const { id: userId } = await newcomer();
  await service.ok("removeMember", { path: { workspaceId, userId } });
  service.model.release();
  assert.equal((await pending).status, "completed");
});

eachEnding("a stream and a waiting call of MCP end", async ({ credential, end }) => {
  const client = await connect(service, credential);
  const subscription = await client.listen({ toolsListChanged: true });
  const call = client.callTool({ name: "create_chat", arguments: { message: "hang", waitSeconds: 120 } });
  await hanging(service);
  await end();
  await subscription.closed;
  const result = await call;
  service.model.release();
  assert.equal(result.isError, true);
  await client.close();
});

test("a link to sound opens nothing to a person who is removed, and a long answer ends", options, async (t) => {
  const { id: userId, token: credential } = await newcomer();
  const { id: captureId, stream } = await openRecording(service, { source: "upload" });
  await uploadWhole(service, stream, soundOf(24 << 20));
  await processed(service, captureId);
  const { mediaUrl } = await service.ok("getCapture", { credential, path: { captureId } });
  const { body } = await fetch(mediaUrl ?? assert.fail("There is no link."));
  const reader = (body ?? assert.fail()).getReader();
  t.after(() => reader.cancel().catch(() => undefined));
  await reader.read();
  await service.ok("removeMember", { path: { workspaceId, userId } });
  await assert.rejects(async () => {
    for (let isOver = false; !isOver;) isOver = (await reader.read()).done;
  });
  assert.equal((await heard(mediaUrl)).answer.status, 404);
});
