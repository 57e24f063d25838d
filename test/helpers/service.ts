/**
 * The real service for a test: in this process, on real HTTP, with real files in a temporary folder. Time is a fake clock, the
 * model is one that the test steers. The owner is signed in, and there is a key with every scope.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { createIds } from "../../src/actors/ids.ts";
import type { Model, Transcriber } from "../../src/actors/ports.ts";
import type { FetchDocument } from "../../src/gateway/oauth/client-documents.ts";
import type { Directory } from "../../src/gateway/directory/directory.ts";
import { type Scope, scopes as everyScope } from "../../src/schema/scopes.ts";
import { createLog } from "../../src/server/log.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { type Configuration, readConfiguration } from "../../src/server/settings.ts";
import { type Client, createClient } from "./client.ts";
import { createFakeClock, type FakeClock } from "./clock.ts";
import { turns } from "./settle.ts";
import { createTestModel, type TestModel } from "./model.ts";

export const ownerEmail = "owner@example.com";
export const ownerPassword = "correct horse battery";

/** Hears nothing in any recording. */
const silence: Transcriber = { name: "silence", transcribe: () => Promise.resolve([]) };

export interface TestOptions {
  readonly model?: Model;
  /** Left out: recordings are silent. */
  readonly transcriber?: Transcriber | null;
  readonly clock?: FakeClock;
  readonly configuration?: Partial<Configuration>;
  /** What OAuth clients say of themselves at their own address; nothing is there when left out. */
  readonly fetchDocument?: FetchDocument;
  /** Begin without an owner, as a fresh folder does. */
  readonly empty?: boolean;
}

export interface TestService extends Client {
  readonly clock: FakeClock;
  /** The model the test steers, unless it brought its own. */
  readonly model: TestModel;
  readonly dataDir: string;
  /** Origin in links. */
  readonly publicUrl: string;
  /** Lines of the log. */
  readonly log: string[];
  readonly setupToken: string | null;
  readonly directory: Directory;
  /** Token of the owner's session; id of the owner; id of the workspace Home. */
  session: string;
  userId: string;
  workspaceId: string;
  /** A key with every scope, in Home. */
  key: string;
  /** The secret of a new key of the owner. */
  keyFor(scopes?: readonly Scope[], workspaceId?: string): Promise<string>;
  /** A new workspace of the owner, with a key of every scope. */
  addWorkspace(name: string): Promise<{ readonly id: string; readonly key: string }>;
  /** Lets a long time pass, hours or days: what is on its way is written first, so that the clock's many ticks find nothing. */
  pass(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
  /** Stops and starts again on the same files. */
  restart(configuration?: Partial<Configuration>): Promise<void>;
}

/** Starts the service; it is stopped and its files are removed after the test (or file) that `host` stands for. */
export async function startTestService(
  host: { readonly after: (action: () => Promise<void>) => void } | TestContext,
  options: TestOptions = {},
): Promise<TestService> {
  const dataDir = mkdtempSync(join(tmpdir(), "dayshift-service-"));
  const clock = options.clock ?? createFakeClock();
  const model = createTestModel();
  const log: string[] = [];
  const start = (more: Partial<Configuration> = {}): Promise<Service> =>
    startService({
      configuration: { ...configurationOf(dataDir, options), ...more },
      clock,
      ids: createIds(clock),
      log: createLog({ level: "debug", isTerminal: false, clock, write: (line) => void log.push(line) }),
      model: options.model ?? model,
      transcriber: options.transcriber === undefined ? silence : options.transcriber,
      fetchDocument: options.fetchDocument ?? (() => Promise.reject(new Error("No network in tests."))),
    });
  let running: Service | null = await start();
  const setupToken = running.setupToken;
  const client = createClient({
    clock,
    log,
    url: () => running?.url ?? "http://stopped.invalid",
    defaults: () => service,
  });
  const stop = async (): Promise<void> => {
    const stopping = running;
    running = null;
    if (stopping !== null) await pump(clock, stopping.stop());
    client.close();
  };
  host.after(async () => {
    model.release();
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const keyFor: TestService["keyFor"] = async (scopes = everyScope, workspaceId = service.workspaceId) => {
    const key = await client.ok("createApiKey", { body: { workspaceId, name: "Test", scopes: [...scopes] } });
    return key.secret ?? assert.fail("A new key came without its secret.");
  };
  const service: TestService = {
    ...client,
    get url() {
      return client.url;
    },
    get publicUrl() {
      return running?.publicUrl ?? "";
    },
    get directory() {
      return running?.directory ?? assert.fail("The service is stopped.");
    },
    clock,
    model,
    dataDir,
    log,
    setupToken,
    session: "",
    userId: "",
    workspaceId: "",
    key: "",
    keyFor,
    pass: async (milliseconds) => {
      const flushed = 5000;
      clock.advance(flushed);
      await turns(100);
      clock.advance(milliseconds - flushed);
    },
    stop,
    addWorkspace: async (name) => {
      const { id } = await client.ok("createWorkspace", { body: { name } });
      return { id, key: await keyFor(everyScope, id) };
    },
    restart: async (configuration) => {
      await stop();
      running = await start(configuration);
    },
  };
  if (!options.empty) await signIn(service);
  return service;
}

async function signIn(service: TestService): Promise<void> {
  const session = await service.ok("createSession", { body: { email: ownerEmail, password: ownerPassword } });
  service.session = session.token;
  service.userId = session.user.id;
  service.workspaceId = session.workspaces[0]?.id ?? assert.fail("The owner has no workspace.");
  service.key = await service.keyFor();
}

function configurationOf(dataDir: string, options: TestOptions): Configuration {
  const owner = options.empty ? {} : { ownerEmail, ownerPassword };
  const usual = { ...readConfiguration({}, {}), port: 0, dataDir, rateLimitPerMinute: 100_000 };
  return { ...usual, ...owner, ...options.configuration };
}

/** Lets time pass, slowly, until the promise is settled: a clock that stands still would hold up what waits for it. */
async function pump<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  let settled = false;
  const watched = promise.finally(() => {
    settled = true;
  });
  const isOpen = (): boolean => !settled;
  for (let turn = 1; isOpen() && turn < 2_000_000; turn++) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    if (turn % 500 === 0) clock.advance(100);
  }
  assert.ok(settled, "Stopping did not end.");
  return watched;
}
