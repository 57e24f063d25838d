/** Settings of the service are the operator's. */
import { ApiError } from "../schema/errors.ts";
import type { GatewayOperationId } from "../schema/operations/index.ts";
import { type Exchange, signedIn } from "./exchange.ts";

/** Throws `workspace_access_denied`, saying what operators change, unless one of them asks. */
export async function requireOperator<Id extends GatewayOperationId>(
  exchange: Exchange<Id>,
  what: string,
): Promise<void> {
  const { user } = signedIn(exchange);
  if (await exchange.services.directory.isOperator(user.id)) return;
  throw new ApiError("workspace_access_denied", `Only operators of the service change ${what}.`);
}
