/** What a workspace hears of its people, where several nodes tell it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Services } from "../../src/gateway/exchange.ts";
import { syncMembers } from "../../src/gateway/sync-members.ts";
import { eventually } from "../helpers/settle.ts";

type Parts = Pick<Services, "directory" | "workspaces">;

test("of two nodes the one that is slow does not leave a workspace with people as they were", async () => {
  let members = ["ada", "bob"];
  let heard: readonly string[] = [];
  const directory = {
    pendingMemberChanges: async () => [{ workspaceId: "w", change: "1" }],
    membersOf: async () => members.map((id) => ({ id, email: `${id}@example.com`, name: id, role: "owner" })),
    memberChangeDelivered: async () => undefined,
  };
  const nodeOf = (arriving: () => Promise<void>): Parts => {
    const hear = async (_workspaceId: string, people: readonly { userId: string }[]): Promise<void> => {
      await arriving();
      heard = people.map(({ userId }) => userId);
    };
    return { directory, workspaces: { syncMembers: hear } } as unknown as Parts;
  };
  const arrival = Promise.withResolvers<void>();
  let isOnItsWay = false;
  const slow = syncMembers(
    nodeOf(() => {
      isOnItsWay = true;
      return arrival.promise;
    }),
    "w",
  );
  await eventually("the slow node has read the members", () => isOnItsWay);
  members = ["ada"];
  await syncMembers(
    nodeOf(async () => undefined),
    "w",
  );
  assert.deepEqual(heard, ["ada"]);
  arrival.resolve();
  await slow;
  assert.deepEqual(heard, ["ada"]);
});
