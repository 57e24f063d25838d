/** What the service says of itself, and of who asks. */
import { allowedOperations } from "../../schema/operations/index.ts";
import { workspaceOf } from "../auth.ts";
import { mcpUrl } from "../oauth/resources.ts";
import { type GatewayHandler, signedIn } from "../exchange.ts";

export const getServiceInfo: GatewayHandler<"getServiceInfo"> = ({ services }) => ({
  body: {
    object: "service_info",
    name: "Dayshift",
    version: services.version,
    documentationUrl: `${services.publicUrl}/docs`,
    openapiUrl: `${services.publicUrl}/api/v1/openapi.json`,
    mcpUrl: mcpUrl(services.publicUrl),
    cliInstallUrl: `${services.publicUrl}/install.sh`,
  },
});

export const getOpenApiSpecification: GatewayHandler<"getOpenApiSpecification"> = ({ services }) => ({
  body: null,
  json: services.documents.public,
});

export const getAppOpenApiSpecification: GatewayHandler<"getAppOpenApiSpecification"> = ({ services }) => ({
  body: null,
  json: services.documents.app,
});

export const getIdentity: GatewayHandler<"getIdentity"> = (exchange) => {
  const found = signedIn(exchange);
  const workspace = workspaceOf(found, exchange.request);
  return {
    body: {
      object: "identity",
      workspace: { id: workspace.id, name: workspace.name },
      organizationId: found.organizationId,
      user: found.user,
      credential: {
        type: found.type,
        name: found.name,
        scopes: found.scopes,
        expiresAt: found.expiresAt === null ? null : new Date(found.expiresAt).toISOString(),
      },
      allowedOperations: allowedOperations(found.scopes, found.type === "session"),
    },
  };
};
