/** What the doctor looks at where machines share a store. */
import type { S3Access } from "../backup/target/target.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Configuration } from "../base/configuration.ts";
import { type Check, type Finding, wrong } from "../base/finding.ts";
import { checkBucket } from "./bucket.ts";
import { checkStore } from "./store.ts";

export interface StoreParts {
  readonly configuration: Pick<Configuration, "storeUrl" | "storeMedia" | "nodeUrl">;
  /** To the bucket of finished recordings. */
  readonly access: S3Access | null;
  readonly clock: Clock;
  readonly isRunning: boolean;
}

type Look = readonly [Check, () => Promise<Finding | readonly Finding[]>];

/** Loaded where there are several. */
const shards = () => import("./shards.ts");

/** Nothing on one machine. What is due is overdue only where somebody runs, and only the owner of the data is asked there. */
export function looksAtStore({ configuration, access, clock, isRunning }: StoreParts): readonly Look[] {
  const { storeUrl, storeMedia, nodeUrl } = configuration;
  if (storeUrl === null) return [];
  return [
    ["store", () => checkStore(storeUrl, clock)],
    ...(storeMedia === null ? [] : [["bucket", () => checkBucket(storeMedia, access)] satisfies Look]),
    ...(nodeUrl === null ? [] : [["shards", async () => (await shards()).checkShards(storeUrl, clock)] satisfies Look]),
    ...(isRunning ? [["schedules", async () => (await shards()).checkOverdue(storeUrl, clock)] satisfies Look] : []),
  ];
}

/** What it means that the store has other pages of those files than were sent to it. */
export function judgeSums(damaged: readonly string[], { nodeUrl }: Pick<Configuration, "nodeUrl">): readonly Finding[] {
  const first =
    nodeUrl === null
      ? "Make a backup on this node now, which has its own: dayshift backup."
      : "Copy the file, and the one next to it that ends in -wal, from the data folder of the node that owns it: backups are made of what PostgreSQL has.";
  return damaged.map((name) =>
    wrong(
      "store",
      `PostgreSQL has other pages of ${name} than were sent to it.`,
      `${first} Look into the log of PostgreSQL and at its disk; where the node was started since, put the newest backup from before back.`,
    ),
  );
}
