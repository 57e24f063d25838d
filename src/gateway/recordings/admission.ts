/** Who may send a recording: a holder of its token, from the service's own pages or from no page at all. */
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Entitlement, Entitlements } from "../auth/entitlements.ts";
import type { Origins } from "../auth/origins.ts";
import type { Verdict } from "../auth/rate-limit.ts";
import type { Throttle } from "../auth/throttle.ts";
import { clientOf } from "../http/client-address.ts";
import type { Ticket, Tickets } from "./tickets.ts";

export interface AdmissionParts {
  readonly tickets: Tickets;
  readonly clock: Pick<Clock, "now">;
  readonly isMember: (userId: string, workspaceId: string) => Promise<boolean>;
  readonly entitlements: Entitlements;
  readonly origins: Origins;
  readonly unknownCredentials: Throttle;
  readonly limiter: (id: string, limit: number) => Verdict;
  /** Rejects with 500 while the disk is nearly full. */
  readonly requireDisk: () => Promise<void>;
}

/** What is looked at of a request. */
export interface Asking {
  readonly remoteAddress: string;
  header(name: string): string | undefined;
  vouch(): void;
}

/** Requests and connections a minute for one recording. */
const perMinute = limits.recordingRequests.each.max;
/** The subprotocol of the channel, and how a browser, which cannot set headers, hands over the token with it. */
export const channelProtocol = "dayshift.audio.v1";
const tokenProtocol = "dayshift.token.";

/** The recording that the request's token opens. Rejects with 400, 401 or 429. */
export async function admitSender(parts: AdmissionParts, asking: Asking, captureId: string): Promise<Ticket> {
  if (asking.header("origin") !== undefined && !parts.origins.isOwnPage(asking)) {
    throw invalid("Origin", `A page may send recordings from ${parts.origins.publicUrl} only.`);
  }
  const client = clientOf(asking.remoteAddress);
  const token = tokenOf(asking);
  if (token === null) {
    throw new ApiError("missing_credentials", "Send `Authorization: Bearer <stream.token>` of this recording.");
  }
  const ticket = parts.tickets.read("stream", token);
  if (ticket?.subjectId !== captureId) {
    parts.unknownCredentials.check(client);
    parts.unknownCredentials.fail(client);
    throw new ApiError("invalid_token", "The token does not open this recording: send its stream.token.");
  }
  if (ticket.expiresAt <= parts.clock.now()) {
    throw new ApiError("expired_token", "The token has expired: a recording can be sent to for a day.");
  }
  const { holder, workspaceId } = ticket;
  if (holder !== null && !(await parts.isMember(holder.userId, workspaceId))) {
    throw new ApiError("invalid_token", "Who opened this recording is no member of the workspace any more.");
  }
  const { allowed, retryAfter } = parts.limiter(`recording ${captureId}`, perMinute);
  asking.vouch();
  if (allowed) return ticket;
  throw new ApiError("rate_limit_exceeded", `More than ${perMinute} requests in a minute for this recording.`, {
    retryAfter,
  });
}

/** Looks after what the ticket has opened. One of version 1.0.0 does not say whose it is: the owner of the recording looks each minute. */
export function entitlementOf({ entitlements }: Pick<AdmissionParts, "entitlements">, ticket: Ticket): Entitlement {
  const { holder, workspaceId } = ticket;
  if (holder === null) return { signal: new AbortController().signal, end: () => undefined };
  return entitlements.begin({ ...holder, workspaceId });
}

function tokenOf(asking: Asking): string | null {
  const bearer = /^Bearer +([^\s,]+)$/i.exec(asking.header("authorization") ?? "")?.[1];
  if (bearer !== undefined) return bearer;
  const offered = (asking.header("sec-websocket-protocol") ?? "").split(",").map((one) => one.trim());
  return offered.find((one) => one.startsWith(tokenProtocol))?.slice(tokenProtocol.length) ?? null;
}
