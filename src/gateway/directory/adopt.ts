/** Takes in a workspace that comes from another service, with its people. */
import type { Context } from "./context/context.ts";
import { isConstraint, statement } from "./database/db.ts";
import { ensureHome } from "./home.ts";
import { joining, noting } from "./members.ts";
import { findUserByEmail, insertUser } from "./users.ts";
import { conflict } from "../../schema/errors.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface AdoptedWorkspace {
  readonly id: string;
  readonly name: string;
  readonly people: readonly Person[];
}

export interface Adoption {
  /** People who have another id here: who has the same address is the same person. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  /** Addresses of those who are new here; they have no password yet. */
  readonly newcomers: readonly string[];
}

export interface Adopting {
  /** Who the people of a workspace are here. Throws `resource_conflict` for somebody of another organization. */
  planAdoption(people: readonly Person[]): Promise<Adoption>;
  /** Makes workspace, people and memberships in one transaction. Throws `resource_conflict` when the workspace is here already. */
  adoptWorkspace(workspace: AdoptedWorkspace): Promise<void>;
}

export function adopting(context: Context): Adopting {
  return {
    planAdoption: async (people) => {
      const renamed: { from: string; to: string }[] = [];
      const newcomers: string[] = [];
      for (const person of people) {
        const here = await whoIs(context, person);
        if (here.isNew) newcomers.push(person.email);
        if (here.id !== person.id) renamed.push({ from: person.id, to: here.id });
      }
      return { renamed, newcomers };
    },
    adoptWorkspace: (workspace) => adoptWorkspace(context, workspace),
  };
}

/** The id of a person here; a newcomer keeps the one they had. */
async function whoIs(context: Context, { id, email }: Person): Promise<{ id: string; isNew: boolean }> {
  const { organizationId } = await ensureHome(context);
  const here = await findUserByEmail(context, email);
  if (here === undefined) {
    const taken = await context.db.get("SELECT 1 FROM users WHERE id = ?", id);
    if (taken !== undefined) throw conflict(`The person ${email} has the id of somebody else here: ${id}.`);
    return { id, isNew: true };
  }
  if (here.organizationId !== organizationId) throw conflict(`${email} belongs to another organization here.`);
  return { id: here.id, isNew: false };
}

async function adoptWorkspace(context: Context, { id, name, people }: AdoptedWorkspace): Promise<void> {
  const { organizationId } = await ensureHome(context);
  const now = context.clock.now();
  const insert = "INSERT INTO workspaces (id, organization_id, name, created_at) VALUES (?, ?, ?, ?)";
  const statements = [statement(insert, id, organizationId, name, now)];
  const changes: { readonly kind: "user"; readonly id: string }[] = [];
  for (const person of people) {
    const here = await whoIs(context, person);
    if (here.isNew) statements.push(insertUser({ ...person, organizationId }, null, now));
    statements.push(joining(id, here.id, now));
    changes.push({ kind: "user", id: here.id });
  }
  try {
    await context.changing(changes, () => context.db.batch([...statements, noting(id)]));
  } catch (error) {
    if (isConstraint(error)) throw conflict(`The workspace ${id} is here already.`);
    throw error;
  }
}
