/** The gateway's parts, put together. */
import type { ActorHost } from "../actors/workspace/host.ts";
import type { Clock, Ids, Mailer } from "../actors/runtime/ports.ts";
import { createAnswerCache, type Pipeline } from "../gateway/pipeline.ts";
import { createCursors } from "../gateway/crypto.ts";
import type { Directory } from "../gateway/directory/directory.ts";
import { gatewayHandlers } from "../gateway/handlers/index.ts";
import { apiResource } from "../gateway/auth/resources.ts";
import { documentTexts } from "../gateway/openapi/documents.ts";
import { type AuthPorts, sessionOf } from "../gateway/auth/authenticate.ts";
import { createEntitlements } from "../gateway/auth/entitlements.ts";
import type { ModelService } from "../gateway/model-service.ts";
import type { Services } from "../gateway/exchange.ts";
import type { CountTogether } from "../gateway/auth/rate-limit.ts";
import { createLinks } from "../gateway/recordings/links.ts";
import type { Tickets } from "../gateway/recordings/tickets.ts";
import { createOrigins } from "../gateway/auth/origins.ts";
import type { Configuration } from "./base/configuration.ts";
import { createDiskReserve } from "./base/disk-reserve.ts";
import { wildcards } from "./base/listening.ts";
import { describeError, type Log } from "./base/log.ts";
import { version } from "./base/version.ts";
import { createOidc } from "./oidc.ts";
import { createThrottles } from "./throttles.ts";

export interface PipelineParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly directory: Directory;
  readonly host: ActorHost;
  readonly model: ModelService;
  readonly speech: Services["speech"];
  readonly mailer: Mailer;
  readonly outside: Services["outside"];
  readonly publicUrl: string;
  readonly cursorSecret: Uint8Array;
  readonly tickets: Tickets;
  readonly log: Log;
  /** Has requests counted by all nodes together; left out where this one counts all. */
  readonly countTogether?: CountTogether | undefined;
}

export function createPipeline(parts: PipelineParts): Pipeline {
  const { configuration, clock, ids, directory, host, outside, publicUrl } = parts;
  const isWildcard = configuration.publicUrl === null && wildcards.includes(configuration.host);
  const origins = createOrigins(publicUrl, isWildcard);
  const { limiter, digests, unknownCredentials, signInFailures, resets } = createThrottles(clock);
  const ports: AuthPorts = {
    directory,
    clock,
    origins,
    resource: apiResource(publicUrl),
    unknownCredentials,
  };
  return {
    ...ports,
    entitlements: createEntitlements(directory),
    cursors: createCursors(parts.cursorSecret),
    answers: createAnswerCache(configuration.answerCacheMegabytes * 1024 * 1024),
    links: createLinks({ tickets: parts.tickets, publicUrl, clock }),
    limiter,
    countRequest: parts.countTogether?.(limiter) ?? limiter,
    handlers: gatewayHandlers,
    services: {
      directory,
      workspaces: host,
      outside,
      clock,
      ids,
      publicUrl,
      origins,
      version,
      model: parts.model,
      speech: parts.speech,
      capabilities: capabilitiesOf(parts),
      sessionOf: (request) => sessionOf(ports, request),
      rateLimitPerMinute: configuration.rateLimitPerMinute,
      signInFailures,
      resets,
      mailer: parts.mailer,
      oidc: createOidc({
        configuration,
        clock,
        publicUrl,
        secret: parts.cursorSecret,
        onFailure: (error) => parts.log.warn("a sign-in at the provider failed", describeError(error)),
      }),
      digests,
      requireDisk: createDiskReserve({ ...configuration, clock }),
      documents: lazyDocuments(publicUrl),
    },
  };
}

/** What the configuration makes of the service, without its secrets. */
function capabilitiesOf({ configuration, publicUrl }: PipelineParts): Services["capabilities"] {
  const { smtpUrl, maxUploadMegabytes, minutesPerMonth } = configuration;
  return {
    version,
    email: smtpUrl !== null,
    uploadMaxMegabytes: maxUploadMegabytes,
    minutesPerMonth,
    publicUrl,
  };
}

/** The descriptions, made when one is first asked for: they would be a tenth of the start. */
function lazyDocuments(publicUrl: string): Pipeline["services"]["documents"] {
  let made: ReturnType<typeof documentTexts> | undefined;
  const texts = () => (made ??= documentTexts({ publicUrl, version }));
  return {
    get public() {
      return texts().public;
    },
    get app() {
      return texts().app;
    },
  };
}
