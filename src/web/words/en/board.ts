/** The board, in English. */
export const board = {
  views: { label: "View", list: "List", board: "Board", calendar: "Calendar" },
  board: {
    lastDone: (count: number) => `The last ${count}. Search finds older ones.`,
    oneByOne: "Cards are put in order one by one. Several go to another column together.",
    ordered: "Moved",
    move: (title: string) => `Move: ${title}`,
    moveTo: (column: string) => `Move to ${column}`,
    up: "Move up",
    down: "Move down",
    place: (column: string, row: number) => `${column}, ${row}`,
    noAgent: "No agent",
    starts: (agent: string) => `${agent} (starts working)`,
  },
} as const;
