/** Signing in and out, the first start, passwords. Source: decisions §1. */
import { ApiError } from "../../schema/errors.ts";
import { sessionCookie } from "../auth.ts";
import type { User } from "../directory/users.ts";
import { type Exchange, type GatewayHandler, type Reply, type Services, signedIn } from "../exchange.ts";
import { clientOf } from "../throttle.ts";
import { toMemberRow } from "./members.ts";

export const createSession: GatewayHandler<"createSession"> = async ({ services, request, input }) => {
  const { email, password } = input.body;
  const subjects = [`address ${clientOf(request.remoteAddress)}`, `email ${email.toLowerCase()}`];
  const user = await tryPassword(services, subjects, email, password);
  if (user !== undefined) return openSession(services, user);
  throw new ApiError("invalid_session_token", "The e-mail address or the password is wrong.");
};

export const endSession: GatewayHandler<"endSession"> = async (exchange) => {
  const { services } = exchange;
  await services.directory.endSession(signedIn(exchange).credentialId);
  return {
    body: { object: "session_ended", endedAt: new Date(services.clock.now()).toISOString() },
    headers: { "set-cookie": cookie(services, "", 0) },
  };
};

export const completeSetup: GatewayHandler<"completeSetup"> = async ({ services, request, input }) => {
  const subject = `setup ${clientOf(request.remoteAddress)}`;
  services.signInFailures.check(subject);
  const { owner, workspace } = await services.directory.setup.complete(input.body).catch((error: unknown) => {
    services.signInFailures.fail(subject);
    throw error;
  });
  await services.workspaces.create(workspace.id, [toMemberRow(owner)]);
  return openSession(services, owner);
};

export const changePassword: GatewayHandler<"changePassword"> = async (exchange) => {
  const { services, input } = exchange;
  const { email } = signedIn(exchange).user;
  const user = await requirePassword(exchange, email);
  await services.directory.changePassword(user.id, input.body.newPassword);
  return openSession(services, user);
};

async function requirePassword({ services, input }: Exchange<"changePassword">, email: string): Promise<User> {
  const user = await tryPassword(services, [`email ${email.toLowerCase()}`], email, input.body.currentPassword);
  if (user !== undefined) return user;
  throw new ApiError("validation_failed", "currentPassword: this is not the current password.", {
    param: "currentPassword",
  });
}

/**
 * The user whose password it is, else undefined, counted as a failure of all subjects. Throws 429 when one of them has failed too
 * often, also while the password was checked: of many guesses at once no more are told than of as many in a row.
 */
async function tryPassword(
  { directory, signInFailures }: Services,
  subjects: readonly string[],
  email: string,
  password: string,
): Promise<User | undefined> {
  const check = (): void => subjects.forEach((subject) => signInFailures.check(subject));
  check();
  const user = await directory.checkPassword(email, password);
  check();
  if (user === undefined) subjects.forEach((subject) => signInFailures.fail(subject));
  return user;
}

async function openSession(services: Services, user: User): Promise<Reply> {
  const { directory, clock } = services;
  const session = await directory.createSession(user.id);
  const workspaces = await directory.workspacesOf(user.id);
  const body = {
    object: "session",
    token: session.token,
    expiresAt: new Date(session.expiresAt).toISOString(),
    user: { id: user.id, email: user.email, name: user.name },
    workspaces: workspaces.map(({ id, name, organizationId }) => ({ id, name, organizationId })),
  };
  const seconds = Math.floor((session.expiresAt - clock.now()) / 1000);
  return { body, headers: { "set-cookie": cookie(services, session.token, seconds) } };
}

function cookie(services: Services, token: string, seconds: number): string {
  const secure = services.publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${sessionCookie}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`;
}
