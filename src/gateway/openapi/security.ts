/** Credentials as the documents describe them. */
import { scopes, scopeTexts } from "../../schema/scopes.ts";
import type { Operation } from "../../schema/operation.ts";
import { sessionCookie } from "../auth/authenticate.ts";
import type { JsonObject } from "../../schema/common.ts";

const schemes = (publicUrl: string): Readonly<Record<string, JsonObject>> => ({
  apiKey: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "dsk_…",
    description: "An API key of one workspace, with the scopes chosen when it was made.",
  },
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "dss_…",
    description: "The session token of a signed-in person; it has all scopes.",
  },
  sessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie(publicUrl),
    description: "The same token as a cookie. Requests that change something need the service's own `Origin`.",
  },
  oauth: {
    type: "oauth2",
    description:
      "An access token of OAuth 2.1 (`dso_…`) for one workspace: PKCE with S256, `resource` the server address.",
    flows: {
      authorizationCode: {
        authorizationUrl: `${publicUrl}/oauth/authorize`,
        tokenUrl: `${publicUrl}/oauth/token`,
        refreshUrl: `${publicUrl}/oauth/token`,
        scopes: Object.fromEntries(scopes.map((scope) => [scope, scopeTexts[scope].description])),
      },
    },
  },
});

type Requirement = Readonly<Record<string, readonly string[]>>;

/** Any one of them opens the operation; none for an open operation. Scopes of an API key stand in `x-required-scope`. */
export function securityOf({ auth }: Operation): Requirement[] {
  if (auth === "none") return [];
  const people = [{ session: [] }, { sessionCookie: [] }];
  if (auth === "session") return people;
  return [{ apiKey: [] }, ...people, { oauth: auth === "any" ? [] : [auth] }];
}

/** The schemes that the requirements name; `publicUrl` is the origin in links. */
export function securitySchemesOf(requirements: readonly Requirement[], publicUrl: string): Record<string, JsonObject> {
  const used = new Set(requirements.flatMap((requirement) => Object.keys(requirement)));
  return Object.fromEntries(Object.entries(schemes(publicUrl)).filter(([name]) => used.has(name)));
}
