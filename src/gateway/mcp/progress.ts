/** Says from time to time that a held call goes on, to clients that asked for it: it keeps their time limits from ending it. */
import type { ServerContext } from "@modelcontextprotocol/server";
import type { Clock } from "../../actors/runtime/ports.ts";

/** Between two notices, in milliseconds. */
const everyMs = 5000;

/** Begins to report; the answer ends it. `waitSeconds` is how long the call may take, as the caller gave it. */
export function reportProgress(clock: Clock, context: ServerContext, waitSeconds: unknown): () => void {
  const { _meta: meta, notify } = context.mcpReq;
  const token = meta?.progressToken;
  if (token === undefined || typeof waitSeconds !== "number") return () => {};
  const begin = clock.monotonic();
  let cancel = clock.timer(everyMs, report);

  function report(): void {
    const progress = Math.round((clock.monotonic() - begin) / 1000);
    cancel = clock.timer(everyMs, report);
    const params = { progressToken: token, progress, total: waitSeconds, message: "The agent is at work." };
    // A client that is gone need not hear it; the call itself ends by its signal.
    notify({ method: "notifications/progress", params }).catch(() => {});
  }
  return () => cancel();
}
