/** Die Tafel, auf Deutsch. */
export const board = {
  views: { label: "Ansicht", list: "Liste", board: "Tafel", calendar: "Kalender" },
  board: {
    lastDone: (count: number) => `Die letzten ${count}. Die Suche findet ältere.`,
    oneByOne: "Karten werden einzeln geordnet. Mehrere zusammen gehen in eine andere Spalte.",
    ordered: "Verschoben",
    move: (title: string) => `Verschieben: ${title}`,
    moveTo: (column: string) => `Nach ${column}`,
    up: "Nach oben",
    down: "Nach unten",
    place: (column: string, row: number) => `${column}, ${row}`,
    noAgent: "Kein Agent",
    starts: (agent: string) => `${agent} (beginnt zu arbeiten)`,
  },
};
