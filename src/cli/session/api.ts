/** Calls of operations for commands, by the typed client's rules: what fails is a failure of the command. */
import { callOperation } from "../../client/call.ts";
import { DayshiftError } from "../../client/errors.ts";
import { platform } from "../../client/ports.ts";
import { type Flat, toWire } from "../../client/request.ts";
import type { CallOptions, Text } from "../../client/options.ts";
import type { Operation } from "../../schema/operation.ts";
import { appTable } from "../../schema/operations/index.ts";
import { CliFailure, exitCodes, inPerson, noAnswer, Refused, usage } from "../ports/failure.ts";
import { createReach } from "./reach.ts";
import type { Io } from "../ports/io.ts";
import { type Active, changeProfile, type Profile, type Refresh } from "./profiles.ts";

export interface Api {
  readonly url: string;
  /**
   * The body of the success: JSON as a value, anything else as text. `input` is flat: parameters and fields of the body. Rejects with
   * Refused, or when the service cannot be reached.
   */
  call(record: Operation, input?: Flat, options?: CallOptions): Promise<unknown>;
}

/** Calls as that profile; without one, operations that need no credential. */
export function createApi(io: Io, url: string, profile: Active | null): Api {
  const token = profile === null ? null : tokenOf(io, profile);
  // What was allowed in the browser opens what names a scope, as far as its scopes go, and nothing that is left to persons.
  const isApp = profile?.token.startsWith("dso_") ?? false;
  const used = { isApp, keyFrom: profile?.keyFrom ?? null };
  const options = {
    url,
    ...(profile?.workspaceId != null && { workspaceId: profile.workspaceId }),
    ports: { ...platform, sleep: (milliseconds: number) => pause(io, milliseconds) },
  };
  const reach = createReach(io);
  return {
    url,
    async call(record, input = {}, how = {}) {
      if (isApp && needsPerson(record)) throw personNeeded(record);
      const wire = wireOf(record, input);
      const nobody = new AbortController();
      const fetch = reach.fetchFor(nobody);
      const signal = AbortSignal.any([nobody.signal, ...(how.signal === undefined ? [] : [how.signal])]);
      // Renewing has failures of its own, which are not tried again as those of the call are.
      const attempt = async (): Promise<unknown> =>
        callOperation({ ...options, fetch, ...(token !== null && { token: await token.current() }) }, record, wire, {
          ...how,
          signal,
        });
      const answer = await attempt()
        .catch(async (error: unknown) => {
          if (hasExpired(error) && (await token?.renew())) return attempt();
          throw error;
        })
        .catch((error: unknown) => {
          throw error instanceof DayshiftError ? new Refused(error, used) : noAnswer(url, error);
        });
      return record.success.texts === undefined ? answer : (answer as Text).text;
    },
  };
}

function hasExpired(error: unknown): boolean {
  return error instanceof DayshiftError && error.code === "expired_token";
}

function needsPerson(record: Operation): boolean {
  return record.auth === "session" || (record.auth === "any" && appTable.includes(record));
}

function personNeeded({ summary }: Operation): CliFailure {
  const message = `“${summary}” is for people who signed in with their password; you did in the browser, as an app does.`;
  return new CliFailure(message, exitCodes.credential, inPerson(null));
}

function wireOf(record: Operation, input: Flat): ReturnType<typeof toWire> {
  try {
    return toWire(record, input);
  } catch (error) {
    throw usage((error as Error).message);
  }
}

/** Before another attempt; a person at the terminal is notified. */
async function pause(io: Io, milliseconds: number): Promise<void> {
  const { stderr } = io;
  if (stderr.isTerminal) stderr.write(`\r… trying again in ${Math.ceil(milliseconds / 1000)} s`);
  await io.sleep(milliseconds);
  if (stderr.isTerminal) stderr.write("\r\u001b[K");
}

export interface Token {
  /** The one to send now. */
  current(): Promise<string>;
  /** After a refusal as expired: whether there is a newer one now. */
  renew(): Promise<boolean>;
}

/** Milliseconds before its end from which a token is renewed: a request on its way still finds it valid. */
const margin = 60_000;

/** The token of a profile, or of what flags and environment say, which nothing renews. */
function tokenOf(io: Io, { name, ...active }: Active): Token {
  let profile: Profile = active;
  const renew = async (): Promise<boolean> => {
    if (name === null || profile.refresh === null) return false;
    profile = await changeProfile(io, name, (stored) => renewed(io, profile, stored));
    return true;
  };
  return {
    async current() {
      if (profile.refresh !== null && io.now() >= profile.refresh.expiresAt - margin) await renew();
      return profile.token;
    },
    renew,
  };
}

/** What is stored when another command has renewed it since it was read; else with new tokens. */
async function renewed(io: Io, used: Profile, stored: Profile | undefined): Promise<Profile> {
  if (stored === undefined || stored.refresh === null || stored.url !== used.url) {
    throw new CliFailure(
      "The profile was signed out in the meantime.",
      exitCodes.credential,
      "Sign in: dayshift login",
    );
  }
  return stored.token === used.token ? { ...stored, ...(await newTokens(io, stored.url, stored.refresh)) } : stored;
}

async function newTokens(
  io: Io,
  url: string,
  { clientId, token }: Refresh,
): Promise<Pick<Profile, "token" | "refresh">> {
  // Loaded when it is needed: hardly any command renews.
  const { findServer, refresh } = await import("../oauth/server.ts");
  const asked = io.now();
  const { accessToken, refreshToken, expiresIn } = await refresh(await findServer(url), clientId, token);
  return { token: accessToken, refresh: { token: refreshToken, clientId, expiresAt: asked + expiresIn * 1000 } };
}
