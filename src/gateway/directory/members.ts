/** Who belongs to a workspace. */
import type { Change, Context } from "./context/context.ts";
import { type Row, type Statement, statement, integer, text, timestamp } from "./database/db.ts";
import { revokeGrantsWithoutMember } from "./oauth/grants.ts";
import { toUser, type User } from "./users.ts";
import { type ApiError, conflict, notFound, noSuch } from "../../schema/errors.ts";

/** Owners decide who belongs to a workspace, and what it is called. */
export type Role = "owner" | "member";

/** A user, and when they joined. */
export interface Member extends User {
  readonly role: Role;
  readonly createdAt: string;
}

export interface Members {
  /** Those who joined first lead. */
  membersOf(workspaceId: string): Promise<readonly Member[]>;
  isMember(userId: string, workspaceId: string): Promise<boolean>;
  /** Adds a user by id. Nothing happens for a member; throws `resource_not_found` for a user of another organization. */
  addMember(workspaceId: string, userId: string): Promise<void>;
  /** Null for somebody who is no member. */
  roleOf(userId: string, workspaceId: string): Promise<Role | null>;
  /** Throws `resource_not_found` for somebody who is no member, `resource_conflict` for the last owner. */
  setRole(workspaceId: string, userId: string, role: Role): Promise<Member>;
  /** Also revokes the keys the user made for the workspace, and the apps the user let in. Throws `resource_conflict` for the last owner. */
  removeMember(workspaceId: string, userId: string): Promise<void>;
  /** Workspaces whose people changed and that have not been notified: all, or the one given. Noted in the transaction of the change. */
  pendingMemberChanges(workspaceId?: string): Promise<readonly MemberChange[]>;
  /** The workspace was notified of its people as they are after that change. */
  memberChangeDelivered(change: MemberChange): Promise<void>;
}

export interface MemberChange {
  readonly workspaceId: string;
  /** Names the newest change. */
  readonly change: string;
}

const membersOfWorkspace = `SELECT u.id, u.email, u.name, u.organization_id, m.role, m.created_at FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = ? ORDER BY m.created_at, u.id`;

export function members(context: Context): Members {
  const { db, clock } = context;
  return {
    membersOf: async (workspaceId) => (await db.all(membersOfWorkspace, workspaceId)).map(toMember),
    isMember: (userId, workspaceId) => isMember(context, userId, workspaceId),
    roleOf: (userId, workspaceId) => roleOf(context, userId, workspaceId),
    setRole: (workspaceId, userId, role) => setRole(context, { workspaceId, userId, role }),
    addMember: async (workspaceId, userId) => {
      const join = () => db.batch([joining(workspaceId, userId, clock.now()), noting(workspaceId)]);
      await context.changing(userChange(userId), join);
      if (!(await isMember(context, userId, workspaceId))) throw noSuch("user", userId);
    },
    removeMember: async (workspaceId, userId) => {
      const remove = () => db.batch(removal(workspaceId, userId, clock.now()));
      const results = await context.changing(userChange(userId), remove);
      if (results[0]?.changed === 1) return;
      if (!(await isMember(context, userId, workspaceId))) throw notFound("member", userId);
      throw lastOwner();
    },
    pendingMemberChanges: async (workspaceId) => {
      const sql = "SELECT workspace_id, change FROM untold WHERE ?1 IS NULL OR workspace_id = ?1";
      const rows = await db.all(sql, workspaceId ?? null);
      return rows.map((row) => ({ workspaceId: text(row, "workspace_id"), change: text(row, "change") }));
    },
    memberChangeDelivered: async ({ workspaceId, change }) => {
      await db.run("DELETE FROM untold WHERE workspace_id = ? AND change = ?", workspaceId, change);
    },
  };
}

async function roleOf({ db }: Context, userId: string, workspaceId: string): Promise<Role | null> {
  const sql = "SELECT role FROM memberships WHERE workspace_id = ? AND user_id = ?";
  const row = await db.get(sql, workspaceId, userId);
  return row === undefined ? null : readRole(row);
}

