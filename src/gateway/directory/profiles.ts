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

const setDefault = `UPDATE users SET default_workspace_id = ?2 WHERE id = ?1
  AND (?2 IS NULL OR EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ?2 AND user_id = ?1))`;
const columns = {
  name: "name",
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
    changeProfile: async (userId, { defaultWorkspaceId, ...fields }) => {
      const statements = [
        ...(defaultWorkspaceId === undefined ? [] : [statement(setDefault, userId, defaultWorkspaceId)]),
        ...settingFields(userId, fields),
      ];
      if (statements.length === 0) return;
      // Workspaces show the names of their people.
      if (fields.name !== undefined) statements.push(notingWorkspacesOf(userId));
      const change = () => db.batch(statements);
      const results = await context.changing([{ kind: "user", id: userId }], change);
      if (results[0]?.changed === 1) return;
      throw defaultWorkspaceId == null
        ? noSuch("user", userId)
        : noSuch("workspace", defaultWorkspaceId, "defaultWorkspaceId");
    },
    personalSettings,
    timezoneOf: async (userId) => (await personalSettings(userId)).timezone,
  };
}

function settingFields(userId: string, fields: Omit<ProfileChange, "defaultWorkspaceId">) {
  return Object.entries(columns).flatMap(([field, column]) => {
    const value = fields[field as keyof typeof columns];
    if (value === undefined) return [];
    const stored = typeof value === "boolean" ? Number(value) : value;
    return [statement(`UPDATE users SET ${column} = ?2 WHERE id = ?1`, userId, stored)];
  });
}
