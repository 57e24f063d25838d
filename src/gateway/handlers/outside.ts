/** Outside servers, and what agents were given of them: for owners. */
import { type Exchange, type GatewayHandler, signedIn } from "../exchange.ts";
import type { GatewayOperationId } from "../../schema/operations/index.ts";
import { callerOf, workspaceOf } from "../auth/authenticate.ts";
import { requireOwner } from "./members.ts";

export const listMcpServers: GatewayHandler<"listMcpServers"> = async (exchange) => {
  const servers = await exchange.services.directory.mcpServersOf(await ownedWorkspace(exchange));
  return { body: { object: "list", data: servers.map(({ shown }) => shown), hasMore: false, nextCursor: null } };
};

export const createMcpServer: GatewayHandler<"createMcpServer"> = async (exchange) => {
  const { services, input } = exchange;
  const workspaceId = await ownedWorkspace(exchange);
  const { name, url, secret = null } = input.body;
  const answer = await services.outside.readTools({ url, secret });
  const draft = { name, url, secret, ...answer };
  const { shown } = await services.directory.addMcpServer(workspaceId, signedIn(exchange).user.id, draft);
  return { body: shown };
};

/** A secret stays with the origin that it was given for. A server that does not answer keeps the tools that it had. */
export const updateMcpServer: GatewayHandler<"updateMcpServer"> = async (exchange) => {
  const { services, input } = exchange;
  const { directory, outside } = services;
  const workspaceId = await ownedWorkspace(exchange);
  const server = await directory.mcpServer(workspaceId, input.path.mcpServerId);
  const { name = server.name, url = server.url, secret: given } = input.body;
  const isSameOrigin = new URL(url).origin === new URL(server.url).origin;
  const secret = given === undefined ? (isSameOrigin ? server.secret : null) : given;
  const answer = await outside.readTools({ url, secret });
  const tools = answer.problem === null || url !== server.url ? answer.tools : server.tools;
  const draft = { name, url, secret, problem: answer.problem, tools };
  const { shown } = await directory.changeMcpServer(workspaceId, server.id, draft);
  return { body: shown };
};

export const deleteMcpServer: GatewayHandler<"deleteMcpServer"> = async (exchange) => {
  const { services, input } = exchange;
  await services.directory.removeMcpServer(await ownedWorkspace(exchange), input.path.mcpServerId);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "mcp_server_removed", id: input.path.mcpServerId, removedAt } };
};

export const getOutsideTools: GatewayHandler<"getOutsideTools"> = async (exchange) => {
  const { agentId } = exchange.input.path;
  const workspaceId = await ownedWorkspace(exchange);
  await requireAgent(exchange, workspaceId, agentId);
  return { body: await exchange.services.directory.outsideOf(workspaceId, agentId) };
};

export const updateOutsideTools: GatewayHandler<"updateOutsideTools"> = async (exchange) => {
  const { agentId } = exchange.input.path;
  const workspaceId = await ownedWorkspace(exchange);
  await requireAgent(exchange, workspaceId, agentId);
  return { body: await exchange.services.directory.giveOutside(workspaceId, agentId, exchange.input.body) };
};

type Any = Pick<Exchange<GatewayOperationId>, "services" | "request" | "principal">;

/** The workspace of the request. Throws 403 for everybody but its owners. */
async function ownedWorkspace(exchange: Any): Promise<string> {
  const principal = signedIn(exchange);
  const { id } = workspaceOf(principal, exchange.request);
  await requireOwner(exchange.services, principal, id);
  return id;
}

/** Throws 404. */
async function requireAgent(exchange: Any, workspaceId: string, agentId: string): Promise<void> {
  const caller = callerOf(signedIn(exchange), workspaceId);
  const input = { path: { agentId }, query: {}, body: undefined };
  await exchange.services.workspaces.call(workspaceId, { operation: "getAgent", caller, input, idempotency: null });
}
