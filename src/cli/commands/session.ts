/** Who one is, and where. */
import type { Command } from "commander";
import { operationById } from "../../schema/operations/index.ts";
import type { OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { show } from "../output/show.ts";
import { type Profile, readProfiles, useProfile } from "../session/profiles.ts";
import { connect, flagsOf } from "../session/context.ts";

/** Adds `whoami` and `profiles`. */
export function addSession(program: Command, io: Io): void {
  program
    .command("whoami")
    .description("Who is signed in, where, and what that allows")
    .action(async (_options: unknown, command: Command) => {
      const flags = flagsOf(command);
      const { api, profile } = await connect(io, flags);
      const identity = (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
      show(io, flags.json === true ? identity : summaryOf(identity, profile), flags.json === true);
    });
  const profiles = program.command("profiles").description("Several services or people, side by side");
  profiles
    .command("list", { isDefault: true })
    .description("List the profiles")
    .action((_options: unknown, command: Command) => {
      const { current, profiles: all } = readProfiles(io);
      const data = Object.entries(all).map(([name, { url, workspaceId }]) => ({
        name,
        isCurrent: name === current,
        url,
        workspaceId,
      }));
      show(io, { object: "list", data, hasMore: false, nextCursor: null }, flagsOf(command).json === true);
    });
  profiles
    .command("use")
    .description("Use another profile from now on")
    .argument("<name>")
    .action(async (name: string) => {
      await useProfile(io, name);
      io.stderr.write(`Using ${name}.\n`);
    });
}

function summaryOf(
  { user, workspace, credential }: OutputOf<"getIdentity">,
  { url, refresh }: Profile,
): Readonly<Record<string, unknown>> {
  return {
    user: `${user.name} <${user.email}>`,
    workspace: `${workspace.name} (${workspace.id})`,
    service: url,
    credential: credential.name === null ? credential.type : `${credential.type} ${credential.name}`,
    scopes: credential.scopes,
    // One that is renewed does not end for its user.
    ...(refresh === null && { expiresAt: credential.expiresAt }),
  };
}
