/** Invitations: owners make them, and who is invited accepts. */
import { ApiError } from "../../schema/errors.ts";
import type { OpenInvitation } from "../directory/invitations.ts";
import type { User } from "../directory/users.ts";
import { type Exchange, type GatewayHandler, idempotencyFor, type Services, signedIn } from "../exchange.ts";
import { clientOf } from "../http/client-address.ts";
import type { HttpRequest } from "../http/message.ts";
import { requireUncommon } from "../sign-in.ts";
import { syncMembers } from "../sync-members.ts";
import { requireOwner } from "./members.ts";
import { openSession } from "./sessions.ts";

export const createInvitation: GatewayHandler<"createInvitation"> = async (exchange) => {
  const { services, input } = exchange;
  const { workspaceId } = input.path;
  const principal = signedIn(exchange);
  await requireOwner(services, principal, workspaceId);
  const { response, replayed } = await services.directory.invite({
    workspaceId,
    email: input.body.email,
    role: input.body.role ?? "member",
    invitedBy: principal.user.id,
    idempotency: idempotencyFor(exchange),
  });
  const { token, ...invitation } = response;
  return { body: { ...invitation, url: token === null ? null : linkOf(services, token) }, replayed };
};

export const listInvitations: GatewayHandler<"listInvitations"> = async (exchange) => {
  const { workspaceId } = exchange.input.path;
  await requireOwner(exchange.services, signedIn(exchange), workspaceId);
  const data = await exchange.services.directory.invitationsTo(workspaceId);
  return { body: { object: "list", data, hasMore: false, nextCursor: null } };
};

export const withdrawInvitation: GatewayHandler<"withdrawInvitation"> = async (exchange) => {
  const { services, input } = exchange;
  const { workspaceId, invitationId: id } = input.path;
  await requireOwner(services, signedIn(exchange), workspaceId);
  await services.directory.withdrawInvitation(workspaceId, id);
  return { body: { object: "invitation_removed", id, removedAt: new Date(services.clock.now()).toISOString() } };
};

export const showInvitation: GatewayHandler<"showInvitation"> = async ({ services, request, input }) => {
  const { workspaceName, email, person } = await requireOpen(services, request, input.body.token);
  return { body: { object: "invitation_shown", workspaceName, email, isKnownPerson: person !== null } };
};

export const acceptInvitation: GatewayHandler<"acceptInvitation"> = async (exchange) => {
  const { services, request, input } = exchange;
  const { token } = input.body;
  const open = await requireOpen(services, request, token);
  const user = open.person === null ? await join(exchange, open) : await joinAs(exchange, open, open.person);
  await syncMembers(services, open.workspaceId);
  const { body, headers } = await openSession(services, user);
  return { body: { ...body, workspaceId: open.workspaceId }, headers };
};

type Accepting = Exchange<"acceptInvitation">;

/** A new person says who they are; the link is what admits them. */
function join({ services, request, input }: Accepting, open: OpenInvitation): Promise<User> {
  const { name, password } = input.body;
  if (password === undefined) {
    const message = "password: nobody with this e-mail address exists yet, so a password of 10 characters is needed.";
    throw new ApiError("validation_failed", message, { param: "password" });
  }
  requireUncommon(password, "password");
  const accept = () => services.directory.acceptInvitation(open, { name, password });
  return services.digests.run(clientOf(request.remoteAddress), accept);
}

/** Somebody who is known: the link alone is not enough, as others may have read it. */
async function joinAs({ services, request }: Accepting, open: OpenInvitation, person: User): Promise<User> {
  const session = await services.sessionOf(request);
  if (session === null)
    throw new ApiError("invalid_session_token", `Sign in as ${open.email} first, then open the invitation again.`);
  if (session.user.id !== person.id)
    throw new ApiError("workspace_access_denied", `The invitation is for ${open.email}: sign in under that address.`);
  return services.directory.acceptInvitation(open, null);
}

/** Throws 404 for a token that opens nothing, and 429 for an address that keeps guessing. */
async function requireOpen(services: Services, request: HttpRequest, token: string): Promise<OpenInvitation> {
  const open = await services.directory.openInvitation(token);
  if (open !== undefined) return open;
  const subject = `invitation ${clientOf(request.remoteAddress)}`;
  services.signInFailures.check(subject);
  services.signInFailures.fail(subject);
  throw new ApiError("resource_not_found", "This invitation was used, withdrawn or has expired: ask for a new one.");
}

/** The token follows `#`, which browsers keep to themselves. */
function linkOf({ publicUrl }: Services, token: string): string {
  return `${publicUrl}/invitation#${token}`;
}
