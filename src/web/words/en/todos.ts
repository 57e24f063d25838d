/** Selected and archived todos, in English. */
export const todos = {
  selection: { begin: "Select", all: "All", allLabel: "Select all" },
} as const;
