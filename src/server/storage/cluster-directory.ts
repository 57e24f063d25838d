/** The directory of several nodes: one of them has its file, and the others ask that one. */
import { directoryShard } from "../../actors/store/pages/shards.ts";
import { directoryQuestion } from "../../cluster/answers.ts";
import type { Route } from "../../cluster/route.ts";
import { type Db, isQuery } from "../../gateway/directory/database/db.ts";
import type { Change } from "../../gateway/directory/context/context.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { openConfigured, type OpenOptions } from "../directory/directory.ts";
import type { Entered } from "./enter-cluster.ts";
import type { StorageParts } from "./parts.ts";

/** The directory as every node uses it: what one of them changes the others look up again. */
export async function openClusterDirectory(
  { configuration, clock, ids }: StorageParts,
  { node: { route, announce }, owner }: Pick<Entered, "node" | "owner">,
  options: OpenOptions,
): Promise<Directory> {
  const directory = await openConfigured(configuration, clock, ids, {
    ...options,
    db: createClusterDb(route),
    announce,
  });
  owner.hearWith((changes) => directory.noteChanges(changes as readonly Change[]));
  return directory;
}

/** Its database: each question goes to the node that has the file. */
function createClusterDb(route: Route): Db {
  const ask = (
    method: "all" | "get" | "run" | "batch",
    args: readonly unknown[],
    mayRepeat: boolean,
  ): Promise<unknown> =>
    route({ shard: directoryShard, method: directoryQuestion, args: [method, ...args], mayRepeat });
  return {
    isRemote: true,
    all: (...args) => ask("all", args, isQuery(args[0])) as ReturnType<Db["all"]>,
    get: (...args) => ask("get", args, isQuery(args[0])) as ReturnType<Db["get"]>,
    run: (...args) => ask("run", args, false) as ReturnType<Db["run"]>,
    batch: (statements) => ask("batch", [statements], false) as ReturnType<Db["batch"]>,
    copyInto: async () => false,
    close: async () => undefined,
  };
}
