/** The workspaces of all nodes behind one port: a call goes to the node that owns its workspace, which may be this one. */
import type { Call } from "../actors/workspace/actor.ts";
import type { ActorHost, LocalHost } from "../actors/workspace/host.ts";
import { shardOfWorkspace } from "../actors/store/pages/shards.ts";
import { createAskedHost, type WorkspaceMethod } from "../actors/threads/asked-host.ts";
import type { AudioAsks } from "../actors/audio/asks.ts";
import { operationById } from "../schema/operations/index.ts";
import { modelQuestion, speechQuestion, workspaceQuestion } from "./answers.ts";
import type { Route } from "./route.ts";

/** How a host is one of several. */
export interface Spread {
  /** Whether the workspace is one of this node's at the moment. */
  readonly owns: (workspaceId: string) => boolean;
  /** The host of all workspaces, with the one of this node in it. Once only. */
  readonly spread: (local: LocalHost) => ActorHost;
}

export interface ClusterHostParts {
  readonly local: LocalHost;
  readonly owns: (shard: number) => boolean;
  readonly route: Route;
  /** Has the other nodes use a model or a speech server, too. */
  readonly useElsewhere: (question: typeof modelQuestion | typeof speechQuestion, config: unknown) => Promise<void>;
  /** Gives all workspaces back, so that other nodes have them. */
  readonly giveBack: () => Promise<void>;
}

export function createClusterHost({ local, owns, route, useElsewhere, giveBack }: ClusterHostParts): ActorHost {
  const asked = createAskedHost((workspaceId, method, args, signal) =>
    route({
      shard: shardOfWorkspace(workspaceId),
      method: workspaceQuestion,
      args: [method, ...args],
      mayRepeat: mayRepeat(method, args),
      signal,
    }),
  );
  return {
    ...asked,
    stateOf: (workspaceId) => (owns(shardOfWorkspace(workspaceId)) ? local.stateOf(workspaceId) : null),
    /** Only of the workspaces that are here: the file is one of this machine. */
    copyInto: (workspaceId, target) => local.copyInto(workspaceId, target),
    async useModel(config) {
      await local.useModel(config);
      await useElsewhere(modelQuestion, config);
    },
    async useSpeech(config) {
      await local.useSpeech(config);
      await useElsewhere(speechQuestion, config);
    },
    ready: () => local.ready(),
    async drain(milliseconds) {
      await giveBack();
      await local.drain(milliseconds);
    },
  };
}

/** Questions about recordings that change nothing, or the same however often they are asked. */
const repeatable: ReadonlySet<keyof AudioAsks> = new Set(["heard", "leave", "ending", "flush", "upload", "media"]);

/** Whether asking twice does the same as asking once: reads, and writes with an idempotency key. */
function mayRepeat(method: WorkspaceMethod, [, what]: readonly unknown[]): boolean {
  if (method === "audio") return repeatable.has(what as keyof AudioAsks);
  if (method !== "call") return true;
  const { operation, idempotency } = what as Call;
  return idempotency !== null || operationById(operation).method === "GET";
}
