/** A person's accounts at the OpenID Connect provider. */
import { ApiError, conflict } from "../../schema/errors.ts";
import { type GatewayHandler, signedIn } from "../exchange.ts";
import { ownPath } from "../oidc/attempt.ts";
import { beginAttempt } from "../oidc/visits.ts";

export const listProviderIdentities: GatewayHandler<"listProviderIdentities"> = async (exchange) => {
  const data = await exchange.services.directory.identitiesOf(signedIn(exchange).user.id);
  return { body: { object: "list", data, hasMore: false, nextCursor: null } };
};

export const linkProviderIdentity: GatewayHandler<"linkProviderIdentity"> = async (exchange) => {
  const { services, input } = exchange;
  if (services.oidc === null)
    throw conflict("This service has no OpenID Connect provider: its operator sets one with DAYSHIFT_OIDC_ISSUER.");
  const wanted = { to: ownPath(input.body.to ?? null), linkTo: signedIn(exchange).user.id };
  const { oidc } = services;
  const { url, cookie } = await beginAttempt(services, oidc, wanted).catch((error: unknown) => {
    oidc.onFailure(error);
    throw unreachable(oidc.provider.name);
  });
  return { body: { object: "provider_identity_link", url }, headers: { "set-cookie": cookie } };
};

export const unlinkProviderIdentity: GatewayHandler<"unlinkProviderIdentity"> = async (exchange) => {
  const { services, input } = exchange;
  const id = input.path.identityId;
  await services.directory.unlinkAccount(signedIn(exchange).user.id, id);
  return {
    body: { object: "provider_identity_removed", id, removedAt: new Date(services.clock.now()).toISOString() },
  };
};

function unreachable(name: string): ApiError {
  const message = `${name} does not answer as an OpenID Connect provider does. Try again in a minute.`;
  return new ApiError("internal_error", message, { retryAfter: 60 });
}
