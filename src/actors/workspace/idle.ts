/**
 * Which open workspaces keep their files open: the ones used last. Of more than that, the others give theirs back, a quarter of a
 * megabyte each, and take them again when they are read or written.
 */
export interface Resting {
  readonly isAttached: boolean;
  rest(): Promise<void>;
}

export interface RestingOptions<W extends Resting> {
  /** How many keep their files. */
  readonly most: number;
  /** How many have them open. */
  readonly attached: () => number;
  /** Of the idle ones that pass, the one that was not used for longest. */
  readonly leastRecent: (passes: (workspace: W) => boolean) => W | null;
  /** Hears of a file that could not be given back. */
  readonly report: (what: string, error: unknown) => void;
}

/** Answers what is to be called when a file was taken. */
export function createResting<W extends Resting>({
  most,
  attached,
  leastRecent,
  report,
}: RestingOptions<W>): () => void {
  let isAtIt = false;

  /** False when enough have, or all that are left are at work: the next file that is taken has them looked at again. */
  const restOne = async (): Promise<boolean> => {
    const coldest = attached() > most ? leastRecent(({ isAttached }) => isAttached) : null;
    await coldest?.rest();
    return coldest !== null;
  };

  const restOthers = async (): Promise<void> => {
    try {
      do
        await nextTurn(); // the one whose file was taken is open by then
      while (await restOne());
    } catch (error) {
      report("A workspace could not give its file back.", error);
    }
    isAtIt = false;
  };

  return () => {
    if (isAtIt) return;
    isAtIt = true;
    void restOthers();
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
