/** Members of a workspace. The directory decides; the workspace is notified, so that it knows whom a todo may be assigned to. */
import { ApiError } from "../../schema/errors.ts";
import type { Principal } from "../directory/context/principal.ts";
import type { Member } from "../directory/members.ts";
import { type GatewayHandler, type Services, signedIn } from "../exchange.ts";
import { syncMembers } from "../sync-members.ts";
import { requireMember } from "./keys.ts";

export const listMembers: GatewayHandler<"listMembers"> = async (exchange) => {
  const { workspaceId } = exchange.input.path;
  requireMember(signedIn(exchange), workspaceId);
  const members = await exchange.services.directory.membersOf(workspaceId);
  return { body: { object: "list", data: members.map(toMember), hasMore: false, nextCursor: null } };
};

export const updateMember: GatewayHandler<"updateMember"> = async (exchange) => {
  const { services, input } = exchange;
  const { workspaceId, userId } = input.path;
  await requireOwner(services, signedIn(exchange), workspaceId);
  const member = await services.directory.setRole(workspaceId, userId, input.body.role);
  await syncMembers(services, workspaceId);
  return { body: toMember(member) };
};

/** Anybody may leave; owners remove others. */
export const removeMember: GatewayHandler<"removeMember"> = async (exchange) => {
  const { services, input } = exchange;
  const principal = signedIn(exchange);
  requireMember(principal, input.path.workspaceId);
  if (input.path.userId !== principal.user.id) await requireOwner(services, principal, input.path.workspaceId);
  await services.directory.removeMember(input.path.workspaceId, input.path.userId);
  await syncMembers(services, input.path.workspaceId);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "member_removed", id: input.path.userId, removedAt } };
};

function toMember({ id, email, name, role, createdAt }: Member) {
  return { object: "member", id, email, name, role, createdAt };
}

/** Throws 403 for everybody but the owners of the workspace; one that does not exist answers the same. */
export async function requireOwner(
  { directory }: Pick<Services, "directory">,
  principal: Principal,
  workspaceId: string,
): Promise<void> {
  requireMember(principal, workspaceId);
  if ((await directory.roleOf(principal.user.id, workspaceId)) === "owner") return;
  throw new ApiError("workspace_access_denied", "Only an owner of the workspace may do this: ask one of them.");
}
