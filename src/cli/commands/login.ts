/** Signing in: in the browser, with a password, or with a key. */
import { type Command, Option } from "commander";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { scopes as everyScope } from "../../schema/scopes.ts";
import { type Api, createApi } from "../session/api.ts";
import { Refused, signedIn, usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { plain } from "../output/text.ts";
import {
  defaultUrl,
  originOf,
  type Profile,
  profileName,
  readProfiles,
  said,
  saveProfile,
} from "../session/profiles.ts";
import { type Flags, flagsOf } from "../session/context.ts";
import { workspaceNamed } from "../session/workspaces.ts";
import { endSignIn } from "./logout.ts";

interface LoginFlags extends Flags {
  readonly email?: string;
  readonly password?: boolean;
  readonly scopes?: string[];
}

/** Adds `login`. */
export function addLogin(program: Command, io: Io): void {
  program
    .command("login")
    .description("Sign in: in the browser, with --password, or with --key")
    .argument("[url]", `address of the service (${defaultUrl})`)
    .option(
      "--password",
      "sign in as a person, who may do everything; e-mail and password are asked for, or read from stdin",
    )
    .option("--email <email>", "the same, as this person")
    .addOption(new Option("--scopes <scope...>", "what to allow in the browser (everything)").choices(everyScope))
    .action((url: string | undefined, _options: unknown, command: Command) => login(io, url, flagsOf(command)));
}

async function login(io: Io, url: string | undefined, flags: LoginFlags): Promise<void> {
  const name = profileName(io, flags);
  const known = readProfiles(io).profiles[name];
  const origin = originOf(url ?? flags.url ?? said(io.env["DAYSHIFT_URL"]) ?? known?.url ?? defaultUrl);
  const { profile, words } = await wayOf(io, flags)(io, origin, flags);
  await saveProfile(io, name, profile);
  io.stderr.write(`${words}\n`);
  if (said(io.env["DAYSHIFT_KEY"]) !== undefined) {
    io.stderr.write("DAYSHIFT_KEY is set and wins over the profile: commands use that key until it is unset.\n");
  }
  // Nobody could use it any more, and it would be there until it ends by itself.
  if (known !== undefined && known.token !== profile.token) await endSignIn(io, known);
}

interface SignedIn {
  readonly profile: Profile;
  /** What the person reads. */
  readonly words: string;
}

type Way = (io: Io, url: string, flags: LoginFlags) => Promise<SignedIn>;

/** Without a terminal nobody can answer in a browser: a program brings e-mail and password on stdin. */
function wayOf(io: Io, { key, password, email }: LoginFlags): Way {
  if (key !== undefined) return withKey;
  return password === true || email !== undefined || !io.stdin.isTerminal ? withPassword : withBrowser;
}

const withBrowser: Way = async (io, url, { scopes = everyScope, workspace }) => {
  if (workspace !== undefined) {
    throw usage("--workspace goes with --password: in the browser the page asks for the workspace.");
  }
  const { signInByBrowser } = await import("../oauth/browser.ts");
  const asked = io.now();
  const { accessToken: token, refreshToken, clientId, expiresIn } = await signInByBrowser(io, url, scopes);
  const refresh = { token: refreshToken, clientId, expiresAt: asked + expiresIn * 1000 };
  const { user, workspace: chosen } = await identityOf(io, url, token);
  return {
    profile: { url, token, workspaceId: chosen.id, refresh },
    words: `Signed in as ${plain(user.email)} at ${url}, workspace ${plain(chosen.name)}. Deciding approvals, and what concerns keys, people and workspaces, needs: dayshift login --password`,
  };
};

const withKey: Way = async (io, url, { key: token = "" }) => {
  const { credential, workspace } = await identityOf(io, url, token);
  return {
    profile: { url, token, workspaceId: workspace.id, refresh: null },
    words: `Using the key ${plain(credential.name ?? "")} of ${plain(workspace.name)} at ${url}.`,
  };
};

const withPassword: Way = async (io, url, flags) => {
  const email = flags.email ?? (await ask(io, "E-mail: ", false));
  const password = await ask(io, "Password: ", true);
  const api = createApi(io, url, null);
  const session = await signIn(io, api, { email, password });
  const workspace = await chooseWorkspace(io, session.workspaces, flags.workspace);
  const where = workspace === null ? "" : `, workspace ${plain(workspace.name)}`;
  return {
    profile: { url, token: session.token, workspaceId: workspace?.id ?? null, refresh: null },
    words: `Signed in as ${plain(session.user.email)} at ${url}${where}.`,
  };
};

/** For who has no password that is taken. */
const forgotten = "Try again. The operator of the service sets a new one: dayshift password <email>";

/** Asks for the code of a second factor when the person has one. */
async function signIn(
  io: Io,
  api: Api,
  given: { readonly email: string; readonly password: string },
): Promise<OutputOf<"createSession">> {
  const call = async (more: object = {}) =>
    (await api.call(operationById("createSession"), { ...given, ...more })) as OutputOf<"createSession">;
  return call().catch(async (error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    if (error.error.code === "second_factor_required") return call({ code: await ask(io, "Code: ", true) });
    throw error.error.code === "invalid_session_token" ? new Refused(error.error, signedIn, forgotten) : error;
  });
}

async function identityOf(io: Io, url: string, token: string): Promise<OutputOf<"getIdentity">> {
  const api = createApi(io, url, { name: null, keyFrom: null, url, token, workspaceId: null, refresh: null });
  return (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
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
  if (wanted !== undefined) return workspaceNamed(workspaces, wanted);
  if (workspaces.length <= 1 || !io.stdin.isTerminal) return workspaces[0] ?? null;
  workspaces.forEach(({ name }, at) => io.stderr.write(`  ${at + 1}  ${plain(name)}\n`));
  const chosen = workspaces[Number(await io.stdin.line("Workspace: ")) - 1];
  if (chosen === undefined) throw usage(`Expected a number from 1 to ${workspaces.length}.`);
  return chosen;
}
