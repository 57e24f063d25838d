/** What the first start makes, each once: the organization, its workspace "Home", the owner. */
import type { Context } from "./context/context.ts";
import { isConstraint, type Statement, statement } from "./database/db.ts";
import { homeSetting, ownerSetting, setupTokenSetting } from "./settings.ts";
import { prepareUser, toUser, type User } from "./users.ts";
import { toWorkspace, type Workspace } from "./workspaces.ts";
import { ApiError } from "../../schema/errors.ts";

export interface NewOwner {
  readonly email: string;
  readonly password: string;
  readonly name?: string | undefined;
}

export interface Home {
  readonly organizationId: string;
  readonly workspace: Workspace;
}

export interface Owned extends Home {
  readonly owner: User;
  /** False when there was an owner already: then nothing was changed. */
  readonly created: boolean;
}

/** The organization and workspace of the first start; made when they are missing, the same ever after. */
export async function ensureHome(context: Context): Promise<Home> {
  const found = await findHome(context);
  if (found !== undefined) return found;
  const [organizationId, workspaceId, now] = [context.ids.uuid(), context.ids.uuid(), context.clock.now()];
  await once(context, [
    statement("INSERT INTO settings (name, value) VALUES (?, ?)", homeSetting, workspaceId),
    statement("INSERT INTO organizations (id, name, created_at) VALUES (?, ?, ?)", organizationId, "Home", now),
    statement(
      "INSERT INTO workspaces (id, organization_id, name, created_at) VALUES (?, ?, ?, ?)",
      workspaceId,
      organizationId,
      "Home",
      now,
    ),
  ]);
  const home = await findHome(context);
  if (home === undefined) throw new ApiError("internal_error", "The directory has lost its first workspace.");
  return home;
}

async function findHome({ db }: Context): Promise<Home | undefined> {
  const row = await db.get(
    `SELECT w.id, w.name, w.organization_id, w.created_at
     FROM settings s JOIN workspaces w ON w.id = s.value WHERE s.name = ?`,
    homeSetting,
  );
  if (row === undefined) return undefined;
  const workspace = toWorkspace(row);
  return { organizationId: workspace.organizationId, workspace };
}

/** The user who owns the service, once there is one. */
export async function findOwner({ db }: Context): Promise<User | undefined> {
  const row = await db.get(
    "SELECT u.id, u.email, u.name, u.organization_id FROM settings s JOIN users u ON u.id = s.value WHERE s.name = ?",
    ownerSetting,
  );
  return row === undefined ? undefined : toUser(row);
}

/**
 * Makes the owner in one transaction, headed by `claim`: the statement that writes the owner's row of the settings and fails
 * when it must not. Undefined when it was refused.
 */
export async function claimOwner(
  context: Context,
  home: Home,
  owner: NewOwner,
  claim: (ownerId: string) => Statement,
): Promise<Owned | undefined> {
  const { created, inserts } = await prepareUser(context, { ...owner, organizationId: home.organizationId });
  const membership = "INSERT INTO memberships (workspace_id, user_id, created_at, role) VALUES (?, ?, ?, 'owner')";
  const isNew = await once(context, [
    claim(created.id),
    ...inserts,
    statement(membership, home.workspace.id, created.id, context.clock.now()),
    statement("UPDATE users SET is_operator = 1 WHERE id = ?", created.id),
    statement("DELETE FROM settings WHERE name = ?", setupTokenSetting),
  ]);
  return isNew ? { ...home, owner: created, created: true } : undefined;
}

/** Whether the batch took effect; false when a constraint refused it. */
async function once({ db }: Context, statements: readonly Statement[]): Promise<boolean> {
  try {
    await db.batch(statements);
    return true;
  } catch (error) {
    if (isConstraint(error)) return false;
    throw error;
  }
}
