/** `GET /healthz`: whether the service can answer, for a monitor outside. */
import type { HttpResponse } from "../http/message.ts";
import { plainResponse } from "../respond.ts";
import type { Route } from "../router.ts";

/** The route; `check` rejects while the service cannot work. */
export function healthRoute(check: () => Promise<unknown>): Route {
  const target = () => check().then(healthy, unhealthy);
  return { method: "GET", path: "/healthz", target };
}

function healthy(): HttpResponse {
  return plainResponse(200, "ok\n");
}

/** Says no more: nobody has shown a credential, and the log has the reason. */
function unhealthy(): HttpResponse {
  return plainResponse(503, "the directory does not answer\n");
}
