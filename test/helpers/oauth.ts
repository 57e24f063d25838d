/** A client that a person let in, without the pages: for tests of what its tokens open. */
import assert from "node:assert/strict";
import type { IssuedTokens } from "../../src/gateway/directory/oauth/tokens.ts";
import type { Scope } from "../../src/schema/scopes.ts";
import { scopes as everyScope } from "../../src/schema/scopes.ts";
import type { TestService } from "./service.ts";

export interface Connection {
  readonly clientId?: string;
  readonly scopes?: readonly Scope[];
  readonly resource?: string;
  readonly workspaceId?: string;
  readonly userId?: string;
}

/** Tokens of a client that was let in, by default the owner's, with every scope, for the public interface. */
export async function connectApp(service: TestService, connection: Connection = {}): Promise<IssuedTokens> {
  const code = await service.directory.createCode({
    client: { id: connection.clientId ?? "app-1", name: "Reporter", clientUri: null, logoUri: null },
    redirectUri: "http://127.0.0.1:3334/callback",
    redirectHost: "127.0.0.1:3334",
    challenge: "not asked for here",
    resource: connection.resource ?? `${service.publicUrl}/api/v1`,
    scopes: connection.scopes ?? everyScope,
    userId: connection.userId ?? service.userId,
    workspaceId: connection.workspaceId ?? service.workspaceId,
  });
  const found = await service.directory.findCode(code);
  assert.ok(found !== undefined, "The code that was just made is not there.");
  return (await service.directory.redeemCode(found)) ?? assert.fail("The code could not be redeemed.");
}
