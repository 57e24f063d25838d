/** All requests that wait for a decision: the newest page first, then the older ones. */
import type { Client } from "../../client/types.ts";
import type { Approval } from "../../schema/app.ts";
import type { Records } from "./records.ts";

type Page = Awaited<ReturnType<Client["listApprovals"]>>;

/** The first page takes the place of what was there. Rejects with the refusal. `isWanted` is asked after each answer. */
export async function readPending(
  client: Client,
  approvals: Records<Approval>,
  isWanted: () => boolean,
): Promise<void> {
  const ask = (cursor?: string): Promise<Page> =>
    client.listApprovals({ status: "pending", limit: 100, ...(cursor !== undefined && { cursor }) });
  let { nextCursor } = await approvals.replaceByPage(ask(), isWanted);
  while (nextCursor !== null && isWanted()) ({ nextCursor } = await approvals.putPage(ask(nextCursor), isWanted));
}
