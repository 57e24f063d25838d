/** Selected and archived todos, in English. */
export const todos = {
  selection: { begin: "Select", all: "All", allLabel: "Select all" },
  notRead: { again: (why: string) => `What comes again today could not be read. ${why}` },
} as const;
