/** The service in a process of its own, on storage that fails when a test says so. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { createKey, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { createFaults, type Faults, noCompiler } from "./faults.ts";
import { isNode } from "./runtime.ts";
import { tempDir } from "./temp-dir.ts";

export interface FailingService {
  readonly service: RunningService;
  readonly faults: Faults;
  readonly dataDir: string;
  /** A key of the workspace Home, and a session of the owner. */
  readonly key: string;
  readonly session: string;
  readonly workspaceId: string;
}

export interface Answer {
  readonly status: number;
  /** Seconds, from the header. */
  readonly retryAfter: string | null;
  /** The message of an error. */
  readonly message: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const scopes = ["todos:read", "todos:write", "captures:read", "captures:write"];

/** Why there are none. */
export const noFaults = isNode ? noCompiler : "the storage that fails is preloaded into Node";

/** Storage that fails below that folder; null where there is none. */
export function faultsFor(t: TestContext, dataDir: string, remembers = false): Faults | null {
  const faults = isNode ? createFaults(tempDir(t), dataDir, { remembers }) : null;
  if (faults !== null) t.after(() => faults.close());
  return faults;
}

/** Starts it; null where storage cannot be made to fail. */
export async function startFailing(t: TestContext, remembers = false): Promise<FailingService | null> {
  const dataDir = tempDir(t);
  const faults = faultsFor(t, dataDir, remembers);
  if (faults === null) return null;
  const service = await startService({ dataDir, env: { ...faults.env } });
  t.after(() => service.kill());
  const { token: session, workspaces } = await signIn(service.url);
  const workspaceId = workspaces[0]?.id ?? assert.fail("The owner has no workspace.");
  const key = await createKey(service.url, session, workspaceId, scopes);
  return { service, faults, dataDir, key, session, workspaceId };
}

/** Asks, whatever the answer is. */
export async function ask(
  { service }: Pick<FailingService, "service">,
  path: string,
  credential: string,
  more: { readonly body?: object; readonly headers?: Readonly<Record<string, string>>; readonly method?: string } = {},
): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method: more.method ?? (more.body === undefined ? "GET" : "POST"),
    headers: {
      Authorization: `Bearer ${credential}`,
      ...(more.body !== undefined && { "Content-Type": "application/json" }),
      ...more.headers,
    },
    ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
  });
  const text = await response.text();
  const body = (text === "" ? {} : JSON.parse(text)) as { readonly error?: { readonly message: string } };
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, message: body.error?.message ?? "", body };
}
