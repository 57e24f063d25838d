/** The documents in which clients find the OAuth endpoints, as routes; and the preflight of any of these. */
import { apiResource, mcpUrl, metadataUrl } from "../auth/resources.ts";
import { jsonResponse } from "../respond.ts";
import type { Route } from "../router.ts";
import { resourceMetadata, serverMetadata } from "./metadata.ts";

/** A resource has its document where RFC 9728 has it; the plain address is for clients of MCP that know no other. */
export function documents(publicUrl: string): Route[] {
  const [api, mcp] = [apiResource(publicUrl), mcpUrl(publicUrl)];
  const ofMcp = resourceMetadata(publicUrl, mcp, "Dayshift MCP server");
  const all: readonly (readonly [string, object])[] = [
    ["/.well-known/oauth-authorization-server", serverMetadata(publicUrl)],
    [new URL(metadataUrl(api)).pathname, resourceMetadata(publicUrl, api, "Dayshift interface")],
    [new URL(metadataUrl(mcp)).pathname, ofMcp],
    [new URL(metadataUrl(publicUrl)).pathname, ofMcp],
  ];
  return all.flatMap(([path, body]) => {
    const response = jsonResponse(200, body, { "access-control-allow-origin": "*", "cache-control": "max-age=300" });
    return [{ method: "GET", path, target: async () => response }, preflight(path, "GET")];
  });
}

/** Clients that run in a page of another origin ask first. */
export function preflight(path: string, method: string): Route {
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": method,
    "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
    "access-control-max-age": "86400",
  };
  return { method: "OPTIONS", path, target: async () => ({ status: 204, headers, body: "" }) };
}
