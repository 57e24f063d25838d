/** The formats, by the name of their source. */
import type { Export, Source, Surroundings, TextFile } from "./draft.ts";
import { readCsv } from "./csv.ts";
import { readICal } from "./ical.ts";
import { readTodoist } from "./todoist.ts";
import { readVikunja } from "./vikunja.ts";

/** Reads the files of one export. Throws when they are damaged. */
export const formats: Readonly<Record<Source, (files: readonly TextFile[], around: Surroundings) => Export>> = {
  todoist: readTodoist,
  vikunja: readVikunja,
  csv: readCsv,
  ical: readICal,
};

/** As people know them. */
export const productNames: Readonly<Record<Source, string>> = {
  todoist: "Todoist",
  vikunja: "Vikunja",
  csv: "CSV",
  ical: "iCalendar",
};
