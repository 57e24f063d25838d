/** Signing in and out, the first start, passwords, second factors. */
import { ApiError } from "../../schema/errors.ts";
import type { User } from "../directory/users.ts";
import { type GatewayHandler, type Services, signedIn } from "../exchange.ts";
import { cookieFor, findSigner, requirePassword, requireUncommon } from "../sign-in.ts";
import { clientOf } from "../http/client-address.ts";
import { toMemberRow } from "../sync-members.ts";

export { confirmPasswordReset, createPasswordReset, updateProfile } from "./profile.ts";
export { linkProviderIdentity, listProviderIdentities, unlinkProviderIdentity } from "./provider-identities.ts";
export { beginSecondFactor, confirmSecondFactor, getSecondFactor, removeSecondFactor } from "./second-factor.ts";

export const createSession: GatewayHandler<"createSession"> = async ({ services, request, input }) => {
  const signer = await findSigner(services, request, input.body);
  if (signer !== undefined) return openSession(services, signer.user, signer.passwordHash);
  throw new ApiError("invalid_session_token", "The e-mail address or the password is wrong.");
};

/** Of nobody, where no valid session comes with the request. */
export const getSession: GatewayHandler<"getSession"> = async ({ services, request }) => {
  const session = await services.sessionOf(request);
  const workspaces = session?.workspaces ?? [];
  const { directory } = services;
  return {
    body: {
      object: "current_session",
      signedIn: session !== null,
      user: session && {
        ...session.user,
        isOperator: await directory.isOperator(session.user.id),
        ...(await directory.personalSettings(session.user.id)),
      },
      workspaces,
      defaultWorkspaceId: workspaces[0]?.id ?? null,
      expiresAt: session === null ? null : new Date(session.expiresAt).toISOString(),
      passwordResetByEmail: services.capabilities.email,
      provider: services.oidc?.provider.name ?? null,
    },
  };
};

export const endSession: GatewayHandler<"endSession"> = async (exchange) => {
  const { services } = exchange;
  await services.directory.endSession(signedIn(exchange).credentialId);
  return {
    body: { object: "session_ended", endedAt: new Date(services.clock.now()).toISOString() },
    headers: { "set-cookie": cookieFor(services, null) },
  };
};

export const listSessions: GatewayHandler<"listSessions"> = async (exchange) => {
  const { user, credentialId } = signedIn(exchange);
  const sessions = await exchange.services.directory.sessionsOf(user.id);
  const data = sessions.map(({ id, createdAt, expiresAt }) => ({
    object: "session_info",
    id,
    createdAt: instantOf(createdAt),
    expiresAt: instantOf(expiresAt),
    isCurrent: id === credentialId,
  }));
  return { body: { object: "list", data, hasMore: false, nextCursor: null } };
};

export const endOtherSession: GatewayHandler<"endOtherSession"> = async (exchange) => {
  const { services, input } = exchange;
  await services.directory.endSessionOf(signedIn(exchange).user.id, input.path.sessionId);
  return { body: { object: "session_ended", endedAt: new Date(services.clock.now()).toISOString() } };
};

export const completeSetup: GatewayHandler<"completeSetup"> = async ({ services, request, input }) => {
  const address = clientOf(request.remoteAddress);
  const subject = `setup ${address}`;
  services.signInFailures.check(subject);
  requireUncommon(input.body.password, "password");
  const complete = () => services.directory.setup.complete(input.body);
  const { owner, workspace } = await services.digests.run(address, complete).catch((error: unknown) => {
    services.signInFailures.fail(subject);
    throw error;
  });
  await services.workspaces.syncMembers(workspace.id, [toMemberRow({ ...owner, role: "owner" })]);
  return openSession(services, owner);
};

export const changePassword: GatewayHandler<"changePassword"> = async (exchange) => {
  const { services, input } = exchange;
  const { email } = signedIn(exchange).user;
  const { newPassword, keepApiKeys = false } = input.body;
  requireUncommon(newPassword, "newPassword");
  const given = { email, password: input.body.currentPassword, param: "currentPassword" };
  const user = await requirePassword(services, exchange.request, given);
  const address = clientOf(exchange.request.remoteAddress);
  const change = () => services.directory.changePassword(user.id, newPassword, { keepApiKeys });
  const ended = await services.digests.run(address, change);
  const reply = await openSession(services, user);
  return { ...reply, body: { ...reply.body, ended } };
};

/** Signs the user in: the answer, with the cookie. With the hash by which the password was checked, only while that is theirs. */
export async function openSession(services: Services, user: User, passwordHash?: string) {
  const { directory } = services;
  const session = await directory.createSession(user.id, passwordHash);
  const workspaces = await directory.workspacesOf(user.id);
  const body = {
    object: "session",
    token: session.token,
    expiresAt: new Date(session.expiresAt).toISOString(),
    user: { id: user.id, email: user.email, name: user.name, ...(await directory.personalSettings(user.id)) },
    workspaces: workspaces.map(({ id, name, organizationId }) => ({ id, name, organizationId })),
  };
  return { body, headers: { "set-cookie": cookieFor(services, session) } };
}

function instantOf(moment: number): string {
  return new Date(moment).toISOString();
}
