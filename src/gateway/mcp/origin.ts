/**
 * Keeps pages of other sites out (DNS rebinding): a browser that was led here under another name says so in `Host`, and a page
 * that is not ours names itself in `Origin`. Source: MCP, "Streamable HTTP", security warning.
 */
import type { HttpRequest } from "../http/message.ts";

/**
 * What is wrong with where the request comes from, or null. As host passes the name of the public origin, `localhost`, or an
 * address: an attacker's page can only come under a name of its own.
 */
export function originFault(publicOrigin: string, request: HttpRequest): string | null {
  const host = request.header("host") ?? "";
  if (!isOurs(publicOrigin, hostName(`http://${host}`))) {
    return `This service does not answer to the host ${JSON.stringify(host)}: use ${publicOrigin}, or have the operator set DAYSHIFT_PUBLIC_URL.`;
  }
  const origin = request.header("origin");
  if (origin === undefined || isOurs(publicOrigin, hostName(origin))) return null;
  return `Requests from pages of ${JSON.stringify(origin)} are not taken: leave Origin out, or send ${publicOrigin}.`;
}

function hostName(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : null;
}

function isOurs(publicOrigin: string, name: string | null): boolean {
  if (name === null || name === "") return false;
  return name === hostName(publicOrigin) || name === "localhost" || isAddress(name);
}

/** The URL parser has brought addresses into their usual form. */
function isAddress(name: string): boolean {
  return name.startsWith("[") || /^\d+\.\d+\.\d+\.\d+$/.test(name);
}