interface NewRole {
  readonly workspaceId: string;
  readonly userId: string;
  readonly role: Role;
}

async function setRole(context: Context, { workspaceId, userId, role }: NewRole): Promise<Member> {
  const sql = `UPDATE memberships SET role = ?3 WHERE workspace_id = ?1 AND user_id = ?2 AND (?3 = 'owner' OR ${isDispensable})`;
  const set = () => context.db.batch([statement(sql, workspaceId, userId, role), noting(workspaceId)]);
  const [result] = await context.changing(userChange(userId), set);
  const member = (await context.db.all(membersOfWorkspace, workspaceId)).map(toMember).find(({ id }) => id === userId);
  if (member === undefined) throw notFound("member", userId);
  if (result?.changed === 0) throw lastOwner();
  return member;
}

/** Whether the workspace ?1 has an owner without the user ?2. */
const isDispensable =
  "EXISTS (SELECT 1 FROM memberships o WHERE o.workspace_id = ?1 AND o.user_id <> ?2 AND o.role = 'owner')";

function lastOwner(): ApiError {
  return conflict("This is the last owner of the workspace: make somebody else an owner first.");
}

async function isMember({ db }: Context, userId: string, workspaceId: string): Promise<boolean> {
  const sql = "SELECT 1 FROM memberships WHERE workspace_id = ? AND user_id = ?";
  return (await db.get(sql, workspaceId, userId)) !== undefined;
}

/** Makes a user of the same organization a member, the first one an owner; changes nothing for anybody else. */
export function joining(workspaceId: string, userId: string, now: number): Statement {
  return statement(
    `INSERT INTO memberships (workspace_id, user_id, created_at, role)
     SELECT w.id, u.id, ?, CASE WHEN EXISTS (SELECT 1 FROM memberships WHERE workspace_id = w.id) THEN 'member' ELSE 'owner' END
     FROM workspaces w JOIN users u ON u.organization_id = w.organization_id
     WHERE w.id = ? AND u.id = ? ON CONFLICT DO NOTHING`,
    now,
    workspaceId,
    userId,
  );
}

/** Notes that the workspace is to be notified; a note stays until the newest change was delivered. */
export function noting(workspaceId: string): Statement {
  return statement(
    `INSERT INTO untold (workspace_id, change) SELECT id, hex(randomblob(16)) FROM workspaces WHERE id = ?
     ON CONFLICT (workspace_id) DO UPDATE SET change = excluded.change`,
    workspaceId,
  );
}

/** The same for every workspace of a person. */
export function notingWorkspacesOf(userId: string): Statement {
  return statement(
    `INSERT INTO untold (workspace_id, change) SELECT workspace_id, hex(randomblob(16)) FROM memberships WHERE user_id = ?
     ON CONFLICT (workspace_id) DO UPDATE SET change = excluded.change`,
    userId,
  );
}

/** The second statement sees what the first one did: a last owner, who stays, keeps their keys. */
function removal(workspaceId: string, userId: string, now: number): Statement[] {
  return [
    statement(
      `DELETE FROM memberships WHERE workspace_id = ?1 AND user_id = ?2
       AND (role = 'member' OR ${isDispensable})`,
      workspaceId,
      userId,
    ),
    statement(
      `UPDATE api_keys SET revoked_at = ?3 WHERE workspace_id = ?1 AND user_id = ?2 AND revoked_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM memberships WHERE workspace_id = ?1 AND user_id = ?2)`,
      workspaceId,
      userId,
      now,
    ),
    revokeGrantsWithoutMember(workspaceId, userId, now),
    noting(workspaceId),
  ];
}

function userChange(id: string): Change[] {
  return [{ kind: "user", id }];
}

function toMember(row: Row): Member {
  return { ...toUser(row), role: readRole(row), createdAt: timestamp(integer(row, "created_at")) };
}

function readRole(row: Row): Role {
  return text(row, "role") === "owner" ? "owner" : "member";
}
