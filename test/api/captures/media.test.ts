/** The sound of captures: links that are signed and end, ranges, uploads, and what an erasure leaves. */
import assert from "node:assert/strict";
import { existsSync, linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import {
  begin,
  fileOf,
  heard,
  type OpenedRecording,
  openRecording,
  processed,
  sendAll,
} from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";

const service = await startTestService({ after }, { configuration: { maxUploadMegabytes: 1 } });

/** A recording that has ended, and the bytes of its file. */
async function recorded(
  milliseconds: number,
): Promise<{ readonly id: string; readonly url: string; readonly whole: Uint8Array }> {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(milliseconds), milliseconds);
  channel.send({ type: "stop" });
  await channel.next("stopped");
  const { mediaUrl } = await processed(service, capture.id);
  const header = wavHeader({ sampleRate: 16_000, channels: 1 }, milliseconds * 32);
  return { id: capture.id, url: mediaUrl ?? "", whole: Uint8Array.from([...header, ...pcm(milliseconds)]) };
}

const { id: captureId, url, whole } = await recorded(3000);
const size = whole.byteLength;

test("a link answers the file or a range of it", { rules: ["recordings.media", "recordings.ranges"] }, async () => {
  const ranges: readonly (readonly [range: string, status: number, from: number, to: number])[] = [
    ["bytes=0-0", 206, 0, 1],
    ["bytes=44-1043", 206, 44, 1044],
    ["bytes=50000-", 206, 50_000, size],
    ["bytes=-100", 206, size - 100, size],
    ["bytes=-999999999", 206, 0, size],
    [`bytes=${size - 1}-${size + 50}`, 206, size - 1, size],
    ["bytes=0-1,5-6", 200, 0, size],
    ["bytes=9-5", 200, 0, size],
    ["lines=1-2", 200, 0, size],
    ["bytes=abc", 200, 0, size],
    ["", 200, 0, size],
  ];
  for (const [range, status, from, to] of ranges) {
    const { answer, bytes } = await heard(url, range === "" ? {} : { range });
    assert.equal(answer.status, status, range);
    assert.deepEqual(bytes, whole.subarray(from, to), range);
    assert.equal(answer.headers.get("content-length"), String(to - from), range);
    assert.equal(answer.headers.get("content-range"), status === 206 ? `bytes ${from}-${to - 1}/${size}` : null);
    assert.equal(answer.headers.get("accept-ranges"), "bytes");
  }
  for (const range of [`bytes=${size}-`, "bytes=-0"]) {
    const { answer } = await heard(url, { range });
    assert.deepEqual([answer.status, answer.headers.get("content-range")], [416, `bytes */${size}`]);
  }
});

test("a link says what it holds and never runs as a page", { rules: ["recordings.media"] }, async () => {
  const { answer, bytes } = await heard(url, {}, "HEAD");
  assert.deepEqual([answer.status, bytes.length, answer.headers.get("content-length")], [200, 0, String(size)]);
  assert.match(answer.headers.get("content-disposition") ?? "", /^inline; filename="recording-[0-9a-f]{12}\.wav"$/);
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.match(answer.headers.get("content-security-policy") ?? "", /sandbox/);
  const etag = answer.headers.get("etag") ?? "";
  assert.equal((await heard(url, { "if-none-match": etag })).answer.status, 304);
  assert.equal((await heard(url, { range: "bytes=0-1", "if-range": etag })).answer.status, 206);
  assert.equal((await heard(url, { range: "bytes=0-1", "if-range": '"other"' })).answer.status, 200);
});

