/** What a node does with the shards that it owns: it takes them, serves them, and leaves them to others. */
import type { LocalHost } from "../../actors/workspace/host.ts";
import type { Membership } from "../../actors/store/pages/port.ts";
import { directoryShard, shardOfWorkspace } from "../../actors/store/pages/shards.ts";
import type { Serve } from "../../actors/threads/channel.ts";
import { createAnswers } from "../../cluster/answers.ts";
import { type Balance, createBalance } from "../../cluster/shards/balance.ts";
import type { OpenOptions } from "../directory/directory.ts";
import type { ShardFiles } from "./shard-files.ts";
import { createTurn, type Turn } from "./turn.ts";

/** Milliseconds for turns to reach a step boundary before their workspace goes to another node. */
const retireMs = 3000;

export interface ShardOwner {
  readonly balance: Balance;
  /** What is answered of them, to this node and to others. */
  readonly answers: Serve;
  /** Whether the workspace is one of this node's at the moment. */
  readonly owns: (workspaceId: string) => boolean;
  /** Whether the directory is. */
  readonly hasDirectory: () => boolean;
  /** Rejects, naming the node to go to, where the workspace is another one's; null: the directory. */
  readonly requireOwned: (workspaceId: string | null) => Promise<void>;
  /** Of what one node does for all. */
  readonly turn: Turn;
  /** How the file of the directory is opened when this node has it; said before the first round. */
  openDirectoryWith(options: OpenOptions): void;
  /** The workspaces of this node, which can be asked from now on. */
  serve(host: LocalHost): void;
  /** How requests are counted here, from now on. */
  countWith(count: (id: string, limit: number) => unknown): void;
  /** Who takes note of what other nodes have changed, from now on. */
  hearWith(listener: (news: unknown) => void): void;
}

export function createShardOwner(files: ShardFiles, membership: Membership, url: string): ShardOwner {
  let host: LocalHost | null = null;
  let count: ((id: string, limit: number) => unknown) | null = null;
  let listener: ((news: unknown) => void) | null = null;
  let directoryOptions: OpenOptions = {};
  const turn = createTurn();
  const balance = createBalance({
    membership,
    url,
    async arrive(shards) {
      await files.arrive(shards, within(shards));
      if (shards.includes(directoryShard)) await files.directory.open(directoryOptions);
    },
    async serve(shards) {
      await host?.ready(within(shards));
      if (shards.includes(directoryShard)) turn.arrive();
    },
    async leave(shards) {
      if (shards.includes(directoryShard)) await turn.leave();
      await host?.retire(within(shards), retireMs);
      if (shards.includes(directoryShard)) await files.directory.close();
      await files.leave(shards, within(shards));
    },
  });
  return {
    balance,
    owns: (workspaceId) => balance.owns(shardOfWorkspace(workspaceId)),
    hasDirectory: () => balance.owns(directoryShard),
    async requireOwned(workspaceId) {
      const shard = workspaceId === null ? directoryShard : shardOfWorkspace(workspaceId);
      if (balance.owns(shard)) return;
      const what = workspaceId === null ? "The directory" : `Workspace ${workspaceId}`;
      const owner = (await membership.owners()).get(shard) ?? "another address";
      throw new Error(`${what} is owned by the node at ${owner}: run the command on the machine of that one.`);
    },
    turn,
    answers: createAnswers({
      owns: balance.owns,
      isHeld: () => membership.isHeld(),
      host: () => host,
      directory: files.directory.answer,
      count: () => count,
      onNews: (news) => listener?.(news),
    }),
    openDirectoryWith: (options) => (directoryOptions = options),
    serve: (local) => (host = local),
    countWith: (here) => (count = here),
    hearWith: (hears) => (listener = hears),
  };
}

/** Whether a workspace is in one of these shards. */
function within(shards: readonly number[]): (workspaceId: string) => boolean {
  const set = new Set(shards);
  return (workspaceId) => set.has(shardOfWorkspace(workspaceId));
}
