/** What a node answers the others, and itself: as long as it owns the shard, and holds its lease. */
import { directoryShard, shardOfWorkspace } from "../actors/store/pages/shards.ts";
import type { ModelConfig } from "../actors/models/shared/config.ts";
import type { TranscribeConfig } from "../actors/transcription/config.ts";
import { answerFor } from "../actors/threads/serve-host.ts";
import type { Serve } from "../actors/threads/channel.ts";
import type { ActorHost } from "../actors/workspace/host.ts";
import { NotOwner } from "../actors/workspace/not-owner.ts";

/** The questions: about a workspace (what of it, and its arguments), to the directory, to use a model, and to use a speech server. */
export const workspaceQuestion = "workspace";
export const directoryQuestion = "directory";
export const modelQuestion = "model";
export const speechQuestion = "speech";
/** To count a request of a credential: the id of its workspace, or its own, then how it is counted. */
export const countQuestion = "count";
/** To take note of what another node has changed. */
export const newsQuestion = "news";

/** Answers a question to the directory. */
export type AnswerDirectory = (method: string, args: readonly unknown[]) => Promise<unknown>;

export interface AnswerParts {
  readonly owns: (shard: number) => boolean;
  /** Whether no other node can own what this one does. */
  readonly isHeld: () => boolean;
  /** The workspaces of this node; null until they can be asked. */
  readonly host: () => ActorHost | null;
  readonly directory: AnswerDirectory;
  /** Counts a request; null until that can be done. */
  readonly count: () => ((id: string, limit: number) => unknown) | null;
  /** Takes note of what another node has changed. */
  readonly onNews: (news: unknown) => void;
}

/** Rejects with NotOwner where nothing was done. Never settles when the lease is over: this node ends. */
export function createAnswers(parts: AnswerParts): Serve {
  return async (question, args, signal) => {
    const answer = await ask(parts, question, args, signal);
    return parts.isHeld() ? answer : new Promise(() => undefined);
  };
}

async function ask(
  { owns, host: hostOf, directory, count: countOf, onNews }: AnswerParts,
  question: string,
  args: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  if (question === newsQuestion) return onNews(args[0]);
  const [method, ...rest] = args as [string, ...unknown[]];
  if (question === directoryQuestion) {
    if (!owns(directoryShard)) throw new NotOwner();
    return directory(method, rest);
  }
  if (question === countQuestion) {
    const count = owns(shardOfWorkspace(method)) ? countOf() : null;
    if (count === null) throw new NotOwner();
    return count(...(rest as [string, number]));
  }
  const host = hostOf();
  if (host === null) throw new NotOwner();
  if (question === modelQuestion) return host.useModel(args[0] as ModelConfig);
  if (question === speechQuestion) return host.useSpeech(args[0] as TranscribeConfig);
  if (question !== workspaceQuestion) throw new Error(`A node was asked ${question}, which it does not know.`);
  const shard = shardOfWorkspace(rest[0] as string);
  if (!owns(shard)) throw new NotOwner();
  try {
    return await answerFor(host, method, rest, signal);
  } catch (error) {
    // Who follows changes is refused when the workspace is closed; it goes on at the next owner.
    throw method === "follow" && !owns(shard) ? new NotOwner() : error;
  }
}
