/** `GET /healthz`: whether the service can answer, for a monitor outside; `GET /ready`: whether it takes requests, for a load balancer. */
import type { HttpResponse } from "../http/message.ts";
import { plainResponse } from "../respond.ts";
import type { Route } from "../router.ts";

/** The route; `check` rejects while the service cannot work. */
export function healthRoute(check: () => Promise<unknown>): Route {
  const target = () => check().then(healthy, unhealthy);
  return { method: "GET", path: "/healthz", target };
}

/** The route; of several nodes one is ready. */
export function readyRoute(isReady: () => boolean): Route {
  const target = async () => (isReady() ? plainResponse(200, "ready\n") : waiting());
  return { method: "GET", path: "/ready", target };
}

function waiting(): HttpResponse {
  return plainResponse(503, "another node takes requests\n", { "retry-after": "1" });
}

function healthy(): HttpResponse {
  return plainResponse(200, "ok\n");
}

/** Says no more: nobody has shown a credential, and the log has the reason. */
function unhealthy(): HttpResponse {
  return plainResponse(503, "the directory does not answer\n");
}
