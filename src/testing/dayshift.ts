/** A Dayshift for a test: an instance with an owner, keys and clients. */
import { type Client, createClient } from "../client/index.ts";
import { platform } from "../client/ports.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { type Scope, scopes as everyScope } from "../schema/scopes.ts";
import { type Instance, type InstanceOptions, startInstance, turns } from "./instance.ts";

export interface Dayshift extends AsyncDisposable, Pick<Instance, "clock" | "model" | "dataDir" | "log" | "pass"> {
  /** Origin, such as `http://127.0.0.1:41234`; another one after a restart. */
  readonly url: string;
  /** The person whom everything belongs to, and the token of a session of theirs. */
  readonly owner: { readonly id: string; readonly email: string; readonly password: string; readonly session: string };
  /** The workspace Home. */
  readonly workspaceId: string;
  /** A key with every scope, and a client that uses it. */
  readonly key: string;
  readonly client: Client;
  /** A client of the signed-in owner, for what keys cannot do: keys, members, decisions. */
  readonly session: Client;
  /** The secret of a key in Home with exactly these scopes; the same one for the same scopes. */
  keyFor(...scopes: readonly Scope[]): Promise<string>;
  /** A client with that key. */
  clientFor(...scopes: readonly Scope[]): Promise<Client>;
  /** Moves time forward: timers that fall due are called, and what they begin gets the event loop. */
  advance(milliseconds: number): Promise<void>;
  /** Stops and starts again on the same files; clients made before still work. */
  restart(): Promise<void>;
  /** Stops, and removes the files unless `dataDir` was given. Stopping again does nothing. */
  stop(): Promise<void>;
}

const ownerEmail = "owner@example.com";
const ownerPassword = "correct horse battery";

/** Starts a real instance on a free port of this machine; resolves when it takes requests. */
export async function startDayshift(options: InstanceOptions = {}): Promise<Dayshift> {
  const configuration = { ownerEmail, ownerPassword, ...options.configuration };
  const instance = await startInstance({ ...options, configuration });
  try {
    return await furnish(instance);
  } catch (error) {
    await instance.dispose();
    throw error;
  }
}

async function furnish(instance: Instance): Promise<Dayshift> {
  const directory = directoryOf(instance);
  const { ownerEmail: email, ownerPassword: password, rateLimitPerMinute } = instance.configuration;
  const owner = await directory.findUserByEmail(email ?? "");
  if (owner === undefined || password === null)
    throw new Error(
      "The data folder has another owner: name the owner's ownerEmail and ownerPassword in configuration.",
    );
  const { workspace } = await directory.ensureHome();
  const { token: session } = await directory.createSession(owner.id);
  const keys = new Map<string, Promise<string>>();
  const makeKey = async (scopes: readonly Scope[]): Promise<string> => {
    const key = {
      workspaceId: workspace.id,
      userId: owner.id,
      name: "Test",
      scopes,
      rateLimitPerMinute,
      expiresAt: null,
    };
    return (await directoryOf(instance).createApiKey(key)).response.secret ?? "";
  };
  const keyFor = (...scopes: readonly Scope[]): Promise<string> => {
    const unknown = scopes.find((scope) => !everyScope.includes(scope));
    if (unknown !== undefined)
      return Promise.reject(new Error(`There is no scope "${unknown}". Accepted: ${everyScope.join(", ")}.`));
    const set = everyScope.filter((scope) => scopes.includes(scope));
    const made = keys.get(set.join()) ?? makeKey(set);
    keys.set(set.join(), made);
    return made;
  };
  const clientWith = (token: string): Client => clientOf(instance, token);
  const key = await keyFor(...everyScope);
  const { clock, model, dataDir, log } = instance;
  const stop = (): Promise<void> => instance.dispose();
  return {
    clock,
    model,
    dataDir,
    log,
    get url() {
      return urlOf(instance);
    },
    owner: { id: owner.id, email: owner.email, password, session },
    workspaceId: workspace.id,
    key,
    client: clientWith(key),
    session: clientWith(session),
    keyFor,
    clientFor: async (...scopes) => clientWith(await keyFor(...scopes)),
    advance: async (milliseconds) => {
      clock.advance(milliseconds);
      await turns(100);
    },
    pass: (milliseconds) => instance.pass(milliseconds),
    restart: async () => {
      await instance.stop();
      await instance.start();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** A refusal is for the test to see, so nothing is tried again; waiting for a chat takes turns of the event loop, not time. */
function clientOf(instance: Instance, token: string): Client {
  return createClient({
    url: "",
    token,
    retries: 0,
    fetch: (address, init) => fetch(urlOf(instance) + address, init),
    ports: { ...platform, sleep: () => turns(10) },
  });
}

function urlOf({ service }: Instance): string {
  if (service === null) throw new Error("This Dayshift is stopped.");
  return service.url;
}

function directoryOf({ service }: Instance): Directory {
  if (service === null) throw new Error("This Dayshift is stopped.");
  return service.directory;
}
