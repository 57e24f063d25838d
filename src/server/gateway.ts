/** The gateway, put together: it listens, and its routes answer. */
import type { ActorHost } from "../actors/workspace/host.ts";
import { createApp } from "../gateway/router.ts";
import { mcpUrl } from "../gateway/auth/resources.ts";
import { docsRoutes } from "../gateway/docs/page.ts";
import { createFeed, together } from "../gateway/feed/sockets.ts";
import { calendarFile, isCalendarPath } from "../gateway/ical/feed.ts";
import type { HttpApp } from "../gateway/http/server.ts";
import type { ExtendOffer } from "../gateway/mcp/offer.ts";
import { mcpRoute } from "../gateway/mcp/route.ts";
import type { FetchDocument } from "../gateway/oauth/clients/documents.ts";
import type { Outside } from "../gateway/outside/outside-tools.ts";
import { errorResponse } from "../gateway/respond.ts";
import { webFallback, type WebParts, webRoutes } from "../gateway/web/app.ts";
import { releaseRoutes } from "../gateway/web/releases.ts";
import { createFailureLog } from "./base/failure-log.ts";
import { describeError } from "./base/log.ts";
import { version } from "./base/version.ts";
import type { HostParts } from "./host.ts";
import { signInRoutes } from "./oauth.ts";
import { createPipeline, type PipelineParts } from "./pipeline.ts";
import type { Storage } from "./storage/shape.ts";
import { createRecordingSurfaces } from "./recordings.ts";

export interface GatewayParts extends Pick<
  HostParts,
  "configuration" | "clock" | "ids" | "log" | "directory" | "mailer"
> {
  readonly host: ActorHost;
  readonly outside: Outside;
  readonly storage: Pick<Storage, "openSigning" | "listen" | "media" | "isHeld" | "whileHeld" | "cluster">;
  readonly model: PipelineParts["model"];
  readonly speech: PipelineParts["speech"];
  /** Given the origin once the port is bound. */
  readonly links: Links;
  /** Counts answers, and what waits for its readers. */
  readonly counts?: Pick<HttpApp, "onAnswer" | "onUnread"> | undefined;
  /** In place of the network, from which documents of OAuth clients are read. */
  readonly fetchDocument?: FetchDocument | undefined;
  /** Adds to what MCP offers. */
  readonly extendMcp?: ExtendOffer | undefined;
}

/** The origin in links. With a port that the system picks it is known once that is bound. */
export interface Links {
  origin: string;
}

export interface Gateway {
  /** Where it listens. */
  readonly url: string;
  /** The origin it uses in links. */
  readonly publicUrl: string;
  /** Takes no more requests, and resolves when those that are open are answered. */
  drain(): Promise<void>;
}

/** Milliseconds; of the five seconds that a stop may take, answers have so many to be written. */
const drainMs = 4000;

/** Listens, and answers from then on. Rejects with Node's error when the address is not available. */
export async function openGateway(parts: GatewayParts): Promise<Gateway> {
  const { configuration, clock, ids, log, directory, host, outside, mailer, links, storage } = parts;
  const { cursorSecret, tickets } = await storage.openSigning(directory);
  const { server, url, publicUrl } = await storage.listen();
  // From here to `serve` nothing is awaited: links carry the port, so the app is made between the two.
  links.origin = publicUrl;
  const pipeline = createPipeline({
    model: parts.model,
    speech: parts.speech,
    configuration,
    clock,
    ids,
    directory,
    host,
    outside,
    mailer,
    log,
    countTogether: storage.cluster?.countTogether,
    publicUrl,
    cursorSecret,
    tickets,
  });
  const logFailure = createFailureLog(log, clock);
  const onFailure = (
    error: unknown,
    { requestId, path }: { readonly requestId: string; readonly path: string },
  ): void => logFailure(error, { requestId, path: isCalendarPath(path) ? "/ical/…" : path });
  const closing = new AbortController();
  const recordings = createRecordingSurfaces({
    configuration,
    pipeline,
    tickets,
    blobs: storage.media,
    onFailure: (error) => log.error("the audio channel failed", describeError(error)),
  });
  const feed = createFeed({
    pipeline,
    closing: closing.signal,
    onFailure: (error) => log.error("the feed of changes failed", describeError(error)),
  });
  const mcp = { ...pipeline, resource: mcpUrl(publicUrl) };
  const web: WebParts = {
    publicUrl,
    hasSomebody: () => directory.setup.hasSomebody(),
    checkHealth: () => directory.db.get("SELECT 1"),
    isReady: storage.isHeld,
  };
  const pages = [
    ...webRoutes(web),
    ...releaseRoutes({ folder: configuration.releasesDir, publicUrl, version }),
    ...signInRoutes(pipeline, cursorSecret, parts.fetchDocument),
    ...docsRoutes({ publicUrl }),
    mcpRoute({ pipeline: mcp, onFailure, closing: closing.signal, extend: parts.extendMcp }),
    ...recordings.routes,
  ];
  const handler = createApp(pipeline, pages, (request) =>
    isCalendarPath(request.path) ? calendarFile(pipeline, request) : webFallback(web, request),
  );
  server.serve({
    handler: storage.whileHeld(handler),
    upgrades: together(recordings.upgrades, feed),
    everyAnswer: publicUrl.startsWith("https:") ? { "strict-transport-security": "max-age=31536000" } : {},
    onFailure,
    onAnswer: parts.counts?.onAnswer,
    onUnread: parts.counts?.onUnread,
    errorResponse: (error, requestId) => errorResponse(error, { requestId, publicUrl }),
  });
  return {
    url,
    publicUrl,
    drain() {
      closing.abort();
      return server.drain(drainMs);
    },
  };
}
