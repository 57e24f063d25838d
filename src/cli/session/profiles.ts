/** Where to connect and as whom: profiles in a private file, under what the environment and the flags say. */
import { exitCodes, CliFailure, type KeySource, usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";

export interface Profile {
  /** Origin of the service. */
  readonly url: string;
  readonly token: string;
  /** Sent with a session, which may belong to several workspaces; null for a key. */
  readonly workspaceId: string | null;
  /** Renews the token when it was allowed in the browser; null otherwise. */
  readonly refresh: Refresh | null;
}

export interface Refresh {
  /** Good for one renewal, which brings the next. */
  readonly token: string;
  readonly clientId: string;
  /** When the profile's token ends, in milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What a command uses: a profile by its name, or what flags and environment say (null). */
export interface Active extends Profile {
  readonly name: string | null;
  /** Where the key was given that is used in place of a profile; null when it was not. */
  readonly keyFrom: KeySource | null;
}

interface Stored {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

/** Flags that every command takes. */
export interface ConnectionFlags {
  readonly url?: string;
  readonly key?: string;
  readonly workspace?: string;
  readonly profile?: string;
}

export const defaultUrl = "http://127.0.0.1:8787";
const file = "profiles.json";
const lock = "profiles.lock";
const nothing: Stored = { current: "default", profiles: {} };

/** All profiles and the name of the one in use. Throws when the file is damaged. */
export function readProfiles(io: Io): Stored {
  const text = io.files.read(file);
  if (text === null) return nothing;
  try {
    return { ...nothing, ...(JSON.parse(text) as Stored) };
  } catch {
    throw new CliFailure(
      `The file ${file} of the configuration folder is damaged.`,
      exitCodes.error,
      "Remove it and sign in again: dayshift login",
    );
  }
}

/** Stores the profile and uses it from now on. */
export function saveProfile(io: Io, name: string, profile: Profile): Promise<void> {
  return alone(io, () => {
    const { profiles } = readProfiles(io);
    write(io, { current: name, profiles: { ...profiles, [name]: profile } });
  });
}

/** Uses another profile from now on. */
export function useProfile(io: Io, name: string): Promise<void> {
  return alone(io, () => {
    const stored = readProfiles(io);
    if (stored.profiles[name] === undefined) throw unknownProfile(name, stored);
    write(io, { ...stored, current: name });
  });
}

/** Forgets a profile; answers it, or null when there was none. */
export function removeProfile(io: Io, name: string): Promise<Profile | null> {
  return alone(io, () => {
    const { current, profiles } = readProfiles(io);
    const { [name]: removed = null, ...rest } = profiles;
    write(io, { current: current === name ? (Object.keys(rest)[0] ?? "default") : current, profiles: rest });
    return removed;
  });
}

/**
 * The profile as `change` makes it of what is stored (undefined: there is none any more), stored from then on. No other command changes a
 * profile in the meantime: a refresh token is good for one renewal, and what two make of it at once would end the whole sign-in.
 */
export function changeProfile(
  io: Io,
  name: string,
  change: (stored: Profile | undefined) => Promise<Profile>,
): Promise<Profile> {
  return alone(io, async () => {
    const stored = readProfiles(io).profiles[name];
    const changed = await change(stored);
    const { profiles, ...rest } = readProfiles(io);
    if (changed !== stored) write(io, { ...rest, profiles: { ...profiles, [name]: changed } });
    return changed;
  });
}

/** Milliseconds between two looks at a lock. */
const lookMs = 50;

async function alone<T>(io: Io, action: () => T | Promise<T>): Promise<T> {
  let release = io.files.lock(lock);
  while (release === null) {
    await io.sleep(lookMs);
    release = io.files.lock(lock);
  }
  try {
    return await action();
  } finally {
    release();
  }
}

/** What a variable of the environment says; one that is empty says nothing. */
export function said(variable: string | undefined): string | undefined {
  return variable === "" ? undefined : variable;
}

/** The name of the profile that a command uses. */
export function profileName(io: Io, flags: ConnectionFlags): string {
  return flags.profile ?? said(io.env["DAYSHIFT_PROFILE"]) ?? readProfiles(io).current;
}

/** The origin of the service that a command talks to. */
export function addressOf(io: Io, flags: ConnectionFlags): string {
  const profile = readProfiles(io).profiles[profileName(io, flags)];
  return originOf(flags.url ?? said(io.env["DAYSHIFT_URL"]) ?? profile?.url ?? defaultUrl);
}

/** The connection of a command: a flag wins over the environment, which wins over the profile. Throws when nobody is signed in. */
export function connectionOf(io: Io, flags: ConnectionFlags): Active {
  const stored = readProfiles(io);
  const name = profileName(io, flags);
  const profile = stored.profiles[name];
  const token = flags.key ?? said(io.env["DAYSHIFT_KEY"]);
  const workspaceId = flags.workspace ?? said(io.env["DAYSHIFT_WORKSPACE"]) ?? profile?.workspaceId ?? null;
  const url = addressOf(io, flags);
  const keyFrom = flags.key === undefined ? "DAYSHIFT_KEY" : "--key";
  if (token !== undefined) return { name: null, keyFrom, url, token, workspaceId, refresh: null };
  if (flags.profile !== undefined && profile === undefined) throw unknownProfile(name, stored);
  if (profile === undefined) {
    throw new CliFailure(
      "You are not signed in.",
      exitCodes.credential,
      "Sign in with `dayshift login`, or set DAYSHIFT_KEY.",
    );
  }
  if (url !== profile.url) {
    // A credential goes only to the service that issued it.
    throw usage(
      `The profile ${name} belongs to ${profile.url}, not to ${url}.`,
      "Sign in there: dayshift login --url <url> --profile <name>",
    );
  }
  return { ...profile, name, keyFrom: null, workspaceId };
}

/** The origin of an address as people type it. Throws when it is none. */
export function originOf(text: string): string {
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || !/^https?:/i.test(address))
    throw usage(`${text} is no address.`, `Expected one such as ${defaultUrl}.`);
  return new URL(address).origin;
}

function write(io: Io, stored: Stored): void {
  io.files.write(file, `${JSON.stringify(stored, null, 2)}\n`);
}

function unknownProfile(name: string, { profiles }: Stored): CliFailure {
  const names = Object.keys(profiles);
  return usage(
    `There is no profile ${name}.`,
    names.length === 0 ? "Sign in first: dayshift login" : `There are: ${names.join(", ")}.`,
  );
}
