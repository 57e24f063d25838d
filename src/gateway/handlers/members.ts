/** Members of a workspace. The directory decides; the workspace is told, so that it knows whom a todo may be assigned to. */
import type { Member } from "../directory/members.ts";
import type { User } from "../directory/users.ts";
import { type GatewayHandler, idempotencyFor, type Services, signedIn } from "../exchange.ts";
import type { MemberRow } from "../workspaces.ts";
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
  const found = signedIn(exchange);
  requireMember(found, workspaceId);
  const outcome = await services.directory.addPerson({
    ...input.body,
    workspaceId,
    organizationId: found.organizationId,
    idempotency: idempotencyFor(exchange),
  });
  await tellWorkspace(services, workspaceId);
  return { body: toMember(outcome.response), replayed: outcome.replayed };
};

export const removeMember: GatewayHandler<"removeMember"> = async (exchange) => {
  const { services, input } = exchange;
  requireMember(signedIn(exchange), input.path.workspaceId);
  await services.directory.removeMember(input.path.workspaceId, input.path.userId);
  await tellWorkspace(services, input.path.workspaceId);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "member_removed", id: input.path.userId, removedAt } };
};

function toMember({ id, email, name, createdAt }: Member) {
  return { object: "member", id, email, name, createdAt };
}

async function tellWorkspace(services: Services, workspaceId: string): Promise<void> {
  const members = await services.directory.membersOf(workspaceId);
  await services.workspaces.syncMembers(workspaceId, members.map(toMemberRow));
}

/** A person as a workspace knows them. */
export function toMemberRow({ id, email, name }: User): MemberRow {
  return { userId: id, email, name };
}
