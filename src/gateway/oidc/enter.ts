/** Whom an account at the provider lets in, and whose it becomes. */
import { ApiError } from "../../schema/errors.ts";
import type { Account } from "../directory/account.ts";
import type { User } from "../directory/users.ts";
import type { Services } from "../exchange.ts";
import { syncMembers } from "../sync-members.ts";

/** Why somebody was not signed in, or an account not linked. */
export type Refusal = "unknown" | "known" | "taken";

/** The person of the account, or one who comes in by an open invitation to the verified address. */
export async function findOrInvite(services: Services, account: Account): Promise<User | Refusal> {
  return (await services.directory.findUserByAccount(account)) ?? join(services, account);
}

/** Somebody new. Who has this address here already signs in first, and links the account: an address is no proof. */
async function join(services: Services, account: Account): Promise<User | Refusal> {
  const { directory } = services;
  if (account.email === null) return "unknown";
  if ((await directory.findUserByEmail(account.email)) !== undefined) return "known";
  const open = await directory.openInvitationTo(account.email);
  if (open === undefined) return "unknown";
  const user = await directory.acceptInvitation(open, { account, name: account.name ?? undefined });
  await syncMembers(services, open.workspaceId);
  return user;
}

/** Makes the account one of the person; a refusal when it is somebody else's. */
export async function linkTo(services: Services, userId: string, account: Account): Promise<Refusal | null> {
  try {
    await services.directory.linkAccount(userId, account);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === "resource_conflict") return "taken";
    throw error;
  }
}
