/** A person switches the second factor on and off. */
import { invalid } from "../../schema/errors.ts";
import { otpauthUri } from "../directory/secrets/totp.ts";
import { type Exchange, type GatewayHandler, signedIn } from "../exchange.ts";
import { clientOf } from "../http/client-address.ts";
import { takeCode, wrongCode } from "../second-factor.ts";
import { requirePassword, subjectOf } from "../sign-in.ts";

export const getSecondFactor: GatewayHandler<"getSecondFactor"> = async (exchange) => {
  const factor = await exchange.services.directory.secondFactorOf(signedIn(exchange).user.id);
  return { body: { object: "second_factor", ...factor } };
};

export const beginSecondFactor: GatewayHandler<"beginSecondFactor"> = async (exchange) => {
  const user = await confirmPerson(exchange, exchange.input.body.password);
  const secret = await exchange.services.directory.beginSecondFactor(user.id);
  return { body: { object: "second_factor_begun", secret, otpauthUri: otpauthUri(secret, user.email) } };
};

export const confirmSecondFactor: GatewayHandler<"confirmSecondFactor"> = async (exchange) => {
  const { services, input, request } = exchange;
  const { user } = signedIn(exchange);
  const subject = subjectOf(user.email, clientOf(request.remoteAddress));
  services.signInFailures.check(subject);
  const recoveryCodes = await services.directory.confirmSecondFactor(user.id, input.body.code);
  if (recoveryCodes !== undefined) return { body: { object: "second_factor_confirmed", recoveryCodes } };
  services.signInFailures.fail(subject);
  throw invalid("code", wrongCode);
};

export const removeSecondFactor: GatewayHandler<"removeSecondFactor"> = async (exchange) => {
  const { services, input, request } = exchange;
  const user = await confirmPerson(exchange, input.body.password);
  const subject = subjectOf(user.email, clientOf(request.remoteAddress));
  const { isOn } = await services.directory.secondFactorOf(user.id);
  if (isOn && !(await takeCode(services, { user, code: input.body.code, subject }))) throw invalid("code", wrongCode);
  await services.directory.removeSecondFactor(user.id);
  return { body: { object: "second_factor", isOn: false, recoveryCodesLeft: 0 } };
};

function confirmPerson(exchange: Exchange<"beginSecondFactor" | "removeSecondFactor">, password: string) {
  const { services, request } = exchange;
  return requirePassword(services, request, { email: signedIn(exchange).user.email, password, param: "password" });
}
