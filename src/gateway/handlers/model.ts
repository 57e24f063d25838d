/** Who answers: for operators alone. */
import type { GatewayOperationId } from "../../schema/operations/index.ts";
import { ApiError } from "../../schema/errors.ts";
import { type Exchange, type GatewayHandler, signedIn } from "../exchange.ts";

export const getModel: GatewayHandler<"getModel"> = async (exchange) => {
  await requireOperator(exchange);
  return { body: exchange.services.model.read() };
};

export const updateModel: GatewayHandler<"updateModel"> = async (exchange) => {
  await requireOperator(exchange);
  return { body: await exchange.services.model.change(exchange.input.body) };
};

export const findModels: GatewayHandler<"findModels"> = async (exchange) => {
  await requireOperator(exchange);
  return { body: { object: "found_models", servers: await exchange.services.model.find() } };
};

export const listProviderModels: GatewayHandler<"listProviderModels"> = async (exchange) => {
  await requireOperator(exchange);
  return { body: { object: "provider_models", ...(await exchange.services.model.list(exchange.input.body)) } };
};

export const listAgentModels: GatewayHandler<"listAgentModels"> = async (exchange) => {
  signedIn(exchange);
  return { body: { object: "agent_models", providers: await exchange.services.model.offered() } };
};

export const testModel: GatewayHandler<"testModel"> = async (exchange) => {
  await requireOperator(exchange);
  return { body: { object: "model_test", ...(await exchange.services.model.test(exchange.input.body)) } };
};

/** Settings of the service are the operator's. */
async function requireOperator<Id extends GatewayOperationId>(exchange: Exchange<Id>): Promise<void> {
  const { user } = signedIn(exchange);
  if (await exchange.services.directory.isOperator(user.id)) return;
  throw new ApiError("workspace_access_denied", "Only operators of the service change who answers.");
}
