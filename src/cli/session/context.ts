/** What every command is given. */
import type { Command } from "commander";
import type { Operation } from "../../schema/operation.ts";
import { type Api, createApi } from "./api.ts";
import type { Io } from "../ports/io.ts";
import { inWorkspace } from "./workspaces.ts";
import { type Active, addressOf, connectionOf, type ConnectionFlags } from "./profiles.ts";

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

/** The same, without a credential for an operation that needs none. */
export async function connectFor(
  { auth }: Operation,
  io: Io,
  flags: Flags,
): Promise<{ readonly api: Api; readonly profile: Active | null }> {
  return auth === "none" ? { api: createApi(io, addressOf(io, flags), null), profile: null } : connect(io, flags);
}
