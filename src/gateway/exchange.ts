/** What the handlers of the gateway are given, and what they answer. */
import type { Clock, Ids, Mailer } from "../actors/runtime/ports.ts";
import type { GatewayOperationId, InputOf } from "../schema/operations/index.ts";
import type { Directory } from "./directory/directory.ts";
import type { Capabilities } from "../schema/app.ts";
import type { Principal, SessionPrincipal } from "./directory/context/principal.ts";
import type { Idempotency } from "./input.ts";
import type { HttpRequest } from "./http/message.ts";
import type { ModelService } from "./model-service.ts";
import type { SpeechService } from "./speech-service.ts";
import type { Digests } from "./auth/digests.ts";
import type { Origins } from "./auth/origins.ts";
import type { Oidc } from "./auth/oidc.ts";
import type { Throttle } from "./auth/throttle.ts";
import type { Outside } from "./outside/outside-tools.ts";
import type { ActorHost } from "../actors/workspace/host.ts";

export interface Services {
  readonly directory: Directory;
  readonly workspaces: Workspaces;
  readonly outside: Pick<Outside, "readTools">;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Origin in links, without a slash at its end. */
  readonly publicUrl: string;
  /** Which pages and hosts are its own. */
  readonly origins: Origins;
  readonly version: string;
  /** Who answers. */
  readonly model: ModelService;
  /** Who turns speech into text. */
  readonly speech: SpeechService;
  /** What the service says of its configuration. */
  readonly capabilities: Omit<Capabilities, "object" | "transcription" | "model" | "agentModels">;
  /** The session that a request comes with; null when it has none that is valid. */
  readonly sessionOf: (request: HttpRequest) => Promise<SessionPrincipal | null>;
  readonly rateLimitPerMinute: number;
  /** Sign-in failures, by address, and by e-mail and address. */
  readonly signInFailures: Throttle;
  /** Requests for a new password. */
  readonly resets: { readonly byAddress: Throttle; readonly byPerson: Throttle };
  readonly mailer: Mailer;
  /** Sign-in at an OpenID Connect provider; null without one. */
  readonly oidc: Oidc | null;
  /** The queue of those who need a digest of a password. */
  readonly digests: Digests;
  /** Rejects with 500 and `Retry-After` while less of the disk is free than must stay so. */
  readonly requireDisk: () => Promise<void>;
  /** The two descriptions as JSON text. */
  readonly documents: { readonly public: string; readonly app: string };
}

export interface Exchange<Id extends GatewayOperationId> {
  readonly services: Services;
  readonly request: HttpRequest;
  readonly input: InputOf<Id>;
  readonly idempotency: Idempotency | null;
  /** Who asks, where the operation needs a credential. */
  readonly principal: Principal | null;
}

/** Who asks for an operation that needs a credential; the pipeline has put it there. */
export function signedIn(exchange: { readonly principal: Principal | null }): Principal {
  if (exchange.principal === null) throw new Error("An operation with a credential was reached without one.");
  return exchange.principal;
}

/** The idempotency record for the directory, scoped to the credential; undefined when the request brings no key. */
export function idempotencyFor(exchange: {
  readonly principal: Principal | null;
  readonly idempotency: Idempotency | null;
}): (Idempotency & { readonly credentialId: string }) | undefined {
  if (exchange.idempotency === null) return undefined;
  return { ...exchange.idempotency, credentialId: signedIn(exchange).credentialId };
}

export interface Reply {
  readonly body: unknown;
  /** The JSON text of the body, when that is at hand. */
  readonly json?: string;
  readonly replayed?: boolean;
  /** What the body follows from, as the owner of the workspace says (`Answer`). */
  readonly asOf?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type GatewayHandler<Id extends GatewayOperationId> = (exchange: Exchange<Id>) => Promise<Reply>;

export type Workspaces = Pick<ActorHost, "call" | "stateOf" | "audio" | "follow" | "create" | "syncMembers">;
