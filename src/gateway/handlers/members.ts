/** Members of a workspace. The directory decides; the workspace is told, so that it knows whom a todo may be assigned to. */
import { invalid } from "../../schema/errors.ts";
import type { User } from "../directory/users.ts";
import { type Exchange, type GatewayHandler, type Services, signedIn } from "../exchange.ts";
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
  requireMember(signedIn(exchange), input.path.workspaceId);
  const user = (await services.directory.findUserByEmail(input.body.email)) ?? (await createPerson(exchange));
  await services.directory.addMember(input.path.workspaceId, user.id);
  await tellWorkspace(services, input.path.workspaceId);
  return { body: toMember(user) };
};

async function createPerson(exchange: Exchange<"addMember">): Promise<User> {
  const { email, name, password } = exchange.input.body;
  if (password === undefined) {
    throw invalid("password", `password is required: nobody with the e-mail ${email} exists yet, so give a first one.`);
  }
  const { organizationId } = signedIn(exchange);
  return exchange.services.directory.createUser({ organizationId, email, name, password });
}

export const removeMember: GatewayHandler<"removeMember"> = async (exchange) => {
  const { services, input } = exchange;
  requireMember(signedIn(exchange), input.path.workspaceId);
  await services.directory.removeMember(input.path.workspaceId, input.path.userId);
  await tellWorkspace(services, input.path.workspaceId);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "member_removed", id: input.path.userId, removedAt } };
};

function toMember({ id, email, name }: User) {
  return { object: "member", id, email, name };
}

async function tellWorkspace(services: Services, workspaceId: string): Promise<void> {
  const members = await services.directory.membersOf(workspaceId);
  await services.workspaces.syncMembers(workspaceId, members.map(toMemberRow));
}

/** A person as a workspace knows them. */
export function toMemberRow({ id, email, name }: User): MemberRow {
  return { userId: id, email, name };
}
