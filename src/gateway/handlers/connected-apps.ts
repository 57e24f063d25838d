/** Connected apps: what people let OAuth clients do. Any member of a workspace sees and revokes them, as with keys. */
import { noSuch } from "../../schema/errors.ts";
import { opens } from "../directory/context/principal.ts";
import { type GatewayHandler, signedIn } from "../exchange.ts";
import { requireMember } from "./keys.ts";

export const listConnectedApps: GatewayHandler<"listConnectedApps"> = async (exchange) => {
  const { workspaceId, includeRevoked } = exchange.input.query;
  requireMember(signedIn(exchange), workspaceId);
  const apps = await exchange.services.directory.listConnectedApps(workspaceId, includeRevoked ?? false);
  return { body: { object: "list", data: apps, hasMore: false, nextCursor: null } };
};

/** An app of a workspace that the user is no member of does not exist for the user. */
export const revokeConnectedApp: GatewayHandler<"revokeConnectedApp"> = async (exchange) => {
  const { directory } = exchange.services;
  const id = exchange.input.path.connectedAppId;
  const app = await directory.getConnectedApp(id);
  if (app === undefined || !opens(signedIn(exchange), app.workspaceId)) throw noSuch("connected app", id);
  return { body: await directory.revokeConnectedApp(app.id) };
};
