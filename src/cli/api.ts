/** Calls of operations, on behalf of a profile. */
import { appTable } from "../schema/operations/index.ts";
import type { Operation } from "../schema/operation.ts";
import { CliFailure, exitCodes, Refused, type RefusalBody } from "./failure.ts";
import type { Profile } from "./profiles.ts";

export interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Makes a repeated call have its effect once. */
  readonly idempotencyKey?: string;
}

export interface Api {
  readonly url: string;
  /** The body of the success: JSON as a value, anything else as text. Rejects with Refused, or when the service can not be reached. */
  call(record: Operation, input?: Input): Promise<unknown>;
}

/** Calls as that profile; without one, operations that need no credential. */
export function createApi(url: string, profile: Pick<Profile, "token" | "workspaceId"> | null): Api {
  return {
    url,
    async call(record, input = {}) {
      const response = await send(url + addressOf(record, input), {
        method: record.method,
        headers: headersOf(profile, record, input),
        ...(record.body !== null && { body: JSON.stringify(input.body ?? {}) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      const body: unknown = isJson && text !== "" ? JSON.parse(text) : text;
      if (!response.ok) throw refusalOf(url, response.status, body);
      return body;
    },
  };
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, { ...init, redirect: "error" });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new CliFailure(
      `No answer from ${new URL(address).origin}: ${cause}`,
      exitCodes.error,
      "Is the service running there? Start one with `dayshift serve`, or name another with --url.",
    );
  }
}

function addressOf(record: Operation, { path = {}, query = {} }: Input): string {
  const base = appTable.includes(record) ? "/app/v1" : "/api/v1";
  const filled = record.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `${base}${filled}${text === "" ? "" : `?${text}`}`;
}

function headersOf(
  profile: Pick<Profile, "token" | "workspaceId"> | null,
  record: Operation,
  { idempotencyKey }: Input,
): Record<string, string> {
  return {
    accept: "application/json, text/*",
    ...(profile !== null && { authorization: `Bearer ${profile.token}` }),
    ...(profile?.workspaceId != null && { "dayshift-workspace": profile.workspaceId }),
    ...(record.body !== null && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
  };
}

function refusalOf(url: string, status: number, body: unknown): CliFailure {
  const error = (body as { error?: RefusalBody } | null)?.error;
  if (typeof error === "object" && typeof error.code === "string") return new Refused(error);
  return new CliFailure(`${url} answered ${status}, and not as Dayshift does.`, exitCodes.error, "Check the address.");
}
