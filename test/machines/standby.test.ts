/**
 * The owner, its folder, and the primary of PostgreSQL with its disk are lost together: the synchronous standby has everything that was
 * acknowledged, and what was scheduled for the moment after is run.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScheduledOccurrence } from "../../src/schema/schedule.ts";
import { createKey, signIn } from "../bench/client.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { until } from "../helpers/wait.ts";
import { startLoad } from "./clients.ts";
import { type Group, startGroup } from "./nodes.ts";
import { askOwner } from "./owner.ts";

const options = { skip: noPostgres, timeout: 480_000 };

interface List<Item> {
  readonly data: readonly Item[];
}

interface Due {
  readonly id: string;
  readonly runAt: string;
}

/** Milliseconds that are left of the time until it is due when it is acknowledged, at least. */
const left = 2000;

/** A todo that an agent runs in some seconds, and later where the machine is so slow that this is almost past when it is acknowledged. */
async function dueSoon(group: Group, key: string): Promise<Due> {
  const { data: agents } = await askOwner<List<{ id: string }>>(group, "/agents", key);
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  for (let ahead = 4 * left; ; ahead *= 2) {
    const runAt = new Date(Date.now() + ahead).toISOString();
    const body = { title: "Scheduled", assignees, schedule: { runAt } };
    const { id } = await askOwner<{ id: string }>(group, "/todos", key, { body });
    if (Date.now() + left < Date.parse(runAt)) return { id, runAt };
  }
}

test(
  "a synchronous standby is promoted after the owner and the primary are lost with their disks",
  options,
  async (t) => {
    const postgres = await startPostgres();
    const storeUrl = postgres.database("standby");
    const promote = await postgres.startStandby();
    const group = await startGroup(storeUrl, 2);
    t.after(async () => {
      await group.stop();
      await postgres.stop();
    });
    const owner = await group.owner();
    const { token, workspaces } = await signIn(owner.url);
    const key = await createKey(owner.url, token, workspaces[0]?.id ?? "");
    const load = await startLoad(
      group.nodes.map(({ url }) => url),
      owner.url,
      4,
    );
    await load.more(40);
    const { id, runAt } = await dueSoon(group, key);
    await Promise.all([owner.killAndWipe(), promote()]);
    await load.more(40);
    const [occurrence, ...others] = await until(
      "what was scheduled for the moment after has run",
      async () => (await askOwner<List<ScheduledOccurrence>>(group, `/todos/${id}/scheduled-occurrences`, key)).data,
      ([one]) => one?.status === "completed",
    );
    assert.deepEqual([occurrence?.scheduledFor, others], [runAt, []]);
    const { data: runs } = await askOwner<List<{ startedAt: string }>>(group, `/todos/${id}/runs`, key);
    assert.equal(runs.length, 1);
    assert.ok(Date.parse(runs[0]?.startedAt ?? "") >= Date.parse(runAt), "it has run when it was due, and not before");
    await load.judge();
  },
);
