/** Notifies workspaces of their people, which the directory knows. */
import type { Member as MemberRow } from "../workspace/members/queries.ts";
import type { Member } from "./directory/members.ts";
import type { Services } from "./exchange.ts";

/**
 * Notifies a workspace of its people. A crash, or a workspace that cannot be written, leaves the note that it is to be notified;
 * what changes after the note was read leaves a new one.
 */
export async function syncMembers(
  { directory, workspaces }: Pick<Services, "directory" | "workspaces">,
  workspaceId: string,
): Promise<void> {
  const changes = await directory.pendingMemberChanges(workspaceId);
  const members = await directory.membersOf(workspaceId);
  await workspaces.syncMembers(workspaceId, members.map(toMemberRow));
  for (const change of changes) await directory.memberChangeDelivered(change);
}

/** A person as a workspace knows them. */
export function toMemberRow({ id, email, name, role }: Pick<Member, "id" | "email" | "name" | "role">): MemberRow {
  return { userId: id, email, name, isOwner: role === "owner" };
}
