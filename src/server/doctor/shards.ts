/** What several machines have of the data: which nodes live, who owns what, and what should have been done by now. */
import { type Overdue, readOverdue, readShares, type Shares } from "../../actors/store/pages/postgres/shares.ts";
import { directoryShard } from "../../actors/store/pages/shards.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import { counted } from "../../schema/counted.ts";
import { type Finding, fine, note, wrong } from "../base/finding.ts";
import { readableSpan } from "./folder.ts";

/** Milliseconds after which a shard that nobody owned is looked at again: one that moves is taken by then. */
const again = 3000;

/** Milliseconds after its time at which work counts as overdue. */
const late = 5 * 60_000;

/** Who owns the shards. Rejects when the store cannot be reached. */
export async function checkShards(url: string, clock: Clock): Promise<Finding> {
  const first = await readShares(url);
  if (first.free.length === 0 || first.nodes.length === 0) return judgeShares(first);
  await new Promise<void>((resolve) => void clock.timer(again, resolve));
  const { nodes, free } = await readShares(url);
  return judgeShares({ nodes, free: free.filter((shard) => first.free.includes(shard)) });
}

/** What that means. */
export function judgeShares({ nodes, free }: Shares): Finding {
  if (nodes.length === 0) return note("shards", "No node lives.", "Start them.");
  const shares = nodes.map(
    ({ url, shards, hasDirectory }) =>
      `${url} with ${counted(shards, "shard")}${hasDirectory ? " and the directory" : ""}`,
  );
  const living = `${counted(nodes.length, "node")} ${nodes.length === 1 ? "lives" : "live"}: ${shares.join(", ")}.`;
  if (free.length === 0) return fine("shards", living);
  const workspaces = free.filter((shard) => shard !== directoryShard);
  const missing = [
    ...(free.includes(directoryShard) ? ["the directory: nobody can sign in"] : []),
    ...(workspaces.length > 0 ? [`${counted(workspaces.length, "shard")}: requests to their workspaces wait`] : []),
  ];
  return wrong(
    "shards",
    `Nobody owns ${missing.join("; nor ")}. ${living}`,
    "Look into the logs of these nodes, and restart the one that has fewer shards than the others.",
  );
}

/** What is overdue. Rejects when the store cannot be reached. */
export async function checkOverdue(url: string, clock: Clock): Promise<Finding> {
  const now = clock.now();
  return judgeOverdue(await readOverdue(url, now - late), now);
}

/** What that means, `now` in milliseconds since 1970. */
export function judgeOverdue({ count, oldest }: Overdue, now: number): Finding {
  const [first] = oldest;
  if (first === undefined) return fine("schedules", "Nothing is overdue.");
  const names = oldest.map(({ workspaceId }) => workspaceId).join(", ");
  const more = count > oldest.length ? ` and ${count - oldest.length} more` : "";
  return wrong(
    "schedules",
    `${counted(count, "workspace")} should have been opened for what is due, the first one ${readableSpan(now - first.dueAt)} ago: ${names}${more}.`,
    "The log of the node that owns it says why it could not be opened: look for `due work`.",
  );
}
