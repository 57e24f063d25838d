/** What is under way with workspaces that are not open. */

export interface UnderWay {
  /** Runs it, and answers as it does. */
  readonly run: (workspaceId: string, action: () => void | Promise<void>) => Promise<void>;
  /** Resolves when what is under way now with those workspaces has ended, however it did. */
  readonly ended: (passes: (workspaceId: string) => boolean) => Promise<void>;
}

export function createUnderWay(): UnderWay {
  const all = new Map<Promise<void>, string>();
  return {
    async run(workspaceId, action) {
      const running = (async () => action())();
      all.set(running, workspaceId);
      try {
        await running;
      } finally {
        all.delete(running);
      }
    },
    async ended(passes) {
      const running = [...all].filter(([, workspaceId]) => passes(workspaceId));
      await Promise.allSettled(running.map(([one]) => one));
    },
  };
}
