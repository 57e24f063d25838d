/** Ausgewählte und archivierte Aufgaben, auf Deutsch. */
import type { Words } from "../en.ts";

export const todos: Pick<Words, "selection"> = {
  selection: { begin: "Auswählen", all: "Alle", allLabel: "Alle auswählen" },
};
