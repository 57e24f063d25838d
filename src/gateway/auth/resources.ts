/** The resources that OAuth tokens open, and how a refusal says where to get one. Source: RFC 8707, RFC 9728, RFC 6750. */

/** The identifier of the public interface as a resource; a token opens it or the MCP server, never both. */
export function apiResource(publicUrl: string): string {
  return `${publicUrl}/api/v1`;
}

/** Address of the MCP server, and its identifier as a resource. */
export function mcpUrl(publicUrl: string): string {
  return `${publicUrl}/mcp`;
}

/** The resource that a text names, in its usual spelling; undefined when it is none of ours. */
export function findResource(publicUrl: string, text: string): string | undefined {
  if (!URL.canParse(text) || text.includes("#")) return undefined;
  return [apiResource(publicUrl), mcpUrl(publicUrl)].find((resource) => new URL(text).href === resource);
}

const wellKnown = "/.well-known/oauth-protected-resource";

/** Where the metadata of a resource is: the well-known part stands between origin and path (RFC 9728 §3.1). */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return origin + wellKnown + (pathname === "/" ? "" : pathname);
}

export interface Challenge {
  /** Left out when no token was sent (RFC 6750 §3.1). */
  readonly error?: "invalid_token" | "insufficient_scope";
  readonly description?: string;
  /** What a token needs to have. */
  readonly scopes?: readonly string[];
}

/** The value of `WWW-Authenticate` for a resource, or for an interface that takes no OAuth tokens (null). */
export function challenge(resource: string | null, { error, description, scopes }: Challenge = {}): string {
  const parameters = { realm: "Dayshift", error, error_description: description, scope: scopes?.join(" ") };
  const withMetadata = resource === null ? parameters : { ...parameters, resource_metadata: metadataUrl(resource) };
  const parts = Object.entries(withMetadata).filter(([, value]) => value !== undefined);
  return `Bearer ${parts.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}
