/** What people set for themselves, and a password that somebody forgot. */
import { ApiError } from "../../schema/errors.ts";
import type { User } from "../directory/users.ts";
import { type GatewayHandler, type Services, signedIn } from "../exchange.ts";
import { clientOf } from "../http/client-address.ts";
import { requireUncommon } from "../sign-in.ts";
import { syncMembers } from "../sync-members.ts";

export const updateProfile: GatewayHandler<"updateProfile"> = async (exchange) => {
  const { services, input } = exchange;
  const { user } = signedIn(exchange);
  await services.directory.changeProfile(user.id, input.body);
  const workspaces = await services.directory.workspacesOf(user.id);
  if (input.body.name !== undefined) for (const { id } of workspaces) await syncMembers(services, id);
  return {
    body: {
      object: "profile",
      id: user.id,
      email: user.email,
      name: input.body.name ?? user.name,
      isOperator: await services.directory.isOperator(user.id),
      defaultWorkspaceId: workspaces[0]?.id ?? null,
      ...(await services.directory.personalSettings(user.id)),
    },
  };
};

/** The answer does not wait for the e-mail, and is the same for every address: nobody learns who is known here. */
export const createPasswordReset: GatewayHandler<"createPasswordReset"> = async ({ services, request, input }) => {
  const address = `address ${clientOf(request.remoteAddress)}`;
  services.resets.byAddress.check(address);
  services.resets.byAddress.fail(address);
  const body = { object: "password_reset_requested", sentByEmail: services.capabilities.email };
  if (!services.capabilities.email) return { body };
  const user = await services.directory.findUserByEmail(input.body.email);
  if (user !== undefined && mayBeSent(services, user)) {
    const token = await services.directory.createPasswordReset(user.id);
    void services.mailer.send(letterOf(services, user, token));
  }
  return { body };
};

/** A few links an hour, from all callers together, so that nobody's mailbox is filled. */
function mayBeSent({ resets }: Services, { id }: User): boolean {
  try {
    resets.byPerson.check(id);
  } catch {
    return false;
  }
  resets.byPerson.fail(id);
  return true;
}

/** The token follows `#`, which browsers keep to themselves. */
function letterOf({ publicUrl, ids }: Services, { email, name }: User, token: string) {
  return {
    id: ids.uuid(),
    to: email,
    subject: "A new password for Dayshift",
    text: `Hello ${name},\n\nsomebody asked for a new password for your account. If it was you, open this link within an hour:\n\n${publicUrl}/reset-password#${token}\n\nIf it was not you, do nothing: your password stays as it is.`,
    isAboutAccount: true,
  };
}

export const confirmPasswordReset: GatewayHandler<"confirmPasswordReset"> = async ({ services, request, input }) => {
  const address = clientOf(request.remoteAddress);
  const subject = `reset ${address}`;
  const { token, newPassword } = input.body;
  services.signInFailures.check(subject);
  requireUncommon(newPassword, "newPassword");
  // Before any digest: a wrong token costs none.
  if (!(await services.directory.isResetOpen(token))) throw refused(services, subject);
  const ended = await services.digests.run(address, () => services.directory.resetPassword(token, newPassword));
  if (ended === undefined) throw refused(services, subject);
  return { body: { object: "password_reset", ended } };
};

function refused({ signInFailures }: Services, subject: string): ApiError {
  signInFailures.fail(subject);
  return new ApiError("resource_not_found", "This link was used or has expired: ask for a new one.", {
    param: "token",
  });
}
