/** The test kit's instance with a client that checks every answer: the owner is signed in, and there is a key with every scope. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Directory } from "../../src/gateway/directory/directory.ts";
import { type Scope, scopes as everyScope } from "../../src/schema/scopes.ts";
import type { Configuration } from "../../src/server/base/configuration.ts";
import { type InstanceOptions, startInstance } from "../../src/testing/instance.ts";
import { type Client, createClient } from "./client.ts";
import type { FakeClock } from "./clock.ts";
import type { TestModel } from "./model.ts";
import { ownerEmail, ownerPassword } from "./owner.ts";
import { storeOptions } from "./store-under-test.ts";

export interface TestOptions extends Omit<InstanceOptions, "dataDir"> {
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
  readonly metricsUrl: string | null;
  /** Lines of the log. */
  readonly log: readonly string[];
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
  const owner = options.empty ? {} : { ownerEmail, ownerPassword };
  const configuration = { ...owner, ...options.configuration };
  const instance = await startInstance({ ...options, configuration, ...storeOptions({ ...options, configuration }) });
  const { clock, model, dataDir, log } = instance;
  const client = createClient({
    clock,
    log,
    url: () => instance.service?.url ?? "http://stopped.invalid",
    defaults: () => service,
  });
  const stop = async (): Promise<void> => {
    await instance.stop();
    await client.close();
  };
  host.after(async () => {
    await instance.dispose();
    await client.close();
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
      return instance.service?.publicUrl ?? "";
    },
    get metricsUrl() {
      return instance.service?.metricsUrl ?? null;
    },
    get directory() {
      return instance.service?.directory ?? assert.fail("The service is stopped.");
    },
    clock,
    model,
    dataDir,
    log,
    get setupToken() {
      return instance.service?.setupToken ?? null;
    },
    session: "",
    userId: "",
    workspaceId: "",
    key: "",
    keyFor,
    pass: (milliseconds) => instance.pass(milliseconds),
    stop,
    addWorkspace: async (name) => {
      const { id } = await client.ok("createWorkspace", { body: { name } });
      return { id, key: await keyFor(everyScope, id) };
    },
    restart: async (configuration) => {
      await stop();
      await instance.start(configuration);
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
