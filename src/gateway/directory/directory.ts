/** The directory: who there is, what they hold, what their credentials open. Everything that is not inside a workspace. */
import { limits } from "../../schema/limits.ts";
import { type Adopting, adopting } from "./adopt.ts";
import { type CalendarLinks, calendarLinks } from "./calendar-links.ts";
import { type Change, type ContextOptions, openContext } from "./context/context.ts";
import type { Db } from "./database/db.ts";
import { type Invitations, invitations } from "./invitations.ts";
import { type Keys, keys } from "./keys.ts";
import { type Lookups, lookups } from "./lookup.ts";
import { type MinutesLedger, minutes } from "./minutes/minutes.ts";
import { type ModelStore, modelStore } from "./model-settings.ts";
import { type SpeechStore, speechStore } from "./speech-settings.ts";
import { type OAuthStore, oauthStore } from "./oauth/index.ts";
import { type People, people } from "./people.ts";
import { type OutsideServers, outsideServers } from "./outside-servers.ts";
import { type Organizations, organizations } from "./organizations.ts";
import { type Push, push } from "./push.ts";
import { type Sessions, sessions } from "./sessions.ts";
import { type Settings, settings } from "./settings.ts";
import { type Signing, signing } from "./signing.ts";
import { type Workspaces, workspaces } from "./workspaces.ts";

export interface Directory
  extends
    Organizations,
    People,
    Workspaces,
    Invitations,
    CalendarLinks,
    Push,
    Adopting,
    Keys,
    Sessions,
    OutsideServers,
    Settings,
    Signing,
    Lookups,
    OAuthStore,
    ModelStore,
    SpeechStore {
  readonly minutes: MinutesLedger;
  /** For parts of the gateway that keep rows of their own here: one transaction per `batch`. */
  readonly db: Db;
  /** Calls the listener after each change of a user, a workspace or a credential; the answer stops it. */
  onChange(listener: (change: Change) => void): () => void;
  /** Notifies those listeners of what another gateway of the same directory has changed. */
  noteChanges(changes: readonly Change[]): void;
  /** Writes what is collected in memory: last uses, longer sessions. Call it every few seconds. */
  flush(): Promise<void>;
  /** Writes what is still in memory and closes the database. */
  close(): Promise<void>;
}

export interface DirectoryOptions extends ContextOptions {
  /** The budget of each organization; null (the default) for no limit. */
  readonly minutesPerMonth?: number | null;
  /** How many workspaces a person may belong to. */
  readonly maxWorkspaces?: number;
}

/** Opens the directory and brings its schema up to date. Throws on an address or a file it cannot use. */
export async function openDirectory({
  minutesPerMonth = null,
  maxWorkspaces = limits.workspaces.person.max,
  ...options
}: DirectoryOptions): Promise<Directory> {
  const context = await openContext(options);
  const ledger = minutes(context, minutesPerMonth);
  const flush = (): Promise<void> => context.touches.flush();
  return {
    ...organizations(context),
    ...people(context),
    ...workspaces(context, maxWorkspaces),
    ...invitations(context, maxWorkspaces),
    ...calendarLinks(context),
    ...push(context),
    ...adopting(context),
    ...keys(context),
    ...sessions(context),
    ...outsideServers(context),
    ...settings(context),
    ...signing(context),
    ...lookups(context),
    ...oauthStore(context),
    ...modelStore(context),
    ...speechStore(context),
    minutes: ledger,
    db: context.db,
    onChange: (listener) => context.onChange(listener),
    noteChanges: (changes) => context.noteChanges(changes),
    flush,
    close: async () => {
      try {
        await flush();
      } finally {
        await context.db.close();
      }
    },
  };
}
