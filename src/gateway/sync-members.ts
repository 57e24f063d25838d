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
  const read = async () => (await directory.membersOf(workspaceId)).map(toMemberRow);
  let members: MemberRow[] | null = null;
  // Again where they are others by now: another node may have sent those before this arrived.
  for (let now = await read(); JSON.stringify(now) !== JSON.stringify(members); now = await read()) {
    members = now;
    await workspaces.syncMembers(workspaceId, members);
  }
  for (const change of changes) await directory.memberChangeDelivered(change);
}

/** A person as a workspace knows them. */
export function toMemberRow({ id, email, name, role }: Pick<Member, "id" | "email" | "name" | "role">): MemberRow {
  return { userId: id, email, name, isOwner: role === "owner" };
}
