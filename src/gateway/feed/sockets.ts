/** Upgrades of HTTP connections to the feed of changes. Source: RFC 6455. */
import type { WebSocket } from "ws";
import { feedProtocol } from "../../schema/feed.ts";
import { limits } from "../../schema/limits.ts";
import type { Change } from "../directory/context/context.ts";
import type { Principal } from "../directory/context/principal.ts";
import { opens } from "../directory/context/principal.ts";
import type { Upgrades } from "../http/upgrade.ts";
import { lazyWebSocketServer, lineOf } from "../http/web-socket-server.ts";
import type { Pipeline } from "../pipeline.ts";
import { type Admitted, createAdmission } from "./admission.ts";
import { createFollower, type Follower } from "./connection.ts";

export interface FeedParts {
  readonly pipeline: Pipeline;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
  /** Called with failures that no client sees. */
  readonly onFailure: (error: unknown) => void;
}

/** A client says where it starts, and no more. */
const maxBytes = limits.followerFrames.each.max;

const path = "/app/v1/changes";

export function createFeed({ pipeline, closing, onFailure }: FeedParts): Upgrades {
  const { clock, workspaces, directory } = pipeline.services;
  const admit = createAdmission(pipeline);
  const followers = new Map<Follower, Principal>();
  directory.onChange((change) => {
    for (const [follower, principal] of followers) if (concerns(principal, change)) follower.recheck();
  });
  closing.addEventListener("abort", () => {
    for (const follower of followers.keys()) follower.stop();
  });

  const load = lazyWebSocketServer(feedProtocol, maxBytes);

  const connect = (socket: WebSocket, admitted: Admitted): void => {
    const follower = createFollower({
      clock,
      admitted,
      onFailure,
      async follow(workspaceId, ask, signal) {
        const answer = await workspaces.follow(workspaceId, ask, signal);
        if (answer.type !== "changes" || answer.text === null) return answer;
        return { ...answer, text: pipeline.links.inFrame(ask.caller, answer.text) };
      },
      line: lineOf(socket),
    });
    followers.set(follower, admitted.principal);
    socket.on("message", (data) => follower.text((data as Buffer).toString()));
    socket.on("error", () => undefined); // it closes by itself then
    socket.on("close", () => {
      followers.delete(follower);
      follower.gone();
    });
    if (closing.aborted) follower.stop();
  };

  return {
    accepts: (target) => target === path,
    async take(request, { incoming, socket, head }) {
      const admitted = await admit(request);
      let isTaken = false;
      try {
        (await load()).handleUpgrade(incoming, socket, head, (connection) => {
          isTaken = true;
          connect(connection, admitted);
        });
      } finally {
        if (!isTaken) admitted.leave();
      }
    },
  };
}

function concerns(principal: Principal, { kind, id }: Change): boolean {
  if (kind === "user") return principal.user.id === id;
  return kind === "credential" ? principal.credentialId === id : opens(principal, id);
}

/** Upgrades at the paths of all of them. */
export function together(...all: readonly Upgrades[]): Upgrades {
  return {
    accepts: (target) => all.some((one) => one.accepts(target)),
    take: async (request, raw) => all.find((one) => one.accepts(request.path))?.take(request, raw),
  };
}
