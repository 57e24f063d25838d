/** What people say of themselves: their name, and the workspace in which a session begins that names none. */
import type { Context } from "./context/context.ts";
import { statement } from "./database/db.ts";
import { notingWorkspacesOf } from "./members.ts";
import { noSuch } from "../../schema/errors.ts";

export interface ProfileChange {
  readonly name?: string | undefined;
  /** Null: the one joined first. */
  readonly defaultWorkspaceId?: string | null | undefined;
}

export interface Profiles {
  /** Throws `resource_not_found` for a person who is not there, and for a workspace that they do not belong to. */
  changeProfile(userId: string, change: ProfileChange): Promise<void>;
}

const setName = "UPDATE users SET name = ?2 WHERE id = ?1";
const setDefault = `UPDATE users SET default_workspace_id = ?2 WHERE id = ?1
  AND (?2 IS NULL OR EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ?2 AND user_id = ?1))`;

export function profiles(context: Context): Profiles {
  return {
    changeProfile: async (userId, { name, defaultWorkspaceId }) => {
      const statements = [
        ...(defaultWorkspaceId === undefined ? [] : [statement(setDefault, userId, defaultWorkspaceId)]),
        ...(name === undefined ? [] : [statement(setName, userId, name)]),
      ];
      if (statements.length === 0) return;
      // Workspaces show the names of their people.
      if (name !== undefined) statements.push(notingWorkspacesOf(userId));
      const change = () => context.db.batch(statements);
      const results = await context.changing([{ kind: "user", id: userId }], change);
      if (results[0]?.changed === 1) return;
      throw defaultWorkspaceId == null
        ? noSuch("user", userId)
        : noSuch("workspace", defaultWorkspaceId, "defaultWorkspaceId");
    },
  };
}
