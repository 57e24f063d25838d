/** Members of a workspace. The directory decides; the workspace is told, so that it knows whom a todo may be assigned to. */
import type { Member as MemberRow } from "../../workspace/members.ts";
import type { Member } from "../directory/members.ts";
import type { User } from "../directory/users.ts";
import { type GatewayHandler, idempotencyFor, type Services, signedIn } from "../exchange.ts";
import { requireMember } from "./keys.ts";

export const listMembers: GatewayHandler<"listMembers"> = async (exchange) => {
  const { workspaceId } = exchange.input.path;
  requireMember(signedIn(exchange), workspaceId);
  const members = await exchange.services.directory.membersOf(workspaceId);
  return { body: { object: "list", data: members.map(toMember), hasMore: false, nextCursor: null } };
};

export const addMember: GatewayHandler<"addMember"> = async (exchange) => {
  const { services, input } = exchange;
  const { workspaceId } = input.path;
  const principal = signedIn(exchange);
  requireMember(principal, workspaceId);
  const outcome = await services.directory.addPerson({
    ...input.body,
    workspaceId,
    organizationId: principal.organizationId,
    idempotency: idempotencyFor(exchange),
  });
  await tellMembers(services, workspaceId);
  return { body: toMember(outcome.response), replayed: outcome.replayed };
};

export const removeMember: GatewayHandler<"removeMember"> = async (exchange) => {
  const { services, input } = exchange;
  requireMember(signedIn(exchange), input.path.workspaceId);
  await services.directory.removeMember(input.path.workspaceId, input.path.userId);
  await tellMembers(services, input.path.workspaceId);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "member_removed", id: input.path.userId, removedAt } };
};

function toMember({ id, email, name, createdAt }: Member) {
  return { object: "member", id, email, name, createdAt };
}

/**
 * Tells a workspace its people. A crash, or a workspace that can not be written, leaves the note that it is to be told; what
 * changes after the note was read leaves a new one.
 */
export async function tellMembers(
  { directory, workspaces }: Pick<Services, "directory" | "workspaces">,
  workspaceId: string,
): Promise<void> {
  const untold = await directory.untold(workspaceId);
  const members = await directory.membersOf(workspaceId);
  await workspaces.syncMembers(workspaceId, members.map(toMemberRow));
  for (const note of untold) await directory.told(note);
}

/** A person as a workspace knows them. */
export function toMemberRow({ id, email, name }: User): MemberRow {
  return { userId: id, email, name };
}
