/**
 * Which open workspaces keep their files open: the ones used last. The others are detached, which frees a quarter of a
 * megabyte each, and attached again when they are read or written.
 */
export interface Detachable {
  readonly isAttached: boolean;
  detach(): Promise<void>;
}

export interface IdleEvictionOptions<W extends Detachable> {
  /** How many stay attached. */
  readonly maxAttached: number;
  /** How many have them open. */
  readonly attached: () => number;
  /** Of the idle ones that pass, the one that was not used for longest. */
  readonly leastRecent: (passes: (workspace: W) => boolean) => W | null;
  /** Called with a file that could not be detached. */
  readonly report: (what: string, error: unknown) => void;
}

/** Returns what is to be called after a file was attached. */
export function createIdleEviction<W extends Detachable>({
  maxAttached,
  attached,
  leastRecent,
  report,
}: IdleEvictionOptions<W>): () => void {
  let isRunning = false;

  /** False when enough have, or all that are left are busy: the next file that is attached has them looked at again. */
  const detachOne = async (): Promise<boolean> => {
    const coldest = attached() > maxAttached ? leastRecent(({ isAttached }) => isAttached) : null;
    await coldest?.detach();
    return coldest !== null;
  };

  const detachOthers = async (): Promise<void> => {
    try {
      do
        await nextTurn(); // the one whose file was attached is open by then
      while (await detachOne());
    } catch (error) {
      report("A workspace could not detach its file.", error);
    }
    isRunning = false;
  };

  return () => {
    if (isRunning) return;
    isRunning = true;
    void detachOthers();
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
