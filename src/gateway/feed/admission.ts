/** Who may follow: any credential, from the service's own pages or from no page at all; looked at again before each batch. */
import { createLongPollLimits } from "../../actors/long-polls/long-polls.ts";
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import { authenticate } from "../auth/authenticate.ts";
import type { Principal } from "../directory/context/principal.ts";
import type { UpgradeRequest } from "../http/upgrade.ts";
import { countRequestOf, type Pipeline } from "../pipeline.ts";

/** A connection that may be made. */
export interface Admitted {
  readonly principal: Principal;
  /** Whom the credential stands for by now. Rejects with 401 when it has ended. */
  recheck(): Promise<Principal>;
  /** The connection is gone. */
  leave(): void;
}

export type Admit = (request: UpgradeRequest) => Promise<Admitted>;

/** Answers who comes. Rejects with 401, and with 429 past the limits. */
export function createAdmission(pipeline: Pipeline): Admit {
  const places = createLongPollLimits({
    perCredential: limits.followers.credential.max,
    perProcess: limits.followers.service.max,
  });
  return async (request) => {
    const recheck = (): Promise<Principal> => authenticate(pipeline, { ...request, method: "GET" });
    refuseForeign(pipeline, request);
    const principal = await recheck();
    const { credentialId } = principal;
    const verdict = await countRequestOf(pipeline, principal);
    if (!verdict.allowed) throw tooMany("requests in a minute", verdict.retryAfter);
    if (!places.enter(credentialId)) throw tooMany("connections that follow changes at once", 30);
    return { principal, recheck, leave: () => places.leave(credentialId) };
  };
}

function refuseForeign({ origins }: Pipeline, request: UpgradeRequest): void {
  if (request.header("origin") === undefined || origins.isOwnPage(request)) return;
  throw new ApiError("invalid_session_token", `A page may follow changes from ${origins.publicUrl} only.`);
}

function tooMany(what: string, retryAfter: number): ApiError {
  return new ApiError("rate_limit_exceeded", `There are too many ${what}. Try again later, with fewer.`, {
    retryAfter,
  });
}
