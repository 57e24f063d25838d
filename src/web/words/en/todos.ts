/** Selected and archived todos, in English. */
export const todos = {
  selection: { selected: "Selected", begin: "Select", all: "All", allLabel: "Select all" },
  archive: { isArchived: "This todo is archived.", restore: "Restore", restored: "Restored" },
  notRead: {
    again: (why: string) => `What comes again today could not be read. ${why}`,
    tomorrow: (why: string) => `What comes again tomorrow could not be read. ${why}`,
  },
} as const;
