/** Invitations into a workspace. Who is invited decides: nobody is put into a workspace by somebody else's call. */
import type { Context } from "./context/context.ts";
import { isConstraint, type Row, type Statement, statement, integer, text, timestamp } from "./database/db.ts";
import { type Effect, type IdempotencyRequest, type Outcome, withIdempotency } from "./database/idempotency.ts";
import { noting, type Role } from "./members.ts";
import { hashSecret, newInvitationToken } from "./secrets/secrets.ts";
import { emailKey, findUserByEmail, type NewUser, prepareUser, type User } from "./users.ts";
import { joined, tooManyWorkspaces } from "./workspaces.ts";
import { type ApiError, conflict, notFound } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";

export interface Invitation {
  readonly object: "invitation";
  readonly id: string;
  readonly workspaceId: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly createdAt: string;
}

/** The answer to the creation, the only one with the token; a replay has null there. */
export type NewInvitation = Invitation & { readonly token: string | null };

export interface InvitationRequest {
  readonly workspaceId: string;
  readonly email: string;
  readonly role: Role;
  readonly invitedBy: string;
  readonly idempotency?: IdempotencyRequest | undefined;
}

/** An invitation that can be accepted, as the holder of its token sees it. */
export interface OpenInvitation {
  readonly id: string;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly organizationId: string;
  readonly email: string;
  /** Who has this address already; null for a new person. */
  readonly person: User | null;
}

/** What is known of a new person, who signs in with the password or the account. */
type Introduction = Pick<NewUser, "name" | "password" | "account">;

export interface Invitations {
  /** Takes the place of an earlier one to this address. Throws `resource_conflict` for a member, and when too many are open. */
  invite(request: InvitationRequest): Promise<Outcome<NewInvitation>>;
  /** Those that are open, newest first. */
  invitationsTo(workspaceId: string): Promise<readonly Invitation[]>;
  /** Throws `resource_not_found`, also for an invitation of another workspace. */
  withdrawInvitation(workspaceId: string, id: string): Promise<void>;
  /** Undefined for a token that is wrong, used, withdrawn or expired, and when the person who invited owns the workspace no more. */
  openInvitation(token: string): Promise<OpenInvitation | undefined>;
  /** The oldest that is open to an address; undefined when there is none. */
  openInvitationTo(email: string): Promise<OpenInvitation | undefined>;
  /**
   * Makes the person with that address a member, and a new one first. Throws `resource_conflict` when the invitation ended in the
   * meantime, and for somebody who belongs to too many workspaces.
   */
  acceptInvitation(open: OpenInvitation, introduction: Introduction | null): Promise<User>;
}

const lifetime = limits.invitationAge.each.max * 60 * 60 * 1000;
const columns = "i.id, i.workspace_id, i.email, i.role, i.created_at, i.expires_at";
/** The parameter is the time. */
const isOpen = `i.expires_at > ? AND EXISTS (SELECT 1 FROM memberships o
  WHERE o.workspace_id = i.workspace_id AND o.user_id = i.invited_by AND o.role = 'owner')`;

/** `maxJoined`: how many workspaces a person may belong to. */
export function invitations(context: Context, maxJoined: number): Invitations {
  const { db, clock } = context;
  return {
    invite: (request) => withIdempotency(db, clock.now(), request.idempotency, () => invitation(context, request)),
    invitationsTo: async (workspaceId) => {
      const sql = `SELECT ${columns} FROM invitations i WHERE workspace_id = ? AND expires_at > ? ORDER BY created_at DESC, id DESC`;
      return (await db.all(sql, workspaceId, clock.now())).map(toInvitation);
    },
    withdrawInvitation: async (workspaceId, id) => {
      const removed = await db.run("DELETE FROM invitations WHERE id = ? AND workspace_id = ?", id, workspaceId);
      if (removed === 0) throw notFound("invitation", id);
    },
    openInvitation: (token) => findOpen(context, "i.token_hash = ?", hashSecret(token)),
    openInvitationTo: (email) => findOpen(context, "i.email_key = ?", emailKey(email)),
    acceptInvitation: (open, introduction) => accept(context, { open, introduction, maxJoined }),
  };
}

