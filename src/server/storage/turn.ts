/** What one node does for all, such as backups: as long as it has the directory. */

/** Begins it; what that answers ends it. */
export type Begin = () => () => Promise<void>;

export interface Turn {
  /** Has it begin with this node's turn, now or later, and end before the turn is another node's. The answer ends it for good. */
  during(begin: Begin): () => Promise<void>;
  /** The turn is this node's. */
  arrive(): void;
  /** The turn goes to another node when this resolves. */
  leave(): Promise<void>;
}

/** The turn is another node's. */
export function createTurn(): Turn {
  let isHere = false;
  let begin: Begin | null = null;
  let end: (() => Promise<void>) | null = null;

  function start(): void {
    if (isHere && begin !== null) end = begin();
  }

  async function stop(): Promise<void> {
    const ending = end;
    end = null;
    await ending?.();
  }

  return {
    during(next) {
      begin = next;
      start();
      return () => {
        begin = null;
        return stop();
      };
    },
    arrive() {
      isHere = true;
      start();
    },
    leave() {
      isHere = false;
      return stop();
    },
  };
}
