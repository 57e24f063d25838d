/** Ausgewählte und archivierte Aufgaben, auf Deutsch. */
export const todos = {
  selection: { selected: "Ausgewählt", begin: "Auswählen", all: "Alle", allLabel: "Alle auswählen" },
  archive: { isArchived: "Diese Aufgabe ist archiviert.", restore: "Wiederherstellen", restored: "Wiederhergestellt" },
  notRead: {
    again: (why: string) => `Was heute wiederkommt, ließ sich nicht lesen. ${why}`,
    tomorrow: (why: string) => `Was morgen wiederkommt, ließ sich nicht lesen. ${why}`,
  },
};
