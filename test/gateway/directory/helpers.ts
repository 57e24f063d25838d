/** A real directory in a temporary folder, as a file or behind a server, with a clock and ids that the test holds. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Charge, Clock, Ids } from "../../../src/actors/runtime/ports.ts";
import type { DbOptions } from "../../../src/gateway/directory/database/db.ts";
import { type Directory, openDirectory } from "../../../src/gateway/directory/directory.ts";
import { hashSecret } from "../../../src/gateway/directory/secrets/secrets.ts";
import type { NewApiKey } from "../../../src/gateway/directory/keys.ts";
import { type HranaServer, startHranaServer } from "./hrana-server.ts";

export interface TestClock extends Clock {
  time: number;
}

export const start = Date.parse("2026-03-10T12:00:00.000Z");
export const day = 24 * 60 * 60 * 1000;

export function testClock(): TestClock {
  const clock: TestClock = {
    time: start,
    now: () => clock.time,
    monotonic: () => clock.time,
    timer: () => () => undefined,
  };
  return clock;
}

/** What a turn used that began at that moment, with an agent that has no name here. */
export function charge(turnId: string, seconds: number, more: Partial<Charge> = {}): Charge {
  return { turnId, seconds, agentId: null, beganAt: start, ...more };
}

/** Ordered ids; `series` keeps those of two openings of one file apart. */
export function testIds(series = 1): Ids {
  let next = 0;
  return { uuid: () => `00000000-0000-7000-${8000 + series}-${String(++next).padStart(12, "0")}` };
}

export interface Setting {
  readonly directory: Directory;
  readonly clock: TestClock;
  readonly path: string;
  /** How the directory was opened: the file itself, or the server in front of it. */
  readonly address: DbOptions;
  /** Closes the directory and opens the same one again. */
  readonly reopen: () => Promise<Directory>;
}

export interface RemoteSetting extends Setting {
  readonly server: HranaServer;
  /** Another gateway on the same directory, with ids of its own. */
  readonly join: () => Promise<Directory>;
}

interface SettingOptions {
  readonly minutesPerMonth?: number | null;
}

let isRemote = false;

/** From here on `setting` gives remote directories: for the suites that run on both kinds. */
export function keepDirectoriesRemote(): void {
  isRemote = true;
}

export async function setting(t: TestContext, options: SettingOptions = {}): Promise<Setting> {
  if (isRemote) return remoteSetting(t, options);
  const path = temporaryFile(t);
  return settingAt(t, path, { url: `file:${path}` }, options);
}

export async function remoteSetting(t: TestContext, options: SettingOptions = {}): Promise<RemoteSetting> {
  const { server, path, address } = await remoteServer(t);
  const base = await settingAt(t, path, address, options);
  let series = 100;
  const join = async () => {
    const other = await openDirectory({ ...address, clock: base.clock, ids: testIds(++series), ...options });
    afterwards(t, () => other.close());
    return other;
  };
  return { ...base, server, join };
}

/** A server with an empty database. */
export async function remoteServer(t: TestContext) {
  const path = temporaryFile(t);
  const server = await startHranaServer(path);
  afterwards(t, () => server.stop());
  return { server, path, address: { url: server.url, authToken: server.token } };
}

const endings = new WeakMap<TestContext, (() => unknown)[]>();

/** Last opened, first closed; `t.after` alone would begin with the first. */
function afterwards(t: TestContext, action: () => unknown): void {
  const known = endings.get(t);
  const actions = known ?? [];
  actions.push(action);
  if (known !== undefined) return;
  endings.set(t, actions);
  t.after(async () => {
    for (const end of actions.reverse()) await end();
  });
}

function temporaryFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "directory-"));
  afterwards(t, () => rmSync(folder, { recursive: true }));
  return join(folder, "directory.db");
}

async function settingAt(t: TestContext, path: string, address: DbOptions, options: SettingOptions): Promise<Setting> {
  const clock = testClock();
  const open = (series: number) => openDirectory({ ...address, clock, ids: testIds(series), ...options });
  let series = 1;
  let current = await open(series);
  afterwards(t, () => current.close());
  return {
    directory: current,
    clock,
    path,
    address,
    reopen: async () => {
      await current.close();
      current = await open(++series);
      return current;
    },
  };
}

export interface Household {
  readonly userId: string;
  readonly workspaceId: string;
  readonly organizationId: string;
}

export const ownerEmail = "Owner@Example.org";
export const ownerPassword = "correct horse battery";

export async function withOwner(directory: Directory): Promise<Household> {
  const { owner, workspace, organizationId } = await directory.createOwner({
    email: ownerEmail,
    password: ownerPassword,
  });
  return { userId: owner.id, workspaceId: workspace.id, organizationId };
}

export async function newKey(directory: Directory, { userId, workspaceId }: Household, more: Partial<NewApiKey> = {}) {
  const { response } = await directory.createApiKey({
    workspaceId,
    userId,
    name: "Build server",
    scopes: ["todos:write", "todos:read"],
    rateLimitPerMinute: 300,
    expiresAt: null,
    ...more,
  });
  return { id: response.id, key: response, hash: hashSecret(response.secret ?? "") };
}
