/** The people of the workspace, mirrored from the directory: only they can be assigned. */
import type { Sql } from "../protocol/sql.ts";

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** True for a person of this workspace. */
export function isMember(sql: Sql, userId: string): boolean {
  return sql.get("SELECT 1 FROM members WHERE user_id = ?", userId) !== undefined;
}

/** Makes the mirror equal to the list given. */
export function replaceMembers(sql: Sql, members: readonly Member[]): void {
  sql.run("DELETE FROM members");
  for (const { userId, email, name } of members) {
    sql.run("INSERT INTO members (user_id, email, name) VALUES (?, ?, ?)", userId, email, name);
  }
}
