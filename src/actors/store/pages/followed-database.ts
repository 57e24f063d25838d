/** A database whose writes run elsewhere and come one after the other, such as the directory: each goes up before it is answered. */
import { createLocalDisk } from "./local-disk.ts";
import { createLogCapture } from "./log-capture.ts";
import type { Replica } from "./replica.ts";

export interface FollowedDatabase {
  /**
   * Runs a write, and resolves when what it committed is in the store. Rejects as the write does; never settles when it is in doubt what
   * became of it.
   */
  readonly write: <T>(action: () => Promise<T>) => Promise<T>;
  /** Resolves when everything that was written so far is in the store: what a read saw may be answered then. */
  readonly settled: () => Promise<void>;
  /** Takes note of a failure that the file here may be the reason for: then this node is to end. */
  readonly failed: (error: unknown) => void;
}

/** Follows the writes of an open database; `isInDoubt` says of a failed one whether it may have been committed. */
export function followDatabase(
  replica: Replica,
  {
    name,
    path,
    isInDoubt,
  }: { readonly name: string; readonly path: string; readonly isInDoubt: (error: unknown) => boolean },
): FollowedDatabase {
  const { append, lose } = replica;
  const noteFailure = createLocalDisk(replica);
  const capture = createLogCapture(path);
  let last: Promise<void> = Promise.resolve();
  let order: Promise<unknown> = Promise.resolve();

  async function run<T>(action: () => Promise<T>): Promise<T> {
    const result = await action().catch((error: unknown) => {
      if (isInDoubt(error)) return lose(error);
      throw error;
    });
    // Before the next write can begin the log again.
    try {
      const captured = capture.take();
      if (captured !== null) last = append({ files: new Map([[name, captured]]) });
    } catch (error) {
      return lose(error); // it is committed, and the store would never have it
    }
    return result;
  }

  return {
    async write(action) {
      const running = order.then(() => run(action));
      order = running.catch(() => undefined);
      const result = await running;
      await last;
      return result;
    },
    async settled() {
      await order;
      await last;
    },
    failed: (error) => noteFailure({ name, path }, error),
  };
}