test("no forged, foreign or expired link opens anything", { rules: ["recordings.links"] }, async () => {
  const ticket = url.slice(url.lastIndexOf("/") + 1);
  const other = await recorded(100);
  const [content = "", mac = ""] = ticket.slice(4).split(".");
  const otherContent = other.url.slice(other.url.lastIndexOf("/") + 5).split(".")[0] ?? "";
  const said = Buffer.from(content, "base64url").toString();
  const longer = Buffer.from(said.replace(/ (\d+) /, " 9$1 ")).toString("base64url");
  assert.notEqual(longer, content);
  const stream = (await openRecording(service)).stream.token;
  const forged = [
    `dsm_${otherContent}.${mac}`,
    `dsm_${longer}.${mac}`,
    `dsm_${content}.`,
    `dsm_${content}`,
    `dsm_.${mac}`,
    `dsm_${content}.${mac}.`,
    `dsm_${content}.${mac.slice(0, -1)}`,
    stream,
    stream.replace("dsa_", "dsm_"),
    ticket.replace("dsm_", "dsa_"),
    captureId,
  ];
  for (const one of forged) {
    const answer = await service.send("GET", `/app/v1/media/${one}`);
    assert.equal(answer.status, 404, one);
    assert.equal((JSON.parse(answer.body) as { error: { code: string } }).error.code, "resource_not_found");
  }
  assert.equal((await heard(url)).answer.status, 200);
  service.clock.advance(60 * 60 * 1000);
  const { answer, bytes } = await heard(url);
  assert.equal(answer.status, 404);
  assert.match(Buffer.from(bytes).toString(), /expired/);
  const { mediaUrl } = await service.ok("getCapture", { path: { captureId } });
  assert.notEqual(mediaUrl, url);
  assert.equal((await heard(mediaUrl)).answer.status, 200);
});

test("an archived capture plays; an erased one leaves no byte", { rules: ["recordings.erased"] }, async () => {
  const { id, url: link, whole: bytes } = await recorded(500);
  const path = fileOf(service, id);
  assert.deepEqual(new Uint8Array(readFileSync(path)), bytes);
  const witness = join(service.dataDir, "witness");
  linkSync(path, witness);
  await service.ok("deleteCapture", { path: { captureId: id } });
  assert.equal((await heard(link)).answer.status, 200);
  await service.ok("deleteCapture", { path: { captureId: id }, query: { permanent: true } });
  assert.equal((await heard(link)).answer.status, 404);
  await eventually("the file is gone", () => !existsSync(path));
  assert.ok(readFileSync(witness).every((byte) => byte === 0));
});

test("a capture's sound belongs to its workspace alone", { rules: ["recordings.links"] }, async () => {
  const other = await service.addWorkspace("Other");
  const { error } = JSON.parse(
    (await service.send("GET", `/api/v1/captures/${captureId}`, { credential: other.key })).body,
  ) as {
    error: { code: string };
  };
  assert.equal(error.code, "resource_not_found");
  await service.refuses("stopCapture", { path: { captureId }, credential: other.key }, "resource_not_found");
});

// ------------------------------------------------------------------------------------------------------------- uploads

const file = Uint8Array.from([
  ...wavHeader({ sampleRate: 8000, channels: 1 }, 64_000),
  ...pcm(4000, { sampleRate: 8000 }),
]);

interface Tus {
  readonly status: number;
  readonly offset: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly code: string | null;
}

async function tus(
  { stream }: OpenedRecording,
  method: string,
  headers: Readonly<Record<string, string>> = {},
  body?: Uint8Array,
): Promise<Tus> {
  const answer = await service.send(method, new URL(stream.url).pathname, {
    credential: stream.token,
    headers: {
      "tus-resumable": "1.0.0",
      ...(body && { "content-type": "application/offset+octet-stream" }),
      ...headers,
    },
    ...(body && { raw: Buffer.from(body) }),
  });
  const code = answer.body === "" ? null : (JSON.parse(answer.body) as { error: { code: string } }).error.code;
  return { status: answer.status, headers: answer.headers, offset: Number(answer.headers["upload-offset"]), code };
}

