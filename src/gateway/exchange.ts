/** What the handlers of the gateway are given, and what they answer. */
import type { Hold } from "../actors/holds/hold.ts";
import type { Clock, Ids } from "../actors/ports.ts";
import type { GatewayOperationId, InputOf } from "../schema/operations/index.ts";
import type { Directory } from "./directory/directory.ts";
import type { Found } from "./directory/found.ts";
import type { Idempotency } from "./fingerprint.ts";
import type { HttpRequest } from "./http/message.ts";
import type { Throttle } from "./throttle.ts";
import type { Workspaces } from "./workspaces.ts";

export interface Services {
  readonly directory: Directory;
  readonly workspaces: Workspaces;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Origin in links, without a slash at its end. */
  readonly publicUrl: string;
  readonly version: string;
  readonly rateLimitPerMinute: number;
  /** Sign-in failures, by address and by e-mail. */
  readonly signInFailures: Throttle;
  /** The two descriptions as JSON text. */
  readonly documents: { readonly public: string; readonly app: string };
}

export interface Exchange<Id extends GatewayOperationId> {
  readonly services: Services;
  readonly request: HttpRequest;
  readonly input: InputOf<Id>;
  readonly idempotency: Idempotency | null;
  /** The credential, where the operation needs one. */
  readonly found: Found | null;
}

/** The credential of an operation that needs one; the pipeline has put it there. */
export function signedIn(exchange: { readonly found: Found | null }): Found {
  if (exchange.found === null) throw new Error("An operation with a credential was reached without one.");
  return exchange.found;
}

/** The idempotency record for the directory, scoped to the credential; undefined when the request brings no key. */
export function idempotencyFor(exchange: {
  readonly found: Found | null;
  readonly idempotency: Idempotency | null;
}): (Idempotency & { readonly credentialId: string }) | undefined {
  if (exchange.idempotency === null) return undefined;
  return { ...exchange.idempotency, credentialId: signedIn(exchange).credentialId };
}

export interface Reply {
  /** The body, or the JSON text of it when that is at hand. */
  readonly body: unknown;
  /** Has the body to be answered in the end (`Answer`). */
  readonly hold?: Hold;
  readonly json?: string;
  readonly replayed?: boolean;
  /** What the body follows from, as the owner of the workspace says (`Answer`). */
  readonly asOf?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type GatewayHandler<Id extends GatewayOperationId> = (exchange: Exchange<Id>) => Reply | Promise<Reply>;
