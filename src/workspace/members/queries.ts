/** The people of the workspace, mirrored from the directory: only they can be assigned. */
import type { Sql } from "../protocol/sql.ts";

export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOwner: boolean;
}

/** True for a person of this workspace. */
export function isMember(sql: Sql, userId: string): boolean {
  return sql.get("SELECT 1 FROM members WHERE user_id = ?", userId) !== undefined;
}

/** The people, by name. */
export function memberRows(sql: Sql): Member[] {
  const rows = sql.all("SELECT user_id, email, name, is_owner FROM members ORDER BY name, user_id");
  return rows.map((row) => ({
    userId: row[0] as string,
    email: row[1] as string,
    name: row[2] as string,
    isOwner: row[3] === 1,
  }));
}

/** The ids of the owners; of everybody while nobody has said who owns the workspace, as after an upgrade. */
export function ownerIds(sql: Sql): string[] {
  const rows = sql.all(
    `SELECT user_id FROM members WHERE is_owner = 1 OR NOT EXISTS (SELECT 1 FROM members WHERE is_owner = 1)
     ORDER BY user_id`,
  );
  return rows.map(([id]) => id as string);
}

/** A person as followers see them; undefined for somebody who is no member any more. */
export function memberRow(sql: Sql, userId: string): object | undefined {
  const row = sql.get("SELECT user_id, email, name FROM members WHERE user_id = ?", userId);
  return row && { object: "member", id: row[0], email: row[1], name: row[2] };
}

/** Makes the mirror equal to the list given. */
export function replaceMembers(sql: Sql, members: readonly Member[]): void {
  const before = sql.all("SELECT user_id, email, name FROM members").map((row) => row.join("\n"));
  const after = members.map(({ userId, email, name }) => [userId, email, name].join("\n"));
  const changed = [...before.filter((row) => !after.includes(row)), ...after.filter((row) => !before.includes(row))];
  for (const row of changed) sql.journal.touched("member", row.slice(0, row.indexOf("\n")));
  sql.run("DELETE FROM members");
  for (const { userId, email, name, isOwner } of members) {
    const add = "INSERT INTO members (user_id, email, name, is_owner) VALUES (?, ?, ?, ?)";
    sql.run(add, userId, email, name, isOwner ? 1 : 0);
  }
}
