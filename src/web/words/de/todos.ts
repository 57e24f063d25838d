/** Ausgewählte und archivierte Aufgaben, auf Deutsch. */
import type { Words } from "../en.ts";

export const todos: Pick<Words, "selection" | "notRead"> = {
  selection: { begin: "Auswählen", all: "Alle", allLabel: "Alle auswählen" },
  notRead: { again: (why) => `Was heute wiederkommt, ließ sich nicht lesen. ${why}` },
};
