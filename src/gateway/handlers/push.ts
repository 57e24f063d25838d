/** Browsers that the signed-in person has notes sent to. */
import { type GatewayHandler, signedIn } from "../exchange.ts";

export const getPushKey: GatewayHandler<"getPushKey"> = async ({ services }) => {
  const { publicKey } = await services.directory.pushKeys();
  return { body: { object: "push_key", publicKey } };
};

export const createPushSubscription: GatewayHandler<"createPushSubscription"> = async (exchange) => {
  const { services, input } = exchange;
  const { endpoint, keys } = input.body;
  const { user, credentialId: sessionId } = signedIn(exchange);
  const userId = user.id;
  // Before the subscription: keys that are made now are the ones it is good for.
  await services.directory.pushKeys();
  return { body: await services.directory.createPushSubscription({ userId, sessionId, endpoint, ...keys }) };
};

export const removePushSubscription: GatewayHandler<"removePushSubscription"> = async (exchange) => {
  const { services, input } = exchange;
  const { subscriptionId: id } = input.path;
  await services.directory.removePushSubscription(signedIn(exchange).user.id, id);
  const removedAt = new Date(services.clock.now()).toISOString();
  return { body: { object: "push_subscription_removed", id, removedAt } };
};
