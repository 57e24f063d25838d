/** What the doctor looks at where machines share a store. */
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Configuration } from "../base/configuration.ts";
import type { Check, Finding } from "../base/finding.ts";
import { checkStore } from "./store.ts";

export interface StoreParts {
  readonly configuration: Pick<Configuration, "storeUrl" | "nodeUrl">;
  readonly clock: Clock;
  readonly isRunning: boolean;
}

type Look = readonly [Check, () => Promise<Finding | readonly Finding[]>];

/** Loaded where there are several. */
const shards = () => import("./shards.ts");

/** Nothing on one machine. What is due is overdue only where somebody runs, and only the owner of the data is asked there. */
export function looksAtStore({ configuration: { storeUrl, nodeUrl }, clock, isRunning }: StoreParts): readonly Look[] {
  if (storeUrl === null) return [];
  return [
    ["store", () => checkStore(storeUrl, clock)],
    ...(nodeUrl === null ? [] : [["shards", async () => (await shards()).checkShards(storeUrl, clock)] satisfies Look]),
    ...(isRunning ? [["schedules", async () => (await shards()).checkOverdue(storeUrl, clock)] satisfies Look] : []),
  ];
}
