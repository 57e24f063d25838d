/** Recordings as tests make them: opened over HTTP, sent to over the real channel. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { workspaceFolder } from "../../src/actors/store/files.ts";
import type { CaptureFull, CaptureLight } from "../../src/schema/capture.ts";
import { openChannel, pcmStart, type Stream, type TestChannel } from "./channel.ts";
import type { TestService } from "./service.ts";
import { asTimePasses } from "./settle.ts";
import { until } from "./wait.ts";

export interface OpenedRecording extends CaptureLight {
  readonly stream: Stream & { readonly expiresAt: string };
}

/** A recording that was just opened. */
export async function openRecording(
  service: TestService,
  more: object = {},
  credential = service.key,
): Promise<OpenedRecording> {
  return (await service.ok("createCapture", { credential, body: { type: "recording", ...more } })) as OpenedRecording;
}

/** A connection that has said how it sends, and was asked to continue. */
export async function begin(stream: Stream, start: object = pcmStart): Promise<TestChannel> {
  const channel = await openChannel(stream);
  channel.send(start);
  await channel.next("started");
  return channel;
}

/** Sends, and lets time pass until so much is acknowledged. */
export async function sendAll(
  service: TestService,
  channel: TestChannel,
  bytes: Uint8Array,
  untilMs: number,
): Promise<void> {
  channel.audio(bytes);
  await acknowledged(service, channel, untilMs);
}

/** Lets time pass, slowly, until so much is acknowledged. */
export async function acknowledged(service: TestService, channel: TestChannel, untilMs: number): Promise<void> {
  await asTimePasses(service.clock, `an ack of ${untilMs} ms; ${JSON.stringify(channel.said.at(-1))}`, () =>
    channel.said.some(({ type, receivedMs }) => type === "ack" && (receivedMs ?? 0) >= untilMs),
  );
}

/** Uploads a file in one piece, as a tus client does. */
export async function uploadWhole(
  { url }: Pick<TestService, "url">,
  stream: Stream,
  sound: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const answer = await fetch(new URL(new URL(stream.url).pathname, url), {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${stream.token}`,
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(sound.length),
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
    },
    body: sound,
  });
  assert.equal(answer.status, 204);
}

/** Where the sound of the capture lies. */
export function fileOf(service: TestService, captureId: string, workspaceId = service.workspaceId): string {
  return join(workspaceFolder(service.dataDir, workspaceId), "media", captureId);
}

/** The capture when it is processed no longer. */
export function processed(service: TestService, captureId: string, credential = service.key): Promise<CaptureFull> {
  return until(
    "the recording is processed",
    () => service.ok("getCapture", { credential, path: { captureId } }),
    ({ status }) => status === "completed" || status === "failed",
  );
}

/** What a link to the sound answers. */
export async function heard(url: string | null, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const answer = await fetch(url ?? assert.fail("There is no link."), { method, headers });
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
}
