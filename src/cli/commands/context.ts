/** What every command is given. */
import type { Command } from "commander";
import { type Api, createApi } from "../api.ts";
import type { Io } from "../io.ts";
import { connectionOf, type ConnectionFlags, type Profile } from "../profiles.ts";

export interface Flags extends ConnectionFlags {
  readonly json?: boolean;
}

/** The flags that all commands share, wherever they stand in the line. */
export function flagsOf(command: Command): Flags {
  return command.optsWithGlobals<Flags>();
}

export interface Connection {
  readonly api: Api;
  readonly profile: Profile;
}

/** The connection of a command. Throws when nobody is signed in. */
export function connect(io: Io, flags: Flags): Connection {
  const profile = connectionOf(io, flags);
  return { api: createApi(profile.url, profile), profile };
}
