/** What people say of themselves: their name, the workspace in which a session begins that names none, and their settings. */
import type { Access } from "../../actors/runtime/ports.ts";
import type { PersonalSettings } from "../../schema/personal-settings.ts";
import type { Context } from "./context/context.ts";
import { statement, textOrNull, integerOrNull } from "./database/db.ts";
import { notingWorkspacesOf } from "./members.ts";
import { noSuch } from "../../schema/errors.ts";

export type ProfileChange = { readonly [Field in keyof PersonalSettings]?: PersonalSettings[Field] | undefined } & {
  readonly name?: string | undefined;
  /** Null: the one joined first. */
  readonly defaultWorkspaceId?: string | null | undefined;
};

export interface Profiles extends Pick<Access, "timezoneOf"> {
  /** Throws `resource_not_found` for a person who is not there, and for a workspace that they do not belong to. */
  changeProfile(userId: string, change: ProfileChange): Promise<void>;
  /** All null for a person who is not there. */
  personalSettings(userId: string): Promise<PersonalSettings>;
}

/** The person, while the workspace that they name is theirs: else nothing of the change takes place. */
const person = `id = ?1
  AND (?2 IS NULL OR EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ?2 AND user_id = ?1))`;
const columns = {
  name: "name",
  defaultWorkspaceId: "default_workspace_id",
  locale: "locale",
  timezone: "timezone",
  theme: "theme",
  singleKeys: "single_keys",
} as const;

export function profiles(context: Context): Profiles {
  const { db } = context;
  const personalSettings = async (userId: string): Promise<PersonalSettings> => {
    const row = await db.get("SELECT locale, timezone, theme, single_keys FROM users WHERE id = ?", userId);
    if (row === undefined) return { locale: null, timezone: null, theme: null, singleKeys: null };
    const keys = integerOrNull(row, "single_keys");
    return {
      locale: textOrNull(row, "locale") as PersonalSettings["locale"],
      timezone: textOrNull(row, "timezone"),
      theme: textOrNull(row, "theme") as PersonalSettings["theme"],
      singleKeys: keys === null ? null : keys === 1,
    };
  };
  return {
    changeProfile: async (userId, profile) => {
      const { defaultWorkspaceId = null } = profile;
      const set = valuesOf(profile);
      if (set.length === 0) return;
      const assignments = set.map(([column], at) => `${column} = ?${at + 3}`).join(", ");
      const values = set.map(([, value]) => value);
      const update = `UPDATE users SET ${assignments} WHERE ${person}`;
      const statements = [statement(update, userId, defaultWorkspaceId, ...values)];
      // Workspaces show the names of their people.
      if (profile.name !== undefined) statements.push(notingWorkspacesOf(userId));
      const change = () => db.batch(statements);
      const results = await context.changing([{ kind: "user", id: userId }], change);
      if (results[0]?.changed === 1) return;
      throw defaultWorkspaceId === null
        ? noSuch("user", userId)
        : noSuch("workspace", defaultWorkspaceId, "defaultWorkspaceId");
    },
    personalSettings,
    timezoneOf: async (userId) => (await personalSettings(userId)).timezone,
  };
}

/** The columns that are to be set, and to what. */
function valuesOf(profile: ProfileChange): (readonly [column: string, value: string | number | null])[] {
  return Object.entries(columns).flatMap(([field, column]) => {
    const value = profile[field as keyof typeof columns];
    if (value === undefined) return [];
    return [[column, typeof value === "boolean" ? Number(value) : value] as const];
  });
}
