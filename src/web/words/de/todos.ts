/** Ausgewählte und archivierte Aufgaben, auf Deutsch. */
import type { Words } from "../en.ts";

export const todos: Pick<Words, "selection" | "archive" | "notRead"> = {
  selection: { begin: "Auswählen", all: "Alle", allLabel: "Alle auswählen" },
  archive: { isArchived: "Diese Aufgabe ist archiviert.", restore: "Wiederherstellen", restored: "Wiederhergestellt" },
  notRead: { again: (why) => `Was heute wiederkommt, ließ sich nicht lesen. ${why}` },
};
