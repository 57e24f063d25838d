/** The address of MCP. What speaks the protocol is loaded when somebody first does: a start without one pays nothing. */
import type { Route } from "../router.ts";
import type { HttpHandler } from "../http/message.ts";
import { type McpOptions, mcpPath } from "./exchange.ts";

/** MCP as a route: each message is a POST. The service keeps no session and pushes nothing, so there is no other method. */
export function mcpRoute(options: McpOptions): Route {
  let loaded: Promise<HttpHandler> | null = null;
  const load = (): Promise<HttpHandler> =>
    (loaded ??= import("./endpoint.ts").then(({ createEndpoint }) => createEndpoint(options)));
  return {
    method: "POST",
    path: mcpPath,
    target: async (request) => (await load())(request),
  };
}
