/** The people of the workspace, mirrored from the directory: only they can be assigned. */
import type { Sql } from "./sql.ts";

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** Adds a person or updates what is known of them. */
export function putMember(sql: Sql, member: Member): void {
  sql.run(
    `INSERT INTO members (user_id, email, name) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, name = excluded.name`,
    member.userId,
    member.email,
    member.name,
  );
}

/** Takes a person away; todos assigned to them keep the assignment. Unknown ids change nothing. */
export function removeMember(sql: Sql, userId: string): void {
  sql.run("DELETE FROM members WHERE user_id = ?", userId);
}

/** True for a person of this workspace. */
export function isMember(sql: Sql, userId: string): boolean {
  return sql.get("SELECT 1 FROM members WHERE user_id = ?", userId) !== undefined;
}

/** Makes the mirror equal to the list given. */
export function replaceMembers(sql: Sql, members: readonly Member[]): void {
  sql.run("DELETE FROM members");
  for (const member of members) putMember(sql, member);
}
