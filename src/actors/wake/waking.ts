/** Opens workspaces whose moment has come, a few at a time, so that many at once neither hold up those who ask nor fill the memory. */

/**
 * So many are awake at the same time: twice as many as run turns at once, since half of them wait for the disk. With 950 open at
 * once they took 1.3 GB.
 */
const atOnce = 32;

/**
 * Answers a function that queues a workspace to be woken; one that is queued already is not queued again. `wake` must not reject;
 * the next one comes when it has resolved.
 * `pace` comes before each: a file is opened without a pause, and very many one after the other would leave sockets no turn.
 */
export function createWaking(
  wake: (workspaceId: string) => Promise<void>,
  pace: () => Promise<void>,
): (workspaceId: string) => void {
  const queued = new Set<string>();
  let active = 0;

  const wakeInTurn = async (workspaceId: string): Promise<void> => {
    await pace();
    await wake(workspaceId);
    active -= 1;
    next();
  };

  const next = (): void => {
    for (const workspaceId of queued) {
      if (active >= atOnce) return;
      queued.delete(workspaceId);
      active += 1;
      void wakeInTurn(workspaceId);
    }
  };

  return (workspaceId) => {
    queued.add(workspaceId);
    next();
  };
}
