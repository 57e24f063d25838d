/**
 * Once a day the end of a workspace's history goes to the log, behind the first change of that day: who keeps the log elsewhere notices
 * entries that were changed or taken off the end.
 */
import { type lastEntry, rowName } from "../../workspace/protocol/journal/read.ts";
import type { Clock, Log } from "../runtime/ports.ts";

export interface HistoryHeads {
  /** Something was committed in the workspace just now; `read` answers the last entry of its history. */
  committed(workspaceId: string, read: () => ReturnType<typeof lastEntry>): void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Of all workspaces of a host; days are those of UTC. */
export function createHistoryHeads({ clock, log }: { readonly clock: Clock; readonly log: Log }): HistoryHeads {
  let today = 0;
  const noted = new Set<string>();
  return {
    committed(workspaceId, read) {
      const day = Math.floor(clock.now() / dayMs);
      if (day !== today) noted.clear();
      today = day;
      if (noted.has(workspaceId)) return;
      const head = read();
      if (head === undefined) return;
      noted.add(workspaceId);
      log("info", "where the history of a workspace ends", { workspaceId, changeId: rowName(head), hash: head.hash });
    },
  };
}
