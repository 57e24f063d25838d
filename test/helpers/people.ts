/** People come as they do in life: an owner invites them, and they accept. */
import assert from "node:assert/strict";
import type { TestService } from "./service.ts";

export interface Person {
  readonly email: string;
  readonly name?: string;
  /** A password that is good enough, unless it matters. */
  readonly password?: string;
}

/** A new member, signed in. */
export interface Newcomer {
  readonly id: string;
  /** Of a session. */
  readonly token: string;
}

/** Invites somebody into a workspace of the owner, Home when none is named, and accepts as them; who is known signs in first. */
export async function addMember(
  service: TestService,
  { email, name, password = "a first password" }: Person,
  workspaceId: string = service.workspaceId,
): Promise<Newcomer> {
  const { url } = await service.ok("createInvitation", { path: { workspaceId }, body: { email } });
  const token = url?.split("#")[1] ?? assert.fail("The invitation came without its link.");
  const { isKnownPerson } = await service.ok("showInvitation", { credential: null, body: { token } });
  if (isKnownPerson) {
    const { token: credential, user } = await service.ok("createSession", { body: { email, password } });
    await service.ok("acceptInvitation", { credential, body: { token } });
    return { id: user.id, token: credential };
  }
  const body = { token, password, ...(name !== undefined && { name }) };
  const session = await service.ok("acceptInvitation", { credential: null, body });
  return { id: session.user.id, token: session.token };
}
