/** Workspaces. */
import type { Context } from "./context/context.ts";
import { isConstraint, type Row, statement, integer, text, timestamp } from "./database/db.ts";
import { type Effect, type IdempotencyRequest, type Outcome, withIdempotency } from "./database/idempotency.ts";
import { joining, type Members, members } from "./members.ts";
import { type ApiError, conflict, noSuch } from "../../schema/errors.ts";

export interface Workspace {
  readonly object: "workspace";
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly createdAt: string;
}

export interface NewWorkspace {
  readonly organizationId: string;
  readonly name: string;
  readonly id?: string | undefined;
  /** A user of the organization who belongs to it from the beginning. */
  readonly memberId?: string | undefined;
  /** Makes what a workspace needs outside of the directory; comes first, and not at all for a replay. */
  readonly prepare?: (() => Promise<void>) | undefined;
  readonly idempotency?: IdempotencyRequest | undefined;
}

export interface Workspaces extends Members {
  /** Throws `resource_conflict` when the id is taken. */
  createWorkspace(workspace: NewWorkspace): Promise<Outcome<Workspace>>;
  getWorkspace(id: string): Promise<Workspace | undefined>;
  renameWorkspace(id: string, name: string): Promise<void>;
  /** The default one of the person leads, then those joined first. */
  workspacesOf(userId: string): Promise<readonly Workspace[]>;
}

const columns = "w.id, w.name, w.organization_id, w.created_at";
const workspacesOfUser = `SELECT ${columns} FROM memberships m JOIN workspaces w ON w.id = m.workspace_id
  JOIN users u ON u.id = m.user_id WHERE m.user_id = ? ORDER BY m.workspace_id IS u.default_workspace_id DESC, m.created_at, w.id`;

/** `maxJoined`: how many workspaces a person may belong to. */
export function workspaces(context: Context, maxJoined: number): Workspaces {
  const { db } = context;
  return {
    ...members(context),
    createWorkspace: (workspace) => createWorkspace(context, workspace, maxJoined),
    getWorkspace: async (id) => {
      const row = await db.get(`SELECT ${columns} FROM workspaces w WHERE w.id = ?`, id);
      return row === undefined ? undefined : toWorkspace(row);
    },
    renameWorkspace: async (id, name) => {
      const rename = () => db.run("UPDATE workspaces SET name = ? WHERE id = ?", name, id);
      if ((await context.changing([{ kind: "workspace", id }], rename)) === 0) throw noSuch("workspace", id);
    },
    workspacesOf: async (userId) => (await db.all(workspacesOfUser, userId)).map(toWorkspace),
  };
}

async function createWorkspace(
  context: Context,
  workspace: NewWorkspace,
  maxJoined: number,
): Promise<Outcome<Workspace>> {
  const now = context.clock.now();
  const { memberId, idempotency } = workspace;
  const make = async () => {
    if (memberId !== undefined && (await joined(context, memberId)) >= maxJoined) throw tooManyWorkspaces(maxJoined);
    await workspace.prepare?.();
    return creation(context, { ...workspace, maxJoined }, now);
  };
  const create = () => withIdempotency(context.db, now, idempotency, make);
  try {
    return await context.changing(memberId === undefined ? [] : [{ kind: "user", id: memberId }], create);
  } catch (error) {
    if (!isConstraint(error)) throw error;
    if (memberId !== undefined && (await joined(context, memberId)) >= maxJoined) throw tooManyWorkspaces(maxJoined);
    throw conflict("There is a workspace with this id already, or there is no such organization.");
  }
}

/** In how many workspaces a person is. */
export async function joined({ db }: Context, userId: string): Promise<number> {
  const row = await db.get("SELECT count(*) AS joined FROM memberships WHERE user_id = ?", userId);
  return row === undefined ? 0 : integer(row, "joined");
}

/** The refusal of one workspace more. */
export function tooManyWorkspaces(max: number): ApiError {
  return conflict(`A person belongs to at most ${max} workspaces. Leave one that is not used.`);
}

/** The id is NULL, which the schema refuses, for a person who has too many: also of several that are made at once. */
const insertion = `INSERT INTO workspaces (id, organization_id, name, created_at)
  VALUES (CASE WHEN (SELECT count(*) FROM memberships WHERE user_id = ?5) < ?6 THEN ?1 END, ?2, ?3, ?4)`;

function creation(
  { ids }: Context,
  workspace: NewWorkspace & { readonly maxJoined: number },
  now: number,
): Effect<Workspace> {
  const { organizationId, name, id = ids.uuid(), memberId, maxJoined } = workspace;
  const response: Workspace = { object: "workspace", id, name, organizationId, createdAt: timestamp(now) };
  const statements = [statement(insertion, id, organizationId, name, now, memberId ?? null, maxJoined)];
  if (memberId !== undefined) statements.push(joining(id, memberId, now));
  return { statements, response, recorded: response };
}

/** A row of id, name, organization_id and created_at. */
export function toWorkspace(row: Row): Workspace {
  return {
    object: "workspace",
    id: text(row, "id"),
    name: text(row, "name"),
    organizationId: text(row, "organization_id"),
    createdAt: timestamp(integer(row, "created_at")),
  };
}
