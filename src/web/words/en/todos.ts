/** Selected and archived todos, what could not be read, and what happened to todos, in English. */
export const todos = {
  selection: { selected: "Selected", begin: "Select", all: "All", allLabel: "Select all" },
  archive: { isArchived: "This todo is archived.", restore: "Restore", restored: "Restored" },
  notified: {
    run_completed: (agent: string, todo: string) => `${agent} has finished the scheduled run of ${todo}.`,
    run_failed: (_: string, todo: string) => `The scheduled run of ${todo} failed.`,
    run_timed_out: (_: string, todo: string) => `The scheduled run of ${todo} took too long and was stopped.`,
    todo_due: (_: string, todo: string) => `${todo} is due.`,
    series_paused: (_: string, todo: string) => `The schedule of ${todo} was paused.`,
  },
  notRead: {
    again: (why: string) => `What comes again today could not be read. ${why}`,
    more: (why: string) => `Chats and requests of agents could not be read. ${why}`,
    tomorrow: (why: string) => `What comes again tomorrow could not be read. ${why}`,
  },
} as const;
