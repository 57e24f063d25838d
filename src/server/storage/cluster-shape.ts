/** What a node among several does in place of one that is alone. */
import type { Spread } from "../../cluster/cluster-host.ts";
import type { CountTogether } from "../../gateway/auth/rate-limit.ts";
import type { Owners } from "../backup/backup.ts";
import type { Turn } from "./turn.ts";

export interface Cluster extends Spread {
  readonly countTogether: CountTogether;
  /** Copies of what all nodes own. */
  readonly owners: Owners;
  /** Whether this node has the directory at the moment. */
  readonly hasDirectory: () => boolean;
  /** When this node does what one does for all. */
  readonly turn: Pick<Turn, "during">;
  /** Rejects, naming the node to go to, where the workspace is another one's; null: the directory. */
  readonly requireOwned: (workspaceId: string | null) => Promise<void>;
}
