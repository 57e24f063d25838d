/** What the service says of itself, in the public interface. */
import { identity, openApiDocument, serviceInfo } from "../access.ts";
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";

const shared = { method: "GET", tag: "Meta", home: "gateway", query: nothing, body: null, errors: [] } as const;

export const metaOperations = [
  operation({
    ...shared,
    id: "getServiceInfo",
    path: "/",
    auth: "none",
    summary: "Name, version and addresses of the service",
    description: "Needs no credential.",
    success: { status: 200, schema: serviceInfo },
  }),
  operation({
    ...shared,
    id: "getOpenApiSpecification",
    path: "/openapi.json",
    auth: "none",
    summary: "This description",
    description: "The OpenAPI 3.1 document, generated from the same records as the routes. Needs no credential.",
    success: { status: 200, schema: openApiDocument },
  }),
  operation({
    ...shared,
    id: "getIdentity",
    path: "/me",
    auth: "any",
    summary: "Who the credential is, and what it may call",
    description: "Accepts any credential. `allowedOperations` lists every operation that the credential can call.",
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: identity },
  }),
] as const;