async function invitation(context: Context, request: InvitationRequest): Promise<Effect<NewInvitation>> {
  const { db, clock, ids } = context;
  const { workspaceId, email, role } = request;
  const now = clock.now();
  const [key, token] = [emailKey(email), newInvitationToken()];
  const member =
    "SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = ? AND u.email_key = ?";
  if ((await db.get(member, workspaceId, key)) !== undefined)
    throw conflict("The person with this e-mail address is a member of the workspace already.", "email");
  const others =
    "SELECT count(*) AS open FROM invitations WHERE workspace_id = ? AND email_key <> ? AND expires_at > ?";
  const row = await db.get(others, workspaceId, key, now);
  if (row !== undefined && integer(row, "open") >= limits.invitations.workspace.max) throw tooMany();
  const times = { createdAt: timestamp(now), expiresAt: timestamp(now + lifetime) };
  const made: Invitation = { object: "invitation", id: ids.uuid(), workspaceId, email: email.trim(), role, ...times };
  const ended = statement(
    "DELETE FROM invitations WHERE expires_at <= ? OR (workspace_id = ? AND email_key = ?)",
    now,
    workspaceId,
    key,
  );
  const statements = [ended, insertion(made, { token, key, now, invitedBy: request.invitedBy })];
  return { statements, response: { ...made, token }, recorded: { ...made, token: null } };
}

function tooMany(): ApiError {
  return conflict(`A workspace has at most ${limits.invitations.workspace.max} open invitations. Withdraw one.`);
}

interface Hidden {
  readonly token: string;
  readonly key: string;
  readonly now: number;
  readonly invitedBy: string;
}

function insertion({ id, workspaceId, email, role }: Invitation, { token, key, now, invitedBy }: Hidden): Statement {
  return statement(
    `INSERT INTO invitations (id, workspace_id, email, email_key, role, token_hash, invited_by, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    workspaceId,
    email,
    key,
    role,
    hashSecret(token),
    invitedBy,
    now,
    now + lifetime,
  );
}

async function findOpen(context: Context, condition: string, value: string): Promise<OpenInvitation | undefined> {
  const sql = `SELECT i.id, i.workspace_id, i.email, w.name, w.organization_id FROM invitations i
    JOIN workspaces w ON w.id = i.workspace_id WHERE ${condition} AND ${isOpen} ORDER BY i.created_at, i.id LIMIT 1`;
  const row = await context.db.get(sql, value, context.clock.now());
  if (row === undefined) return undefined;
  const email = text(row, "email");
  return {
    id: text(row, "id"),
    workspaceId: text(row, "workspace_id"),
    workspaceName: text(row, "name"),
    organizationId: text(row, "organization_id"),
    email,
    person: (await findUserByEmail(context, email)) ?? null,
  };
}

interface Acceptance {
  readonly open: OpenInvitation;
  readonly introduction: Introduction | null;
  readonly maxJoined: number;
}

async function accept(context: Context, { open, introduction, maxJoined }: Acceptance): Promise<User> {
  const { workspaceId, organizationId, email, person } = open;
  if (person !== null && person.organizationId !== organizationId)
    throw conflict(
      "This e-mail address belongs to somebody of another organization: ask for an invitation to another one.",
    );
  if (person !== null && (await joined(context, person.id)) >= maxJoined) throw tooManyWorkspaces(maxJoined);
  const made = person === null ? await prepareUser(context, { organizationId, email, ...introduction }) : null;
  const user = made?.created ?? (person as User);
  const statements = [...(made === null ? [] : made.inserts), ...joinStatements(open.id, user.id, context.clock.now())];
  statements.push(noting(workspaceId));
  try {
    await context.changing([{ kind: "user", id: user.id }], () => context.db.batch(statements));
  } catch (error) {
    if (isConstraint(error)) throw conflict("The invitation was used or withdrawn in the meantime.", "token");
    throw error;
  }
  return user;
}

/** An invitation that has ended yields NULL for the workspace, which the schema refuses with the whole transaction. */
function joinStatements(id: string, userId: string, now: number): Statement[] {
  const join = `INSERT INTO memberships (workspace_id, role, user_id, created_at) VALUES (
    (SELECT i.workspace_id FROM invitations i WHERE i.id = ? AND ${isOpen}),
    (SELECT i.role FROM invitations i WHERE i.id = ?), ?, ?)`;
  return [statement(join, id, now, id, userId, now), statement("DELETE FROM invitations WHERE id = ?", id)];
}

function toInvitation(row: Row): Invitation {
  return {
    object: "invitation",
    id: text(row, "id"),
    workspaceId: text(row, "workspace_id"),
    email: text(row, "email"),
    role: text(row, "role") === "owner" ? "owner" : "member",
    expiresAt: timestamp(integer(row, "expires_at")),
    createdAt: timestamp(integer(row, "created_at")),
  };
}
