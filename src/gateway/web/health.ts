/** `GET /healthz`: whether the service can answer, for a monitor outside. */
import type { HttpResponse } from "../http/message.ts";
import type { Route } from "../router.ts";

/** The route; `check` rejects while the service cannot work. */
export function healthRoute(check: () => Promise<unknown>): Route {
  const target = () => check().then(healthy, unhealthy);
  return { method: "GET", path: "/healthz", target };
}

function healthy(): HttpResponse {
  return plain(200, "ok\n");
}

/** Says no more: nobody has shown a credential, and the log has the reason. */
function unhealthy(): HttpResponse {
  return plain(503, "the directory does not answer\n");
}

function plain(status: number, body: string): HttpResponse {
  return { status, headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }, body };
}
