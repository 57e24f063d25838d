/** All requests that wait for a decision: the newest page first, then the older ones. */
import type { Client } from "../../client/types.ts";
import type { Approval } from "../../schema/app.ts";
import type { Records } from "./records.ts";

/**
 * The first page takes the place of what was there. What the feed said of an older one in the meantime is newer than its page. Rejects
 * with the refusal. `isWanted` is asked after each answer.
 */
export async function readPending(
  client: Client,
  approvals: Records<Approval>,
  isWanted: () => boolean,
): Promise<void> {
  let cursor: string | null = null;
  do {
    const query = { status: "pending", limit: 100, ...(cursor !== null && { cursor }) } as const;
    const { data, nextCursor }: Awaited<ReturnType<Client["listApprovals"]>> = await client.listApprovals(query);
    if (!isWanted()) return;
    if (cursor === null) approvals.replace(data);
    else for (const one of data) if (approvals.get(one.id) === undefined) approvals.put(one);
    cursor = nextCursor;
  } while (cursor !== null);
}
