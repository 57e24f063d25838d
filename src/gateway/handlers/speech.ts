/** Who turns speech into text: for operators alone. */
import { type GatewayHandler } from "../exchange.ts";
import { requireOperator } from "../require-operator.ts";

const what = "who turns speech into text";

export const getSpeech: GatewayHandler<"getSpeech"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: await exchange.services.speech.read() };
};

export const updateSpeech: GatewayHandler<"updateSpeech"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: await exchange.services.speech.change(exchange.input.body) };
};

export const findSpeech: GatewayHandler<"findSpeech"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: { object: "found_speech", servers: await exchange.services.speech.find() } };
};

export const testSpeech: GatewayHandler<"testSpeech"> = async (exchange) => {
  await requireOperator(exchange, what);
  return { body: { object: "speech_test", ...(await exchange.services.speech.test(exchange.input.body)) } };
};
