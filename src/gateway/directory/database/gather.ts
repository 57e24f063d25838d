/** Writes that come while one is on its way go to the disk together after it: a commit of the directory is one for all workspaces. */
import type { Db, Statement } from "./db.ts";

interface Write {
  readonly statements: readonly Statement[];
  readonly done: PromiseWithResolvers<unknown>;
}

/** Answers a function that resolves when its statements are committed; those of one call are committed together or not at all. */
export function createGathering(db: Pick<Db, "batch">): (statements: readonly Statement[]) => Promise<void> {
  let waiting: Write[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await runGroup(db, group);
    }
    isRunning = false;
  };

  return async (statements) => {
    const done = Promise.withResolvers<unknown>();
    waiting.push({ statements, done });
    if (!isRunning) void runAll();
    await done.promise;
  };
}

/** One that fails takes no other with it: then each is written by itself. Never rejects. */
async function runGroup(db: Pick<Db, "batch">, group: readonly Write[]): Promise<void> {
  try {
    await db.batch(group.flatMap(({ statements }) => statements));
    for (const { done } of group) done.resolve(null);
  } catch (error) {
    if (group.length === 1) return group[0]?.done.reject(error);
    for (const write of group) await runGroup(db, [write]);
  }
}
