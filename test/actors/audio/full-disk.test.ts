/** A recording on a disk that is full. */
import { nothingOutside } from "../../../src/actors/runtime/outside.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createHost } from "../../../src/actors/workspace/host.ts";
import { createIds } from "../../../src/actors/runtime/ids.ts";
import { rules } from "../../../src/actors/workspace/rules.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { openAlarmFile } from "../../../src/actors/alarms/alarm-file.ts";
import { createWorkspaceFiles } from "../../../src/actors/workspace/files.ts";
import type { Blobs } from "../../../src/actors/files/blobs.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { fakeId } from "../../helpers/ids.ts";
import { createTestModel } from "../../helpers/model.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { noMail, sameScopes, unlimited } from "../bench.ts";

const workspaceId = fakeId(1);
const caller = {
  workspaceId,
  userId: "user",
  credentialType: "api_key",
  credentialId: "credential",
  scopes: ["captures:write"],
} as const;

/** A disk that takes half of a write and no more, while it is full. */
function filling(blobs: Blobs, disk: { isFull: boolean }): Blobs {
  return {
    ...blobs,
    async open(workspace, id) {
      const writer = await blobs.open(workspace, id);
      return {
        get size() {
          return writer.size;
        },
        async write(position, parts) {
          if (!disk.isFull) return writer.write(position, parts);
          await writer.write(
            position,
            parts.map((part) => part.subarray(0, part.length >> 1)),
          );
          throw Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
        },
        read: (start, end) => writer.read(start, end),
        truncate: (size) => writer.truncate(size),
        close: () => writer.close(),
      };
    },
  };
}

test("a full disk leaves the recording open; it resumes with room", { rules: ["recordings.disk-full"] }, async (t) => {
  const dataDir = tempDir(t);
  const clock = createFakeClock();
  const disk = { isFull: false };
  const files = createWorkspaceFiles({ dataDir, migrations: workspaceMigrations() });
  const media = filling(files.media, disk);
  const host = createHost({
    zoneData: "test",
    clock,
    ids: createIds(clock),
    model: createTestModel(),
    access: sameScopes,
    minutes: unlimited,
    mailer: noMail,
    outside: nothingOutside,
    transcriber: () => null,
    alarms: await openAlarmFile(dataDir, "test"),
    files: { ...files, media },
    rules,
    report: () => undefined,
    log: () => undefined,
  });
  t.after(() => host.drain(0));
  await host.create(workspaceId, []);
  const input = { path: {}, query: {}, body: { type: "recording" } };
  const opening = { operation: "createCapture", caller, input, idempotency: null } as const;
  const { id: captureId } = (await host.call(workspaceId, opening)).body as { id: string };
  const format = { encoding: "pcm_s16le", sampleRate: 16_000, channels: 1 } as const;
  const first = await host.audio(workspaceId, "open", { captureId, format, resumeFromMs: null });
  const send = (session: string, bytes: Uint8Array) =>
    host.audio(workspaceId, "append", { captureId, session, bytes, sizes: [bytes.byteLength] });
  await send(first.session, pcm(1000));
  disk.isFull = true;
  await assert.rejects(
    send(first.session, pcm(1000, { fromMs: 1000 })),
    /storage is full: what was sent last may not be stored/,
  );
  await host.audio(workspaceId, "leave", { captureId, session: first.session });
  await assert.rejects(host.audio(workspaceId, "stop", { captureId, session: first.session }), /over/);
  disk.isFull = false;
  const again = await host.audio(workspaceId, "open", { captureId, format, resumeFromMs: 1000 });
  assert.ok(again.receivedMs >= 1000);
  assert.equal((await send(again.session, pcm(1000, { fromMs: 1000 }))).receivedMs, 2000);
  await host.audio(workspaceId, "stop", { captureId, session: again.session });
  const writer = await files.media.open(workspaceId, captureId);
  assert.deepEqual(await writer.read(44, 44 + 64_000), pcm(2000));
  await writer.close();
});
