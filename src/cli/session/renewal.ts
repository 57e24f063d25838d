/** The token of a command: renewed before it ends, and when the service says that it has ended. */
import { CliFailure, exitCodes } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { type Active, changeProfile, type Profile, type Refresh } from "./profiles.ts";

export interface Token {
  /** The one to send now. */
  current(): Promise<string>;
  /** After a refusal as expired: whether there is a newer one now. */
  renew(): Promise<boolean>;
}

/** Milliseconds before its end from which a token is renewed: a request on its way still finds it valid. */
const margin = 60_000;

/** The token of a profile, or of what flags and environment say, which nothing renews. */
export function tokenOf(io: Io, { name, ...active }: Active): Token {
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
