/** A real directory file in a temporary folder, with a clock and ids that the test holds. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Clock, Ids } from "../../../src/actors/ports.ts";
import { type Directory, openDirectory } from "../../../src/gateway/directory/directory.ts";
import type { Found } from "../../../src/gateway/directory/found.ts";
import { hashSecret } from "../../../src/gateway/directory/secrets.ts";
import type { NewApiKey } from "../../../src/gateway/directory/keys.ts";

export interface TestClock extends Clock {
  time: number;
}

export const start = Date.parse("2026-03-10T12:00:00.000Z");
export const day = 24 * 60 * 60 * 1000;

export function testClock(): TestClock {
  return {
    time: start,
    now() {
      return this.time;
    },
    monotonic() {
      return this.time;
    },
    timer: () => () => undefined,
  };
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
  /** Closes the directory and opens the same file again. */
  readonly reopen: () => Promise<Directory>;
}

export async function setting(t: TestContext, options: { minutesPerMonth?: number | null } = {}): Promise<Setting> {
  const folder = mkdtempSync(join(tmpdir(), "directory-"));
  const path = join(folder, "directory.db");
  const clock = testClock();
  const open = (series: number) => openDirectory({ url: `file:${path}`, clock, ids: testIds(series), ...options });
  let series = 1;
  let current = await open(series);
  t.after(async () => {
    await current.close();
    rmSync(folder, { recursive: true });
  });
  return {
    directory: current,
    clock,
    path,
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

/** What a look-up finds when it has to answer at once, from memory. */
export function atOnce(found: Found | undefined | Promise<Found | undefined>): Found | undefined {
  if (found instanceof Promise) throw new Error("expected the look-up to answer from memory");
  return found;
}
