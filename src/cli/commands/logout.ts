/** Signing out: the profile goes, and what it was signed in with ends. */
import type { Command } from "commander";
import { operationById } from "../../schema/operations/index.ts";
import { createApi } from "../session/api.ts";
import { CliFailure, exitCodes } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { type Profile, profileName, removeProfile } from "../session/profiles.ts";
import { flagsOf } from "../session/context.ts";

/** Adds `logout`. */
export function addLogout(program: Command, io: Io): void {
  program
    .command("logout")
    .description("Sign out and forget the profile")
    .action(async (_options: unknown, command: Command) => {
      const name = profileName(io, flagsOf(command));
      const profile = await removeProfile(io, name);
      if (profile === null) throw new CliFailure(`There is no profile ${name}.`, exitCodes.credential);
      const isEnded = await endSignIn(io, profile);
      const rest = isEnded
        ? ""
        : " The service could not be reached: there the sign-in ends when it is not used any more.";
      io.stderr.write(`Signed out of ${profile.url}.${rest}\n`);
    });
}

/** Ends the session, or what was allowed in the browser; a key stays. False when the service could not be reached. */
export async function endSignIn(io: Io, profile: Profile): Promise<boolean> {
  const { url, token, refresh } = profile;
  try {
    if (refresh !== null) {
      const { findServer, revoke } = await import("../oauth/server.ts");
      await revoke(await findServer(url), refresh.clientId, refresh.token);
    } else if (token.startsWith("dss_")) {
      await createApi(io, url, { ...profile, name: null, keyFrom: null }).call(operationById("endSession"));
    }
    return true;
  } catch (error) {
    // One that has ended before is refused.
    return error instanceof CliFailure && error.exitCode === exitCodes.credential;
  }
}
