/** Who answers: for operators alone. */
import { type GatewayHandler, signedIn } from "../exchange.ts";
import { requireOperator } from "../require-operator.ts";

const what = "who answers";

export const getModel: GatewayHandler<"getModel"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: await exchange.services.model.read() };
};

export const updateModel: GatewayHandler<"updateModel"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: await exchange.services.model.change(exchange.input.body) };
};

export const findModels: GatewayHandler<"findModels"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: { object: "found_models", servers: await exchange.services.model.find() } };
};

export const listProviderModels: GatewayHandler<"listProviderModels"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: { object: "provider_models", ...(await exchange.services.model.list(exchange.input.body)) } };
};

export const listAgentModels: GatewayHandler<"listAgentModels"> = async (exchange) => {
  signedIn(exchange);
  return { body: { object: "agent_models", providers: await exchange.services.model.offered() } };
};

export const testModel: GatewayHandler<"testModel"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: { object: "model_test", ...(await exchange.services.model.test(exchange.input.body)) } };
};
