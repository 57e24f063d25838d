/** What every command is given. */
import type { Command } from "commander";
import type { Operation } from "../../schema/operation.ts";
import { type Api, createApi } from "./api.ts";
import type { Io } from "../ports/io.ts";
import { inWorkspace } from "./workspaces.ts";
import { type Active, addressOf, connectionOf, type ConnectionFlags, readProfiles } from "./profiles.ts";

export interface Flags extends ConnectionFlags {
  readonly json?: boolean;
}

/** The flags that all commands share, wherever they stand in the line. */
export function flagsOf(command: Command): Flags {
  return command.optsWithGlobals<Flags>();
}

export interface Connection {
  readonly api: Api;
  readonly profile: Active;
}

/** The connection of a command. Throws when nobody is signed in, or there is no such workspace. */
export async function connect(io: Io, flags: Flags): Promise<Connection> {
  const profile = await inWorkspace(io, connectionOf(io, flags));
  return { api: createApi(io, profile.url, profile), profile };
}

/** The same, without a credential for an operation that needs none. Who is signed in is asked as the one who is, if anybody. */
export async function connectFor(
  { auth, id }: Operation,
  io: Io,
  flags: Flags,
): Promise<{ readonly api: Api; readonly profile: Active | null }> {
  const isOpen = auth === "none" && !(id === "getSession" && isSignedIn(io, flags));
  return isOpen ? { api: createApi(io, addressOf(io, flags), null), profile: null } : connect(io, flags);
}

function isSignedIn(io: Io, flags: Flags): boolean {
  const { current, profiles } = readProfiles(io);
  return profiles[flags.profile ?? current] !== undefined;
}
