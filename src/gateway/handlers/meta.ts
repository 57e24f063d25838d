/** What the service says of itself, and of who asks. */
import { allowedOperations } from "../../schema/operations/index.ts";
import { workspaceOf } from "../auth/authenticate.ts";
import { mcpUrl } from "../auth/resources.ts";
import { type GatewayHandler, signedIn } from "../exchange.ts";

export const getServiceInfo: GatewayHandler<"getServiceInfo"> = async ({ services }) => ({
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

export const getOpenApiSpecification: GatewayHandler<"getOpenApiSpecification"> = async ({ services }) => ({
  body: null,
  json: services.documents.public,
});

export const getAppOpenApiSpecification: GatewayHandler<"getAppOpenApiSpecification"> = async ({ services }) => ({
  body: null,
  json: services.documents.app,
});

export const getCapabilities: GatewayHandler<"getCapabilities"> = async ({ services }) => {
  const [agentModels, transcription] = await Promise.all([services.model.names(), services.speech.isOn()]);
  const [name = "builtin"] = agentModels;
  const model = { kind: name === "builtin" ? "builtin" : "language", name } as const;
  return { body: { object: "capabilities", ...services.capabilities, model, agentModels, transcription } };
};

export const getIdentity: GatewayHandler<"getIdentity"> = async (exchange) => {
  const principal = signedIn(exchange);
  const workspace = workspaceOf(principal, exchange.request);
  return {
    body: {
      object: "identity",
      workspace: { id: workspace.id, name: workspace.name },
      organizationId: principal.organizationId,
      user: principal.user,
      credential: {
        type: principal.type,
        name: principal.name,
        scopes: principal.scopes,
        expiresAt: principal.expiresAt === null ? null : new Date(principal.expiresAt).toISOString(),
      },
      allowedOperations: allowedOperations(principal.scopes, principal.type === "session"),
    },
  };
};
