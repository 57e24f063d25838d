/** The owner of a workspace's recordings as the gateway has it, over a folder. */
import { nothingOutside } from "../../../src/actors/runtime/outside.ts";
import { openAlarmFile } from "../../../src/actors/alarms/alarm-file.ts";
import type { AudioAnswers, AudioAsks } from "../../../src/actors/audio/asks.ts";
import { createIds } from "../../../src/actors/runtime/ids.ts";
import type { Transcriber } from "../../../src/actors/runtime/transcriber.ts";
import { workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createWorkspaceFiles } from "../../../src/actors/workspace/files.ts";
import { createHost } from "../../../src/actors/workspace/host.ts";
import { rules } from "../../../src/actors/workspace/rules.ts";
import type { CaptureCreate, CaptureFull, CaptureLight, CaptureListItem } from "../../../src/schema/capture.ts";
import type { WorkspaceOperationId } from "../../../src/schema/operations/index.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { fakeId } from "../../helpers/ids.ts";
import { createTestModel } from "../../helpers/model.ts";

export const workspaceId = fakeId(0xfc);

const caller = {
  workspaceId,
  userId: fakeId(0xfd),
  credentialType: "api_key",
  credentialId: "credential",
  scopes: ["captures:read", "captures:write"],
} as const;

export interface Owner {
  create(body: CaptureCreate): Promise<CaptureLight>;
  get(captureId: string): Promise<CaptureFull>;
  list(): Promise<readonly CaptureListItem[]>;
  stop(captureId: string): Promise<void>;
  audio<Ask extends keyof AudioAsks>(ask: Ask, input: AudioAsks[Ask]): Promise<AudioAnswers[Ask]>;
  /** All bytes of the file of sound. */
  media(captureId: string): Promise<Buffer>;
  /** Lets time pass. */
  wait(milliseconds: number): void;
  close(): Promise<void>;
}

/** Hears nothing, and reads all that it is given. */
const transcriber: Transcriber = {
  name: "reading",
  async transcribe(sound) {
    await joined(sound.read());
    return [];
  },
};

/** Opens the folder at that moment (milliseconds since 1970). */
export async function openOwner(dataDir: string, now: number): Promise<Owner> {
  const clock = createFakeClock(now);
  const files = createWorkspaceFiles({ dataDir, migrations: workspaceMigrations() });
  const host = createHost({
    zoneData: "test",
    clock,
    ids: createIds(clock),
    model: createTestModel(),
    access: { currentScopes: async ({ scopes }) => scopes, timezoneOf: async () => null },
    minutes: {
      secondsLeft: async () => null,
      reserve: async () => true,
      note: async () => undefined,
      settle: async () => undefined,
    },
    mailer: { send: async () => ({ state: "unavailable" }) },
    outside: nothingOutside,
    transcriber: () => transcriber,
    alarms: await openAlarmFile(dataDir, "test"),
    files,
    rules,
    report: () => undefined,
    log: () => undefined,
  });
  await host.ready();
  const call = async <Body>(operation: WorkspaceOperationId, input: object): Promise<Body> => {
    const full = { path: {}, query: {}, body: null, ...input };
    return (await host.call(workspaceId, { operation, caller, input: full, idempotency: null })).body as Body;
  };
  return {
    create: (body) => call("createCapture", { body }),
    get: (captureId) => call("getCapture", { path: { captureId } }),
    list: async () => (await call<{ data: CaptureListItem[] }>("listCaptures", { query: { limit: 100 } })).data,
    stop: (captureId) => call("stopCapture", { path: { captureId } }),
    audio: (ask, input) => host.audio(workspaceId, ask, input),
    media: (captureId) => joined(files.media.read(workspaceId, captureId, 0, Number.MAX_SAFE_INTEGER)),
    wait: (milliseconds) => clock.advance(milliseconds),
    async close() {
      const drained = host.drain(60_000);
      const pass = setInterval(() => clock.advance(10), 1);
      await drained.finally(() => clearInterval(pass));
    },
  };
}

/** Makes the workspace. */
export async function prepareOwner(dataDir: string): Promise<void> {
  const files = createWorkspaceFiles({ dataDir, migrations: workspaceMigrations() });
  await files.create(workspaceId);
  files.close();
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