test("a file uploads in pieces, resumes, and is processed when whole", { rules: ["recordings.upload"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  assert.equal(capture.stream.url, `${service.publicUrl}/app/v1/captures/${capture.id}/upload`);
  const offered = await tus(capture, "OPTIONS");
  assert.equal(offered.headers["tus-version"], "1.0.0");
  assert.equal(offered.headers["tus-max-size"], "1000000");
  const made = await tus(capture, "POST", { "upload-length": String(file.length) });
  assert.deepEqual(
    [made.status, made.offset, made.headers["location"]],
    [201, 0, new URL(capture.stream.url).pathname],
  );
  const first = await tus(capture, "PATCH", { "upload-offset": "0" }, file.subarray(0, 20_000));
  assert.deepEqual([first.status, first.offset], [204, 20_000]);
  await service.restart();
  const head = await tus(capture, "HEAD");
  assert.deepEqual([head.status, head.offset, head.headers["upload-length"]], [200, 20_000, String(file.length)]);
  assert.equal(
    (await tus(capture, "PATCH", { "upload-offset": "19999" }, file.subarray(19_999))).code,
    "resource_conflict",
  );
  assert.equal((await tus(capture, "PATCH", { "upload-offset": "20000" }, file.subarray(20_000))).offset, file.length);
  const { status, durationSeconds, mediaUrl } = await processed(service, capture.id);
  assert.deepEqual([status, durationSeconds], ["completed", 4]);
  assert.deepEqual((await heard(mediaUrl)).bytes, file);
  const after = await tus(capture, "HEAD");
  assert.deepEqual(
    [after.status, after.offset, after.headers["upload-length"]],
    [200, file.length, String(file.length)],
  );
  assert.equal((await tus(capture, "PATCH", { "upload-offset": "0" }, file)).code, "resource_conflict");
});

test("an upload whose length comes with its last piece is accepted too", { rules: ["recordings.upload"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  assert.equal((await tus(capture, "HEAD")).headers["upload-defer-length"], "1");
  await tus(capture, "PATCH", { "upload-offset": "0" }, file.subarray(0, 100));
  const last = { "upload-offset": "100", "upload-length": String(file.length) };
  await tus(capture, "PATCH", last, file.subarray(100));
  assert.equal((await processed(service, capture.id)).status, "completed");
});

test("what is no audio or too large is refused", { rules: ["recordings.upload-refused"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  const length = String(file.length);
  const page = new TextEncoder().encode("<!doctype html><script>alert(1)</script>");
  const cases: readonly (readonly [
    method: string,
    headers: Record<string, string>,
    body: Uint8Array | undefined,
    status: number,
  ])[] = [
    ["POST", {}, undefined, 400],
    ["POST", { "upload-length": "0" }, undefined, 400],
    ["POST", { "upload-length": "1000001" }, undefined, 413],
    ["POST", { "upload-length": "many" }, undefined, 400],
    ["POST", { "upload-length": length, "tus-resumable": "0.2.2" }, undefined, 400],
    ["PATCH", {}, file, 400],
    ["PATCH", { "upload-offset": "0", "content-type": "audio/wav" }, file, 415],
    ["PATCH", { "upload-offset": "5" }, file, 409],
    ["PATCH", { "upload-offset": "0" }, page, 415],
    ["PATCH", { "upload-offset": "0", "upload-length": "30000" }, file, 413],
    ["POST", { "upload-length": length }, undefined, 409], // it was announced with 30,000 bytes
  ];
  for (const [method, headers, body, status] of cases) {
    const answer = await tus(capture, method, headers, body);
    assert.equal(answer.status, status, `${method} ${JSON.stringify(headers)}: ${answer.code}`);
  }
  assert.equal((await tus(capture, "HEAD")).status, 200);
  const live = await openRecording(service);
  const upload = {
    ...live,
    stream: { ...live.stream, url: live.stream.url.replace("ws:", "http:").replace("audio", "upload") },
  };
  assert.equal((await tus(upload, "GET")).code, "resource_conflict");
  assert.equal(
    (await tus({ ...capture, stream: { ...capture.stream, token: live.stream.token } }, "HEAD")).status,
    401,
  );
});
