/** Opens workspaces whose moment has come, a few at a time, so that many at once do not hold up those who ask. */

/** So many are opened at the same time. */
const atOnce = 8;

/**
 * Answers a function that queues a workspace to be woken; one that is queued already is not queued again. `wake` must not reject.
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
