/** Workspaces of a person: those that there are, and one more. */
import { type GatewayHandler, idempotencyFor, signedIn } from "../exchange.ts";
import { toMemberRow } from "../sync-members.ts";
import { requireOwner } from "./members.ts";

export const listWorkspaces: GatewayHandler<"listWorkspaces"> = async (exchange) => {
  const data = await exchange.services.directory.workspacesOf(signedIn(exchange).user.id);
  return { body: { object: "list", data, hasMore: false, nextCursor: null } };
};

/** The file is made first: a workspace that the directory knows always has one. */
export const createWorkspace: GatewayHandler<"createWorkspace"> = async (exchange) => {
  const { services, input } = exchange;
  const { user, organizationId } = signedIn(exchange);
  const id = services.ids.uuid();
  const outcome = await services.directory.createWorkspace({
    id,
    organizationId,
    name: input.body.name,
    memberId: user.id,
    prepare: () => services.workspaces.create(id, [toMemberRow({ ...user, role: "owner" })]),
    idempotency: idempotencyFor(exchange),
  });
  return { body: outcome.response, replayed: outcome.replayed };
};

export const renameWorkspace: GatewayHandler<"renameWorkspace"> = async (exchange) => {
  const { services, input } = exchange;
  const { workspaceId } = input.path;
  await requireOwner(services, signedIn(exchange), workspaceId);
  await services.directory.renameWorkspace(workspaceId, input.body.name);
  return { body: await services.directory.getWorkspace(workspaceId) };
};
