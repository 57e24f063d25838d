/** Calls of operations for commands, by the typed client's rules: what fails is a failure of the command. */
import { callOperation } from "../client/call.ts";
import { DayshiftError } from "../client/errors.ts";
import { platform } from "../client/ports.ts";
import { type Flat, toWire } from "../client/request.ts";
import type { CallOptions, Text } from "../client/types.ts";
import type { Operation } from "../schema/operation.ts";
import { CliFailure, exitCodes, Refused, usage } from "./failure.ts";
import type { Io } from "./io.ts";
import type { Profile } from "./profiles.ts";

export interface Api {
  readonly url: string;
  /**
   * The body of the success: JSON as a value, anything else as text. `input` is flat: parameters and fields of the body. Rejects with
   * Refused, or when the service can not be reached.
   */
  call(record: Operation, input?: Flat, options?: CallOptions): Promise<unknown>;
}

/** Calls as that profile; without one, operations that need no credential. */
export function createApi(io: Io, url: string, profile: Pick<Profile, "token" | "workspaceId"> | null): Api {
  const options = {
    url,
    ...(profile !== null && { token: profile.token }),
    ...(profile?.workspaceId != null && { workspaceId: profile.workspaceId }),
    // A credential goes nowhere else, whatever the answer says.
    fetch: (address: string, init: RequestInit) => fetch(address, { ...init, redirect: "manual" }),
    ports: { ...platform, sleep: (milliseconds: number) => pause(io, milliseconds) },
  };
  return {
    url,
    async call(record, input = {}, how = {}) {
      const wire = wireOf(record, input);
      const answer = await callOperation(options, record, wire, how).catch((error: unknown) => {
        throw failureOf(url, error);
      });
      return record.success.texts === undefined ? answer : (answer as Text).text;
    },
  };
}

function wireOf(record: Operation, input: Flat): ReturnType<typeof toWire> {
  try {
    return toWire(record, input);
  } catch (error) {
    throw usage((error as Error).message);
  }
}

/** Before another attempt; a person is told when it takes long enough to wonder. */
async function pause(io: Io, milliseconds: number): Promise<void> {
  const { stderr } = io;
  const isTold = stderr.isTerminal && milliseconds >= 1000;
  if (isTold) stderr.write(`\r… trying again in ${Math.ceil(milliseconds / 1000)} s`);
  await io.sleep(milliseconds);
  if (isTold) stderr.write("\r\u001b[K");
}

function failureOf(url: string, error: unknown): unknown {
  if (error instanceof DayshiftError) return new Refused(error);
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause instanceof Error ? error.cause.message : error.message;
  return new CliFailure(
    `No answer from ${url}: ${cause}`,
    exitCodes.error,
    "Is the service running there? Start one with `dayshift serve`, or name another with --url.",
  );
}
