/** Opens workspaces that are due, a few at a time, so that many at once neither delay callers nor fill the memory. */

/**
 * Workspaces that are opened at the same time: more than run turns at once, since most of them wait for the disk. 1,000 that are due together
 * took 1.3 GB when all that waited for a turn were open, and take 250 MB with these.
 */
const atOnce = 64;

/**
 * Answers a function that queues a workspace to be opened; one that is queued already is not queued again. `open` must not reject;
 * the next one comes when it has resolved.
 */
export function createOpening(open: (workspaceId: string) => Promise<void>): (workspaceId: string) => void {
  const queued = new Set<string>();
  let active = 0;

  const openInTurn = async (workspaceId: string): Promise<void> => {
    await open(workspaceId);
    active -= 1;
    next();
  };

  const next = (): void => {
    for (const workspaceId of queued) {
      if (active >= atOnce) return;
      queued.delete(workspaceId);
      active += 1;
      void openInTurn(workspaceId);
    }
  };

  return (workspaceId) => {
    queued.add(workspaceId);
    next();
  };
}
