/** Die Tafel, auf Deutsch. */
export const board = {
  views: { label: "Ansicht", list: "Liste", board: "Tafel", calendar: "Kalender" },
  board: {
    ordered: "Verschoben",
    move: (title: string) => `Verschieben: ${title}`,
    moveTo: (column: string) => `Nach ${column}`,
    up: "Nach oben",
    down: "Nach unten",
    place: (status: "ready" | "in_progress" | "done", row: number) =>
      `${{ ready: "Bereit", in_progress: "In Arbeit", done: "Erledigt" }[status]}, ${row}`,
  },
};
