/** Ausgewählte und archivierte Aufgaben, was sich nicht lesen ließ, und was mit Aufgaben geschah, auf Deutsch. */
export const todos = {
  selection: { selected: "Ausgewählt", begin: "Auswählen", all: "Alle", allLabel: "Alle auswählen" },
  archive: { isArchived: "Diese Aufgabe ist archiviert.", restore: "Wiederherstellen", restored: "Wiederhergestellt" },
  notified: {
    run_completed: (agent: string, todo: string) => `${agent} hat den geplanten Lauf von ${todo} abgeschlossen.`,
    run_failed: (_: string, todo: string) => `Der geplante Lauf von ${todo} ist fehlgeschlagen.`,
    run_timed_out: (_: string, todo: string) => `Der geplante Lauf von ${todo} dauerte zu lange und wurde abgebrochen.`,
    todo_due: (_: string, todo: string) => `${todo} ist fällig.`,
    series_paused: (_: string, todo: string) => `Der Zeitplan von ${todo} wurde angehalten.`,
  },
  notRead: {
    again: (why: string) => `Was sich heute wiederholt, ließ sich nicht lesen. ${why}`,
    more: (why: string) => `Chats und Anfragen von Agenten ließen sich nicht lesen. ${why}`,
    tomorrow: (why: string) => `Was sich morgen wiederholt, ließ sich nicht lesen. ${why}`,
  },
};
