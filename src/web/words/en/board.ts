/** The board, in English. */
export const board = {
  views: { label: "View", list: "List", board: "Board", calendar: "Calendar" },
  board: {
    ordered: "Moved",
    move: (title: string) => `Move: ${title}`,
    moveTo: (column: string) => `Move to ${column}`,
    up: "Move up",
    down: "Move down",
    place: (status: "ready" | "in_progress" | "done", row: number) =>
      `${{ ready: "Ready", in_progress: "In progress", done: "Done" }[status]}, ${row}`,
  },
} as const;
