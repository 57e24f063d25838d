/** Der Kalender, auf Deutsch. */

export const calendar = {
  calendar: {
    label: "Kalender",
    span: "Zeitraum",
    spans: { month: "Monat", week: "Woche" },
    before: { month: "Der Monat davor", week: "Die Woche davor" },
    after: { month: "Der nächste Monat", week: "Die nächste Woche" },
    more: (count: number) => `+${count} weitere`,
    entries: (day: string, count: number) =>
      count === 0 ? day : `${day}, ${count === 1 ? "1 Eintrag" : `${count} Einträge`}`,
    nothing: "An diesem Tag ist nichts.",
    cut: "Es gibt mehr, als hier steht: Eine Woche zeigt alles.",
    scheduled: "Nach Plan",
  },
};
