/**
 * Keeps pages of other sites out (DNS rebinding): a browser that was led here under another name says so in `Host`, and a page
 * that is not ours names itself in `Origin`. Source: MCP, "Streamable HTTP", security warning.
 */
import { loopbackNames, type Origins } from "../auth/origins.ts";
import type { HttpRequest } from "../http/message.ts";

/** What is wrong with where the request comes from, or null. */
export function originFault(origins: Origins, request: HttpRequest): string | null {
  const host = request.header("host") ?? "";
  if (!origins.isOwnHost(host)) {
    return `This service does not answer to the host ${JSON.stringify(host)}: use ${origins.publicUrl}, or have the operator set DAYSHIFT_PUBLIC_URL.`;
  }
  const origin = request.header("origin");
  if (origin === undefined || origins.isOwnPage(request) || isLocalPage(origin)) return null;
  return `Requests from pages of ${JSON.stringify(origin)} are not taken: leave Origin out, or send ${origins.publicUrl}.`;
}

/** A page of a program on this computer, such as an inspector. The session cookie opens nothing to it: that takes our own Origin. */
function isLocalPage(origin: string): boolean {
  return URL.canParse(origin) && loopbackNames.has(new URL(origin).hostname);
}
