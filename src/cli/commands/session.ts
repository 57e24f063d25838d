/** Signing in and out, and who one is. */
import type { Command } from "commander";
import { operationById } from "../../schema/operations/index.ts";
import type { OutputOf } from "../../schema/operations/index.ts";
import { createApi } from "../api.ts";
import { CliFailure, exitCodes, usage } from "../failure.ts";
import type { Io } from "../io.ts";
import { show } from "../output/show.ts";
import { plain } from "../output/text.ts";
import {
  defaultUrl,
  originOf,
  profileName,
  readProfiles,
  removeProfile,
  saveProfile,
  useProfile,
} from "../profiles.ts";
import { connect, type Flags, flagsOf } from "./context.ts";

interface LoginFlags extends Flags {
  readonly email?: string;
}

/** Adds `login`, `logout`, `whoami` and `profiles`. */
export function addSession(program: Command, io: Io): void {
  program
    .command("login")
    .description("Sign in, with e-mail and password or with an API key")
    .argument("[url]", `address of the service (${defaultUrl})`)
    .option("--email <email>", "sign in as this person; the password is asked for, or read from stdin")
    .action((url: string | undefined, _options: unknown, command: Command) => login(io, url, flagsOf(command)));
  program
    .command("logout")
    .description("Sign out and forget the profile")
    .action((_options: unknown, command: Command) => logout(io, flagsOf(command)));
  program
    .command("whoami")
    .description("Who is signed in, where, and what that allows")
    .action(async (_options: unknown, command: Command) => {
      const flags = flagsOf(command);
      const { api } = connect(io, flags);
      const identity = (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
      show(io, flags.json === true ? identity : summaryOf(identity, api.url), flags.json === true);
    });
  const profiles = program.command("profiles").description("Several services or people, side by side");
  profiles
    .command("list", { isDefault: true })
    .description("List the profiles")
    .action((_options: unknown, command: Command) => {
      const { current, profiles: all } = readProfiles(io);
      const data = Object.entries(all).map(([name, { url, workspaceId }]) => ({
        name,
        url,
        workspaceId,
        isCurrent: name === current,
      }));
      show(io, { object: "list", data, hasMore: false, nextCursor: null }, flagsOf(command).json === true);
    });
  profiles
    .command("use")
    .description("Use another profile from now on")
    .argument("<name>")
    .action((name: string) => {
      useProfile(io, name);
      io.stderr.write(`Using ${name}.\n`);
    });
}

async function login(io: Io, url: string | undefined, flags: LoginFlags): Promise<void> {
  const name = profileName(io, flags);
  const known = readProfiles(io).profiles[name];
  const origin = originOf(url ?? flags.url ?? io.env["DAYSHIFT_URL"] ?? known?.url ?? defaultUrl);
  if (flags.key !== undefined) return loginWithKey(io, name, origin, flags.key);
  const email = flags.email ?? (await ask(io, "E-mail: ", false));
  const password = await ask(io, "Password: ", true);
  const api = createApi(io, origin, null);
  const session = (await api.call(operationById("createSession"), { email, password })) as OutputOf<"createSession">;
  const workspace = await chooseWorkspace(io, session.workspaces, flags.workspace);
  saveProfile(io, name, { url: origin, token: session.token, workspaceId: workspace?.id ?? null, refresh: null });
  const where = workspace === null ? "" : `, workspace ${plain(workspace.name)}`;
  io.stderr.write(`Signed in as ${plain(session.user.email)} at ${origin}${where}.\n`);
}

async function loginWithKey(io: Io, name: string, url: string, token: string): Promise<void> {
  const api = createApi(io, url, { token, workspaceId: null });
  const identity = (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
  saveProfile(io, name, { url, token, workspaceId: identity.workspace.id, refresh: null });
  io.stderr.write(
    `Using the key ${plain(identity.credential.name ?? "")} of ${plain(identity.workspace.name)} at ${url}.\n`,
  );
}

async function ask(io: Io, prompt: string, hidden: boolean): Promise<string> {
  const line = await io.stdin.line(prompt, { hidden });
  if (line === null || line === "")
    throw usage(`${prompt.replace(": ", "")} expected on stdin.`, "For programs: dayshift login --key <API key>");
  return line;
}

type Workspaces = OutputOf<"createSession">["workspaces"];

async function chooseWorkspace(
  io: Io,
  workspaces: Workspaces,
  wanted: string | undefined,
): Promise<Workspaces[number] | null> {
  if (wanted !== undefined) {
    const found = workspaces.find(({ id, name }) => id === wanted || name === wanted);
    if (found === undefined)
      throw usage(
        `There is no workspace ${wanted}.`,
        `There are: ${workspaces.map(({ name }) => plain(name)).join(", ")}.`,
      );
    return found;
  }
  if (workspaces.length <= 1 || !io.stdin.isTerminal) return workspaces[0] ?? null;
  workspaces.forEach(({ name }, at) => io.stderr.write(`  ${at + 1}  ${plain(name)}\n`));
  const chosen = workspaces[Number(await io.stdin.line("Workspace: ")) - 1];
  if (chosen === undefined) throw usage(`Expected a number from 1 to ${workspaces.length}.`);
  return chosen;
}

async function logout(io: Io, flags: Flags): Promise<void> {
  const name = profileName(io, flags);
  const profile = removeProfile(io, name);
  if (profile === null) throw new CliFailure(`There is no profile ${name}.`, exitCodes.credential);
  if (profile.token.startsWith("dss_")) {
    // The profile is gone either way; a service that can not be reached ends the session by itself.
    await createApi(io, profile.url, profile)
      .call(operationById("endSession"))
      .catch(() => undefined);
  }
  io.stderr.write(`Signed out of ${profile.url}.\n`);
}

function summaryOf(
  { user, workspace, credential }: OutputOf<"getIdentity">,
  url: string,
): Readonly<Record<string, unknown>> {
  return {
    user: `${user.name} <${user.email}>`,
    workspace: `${workspace.name} (${workspace.id})`,
    service: url,
    credential: credential.name === null ? credential.type : `${credential.type} ${credential.name}`,
    scopes: credential.scopes,
    expiresAt: credential.expiresAt,
  };
}
