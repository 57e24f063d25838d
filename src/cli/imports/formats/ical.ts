/** iCalendar: the tasks (VTODO) of .ics files. Source: RFC 5545; relations of parts as RFC 9253 and task apps write them. */
import type { Due } from "../../../client/spoken/days.ts";
import ICAL from "ical.js";
import { usage } from "../../ports/failure.ts";
import type { Draft, Export, Fact, SourceList, Surroundings, TextFile } from "./draft.ts";
import { dueOfInstant, uncertainDates, zoneOr } from "./moments.ts";
import { cleanLine, cleanText } from "./text.ts";

type Component = InstanceType<typeof ICAL.Component>;
type Property = InstanceType<typeof ICAL.Property>;

/** What the files hold, a list for each calendar. */
export function readICal(files: readonly TextFile[], around: Surroundings): Export {
  const lists = new Map<string, SourceList>();
  const drafts = new Map<string, Draft>();
  for (const file of files) {
    for (const calendar of calendarsOf(file)) {
      const name = calendarName(calendar, file);
      const color = text(calendar, "x-apple-calendar-color").slice(0, 7);
      const isColor = /^#[0-9a-f]{6}$/i.test(color);
      lists.set(name, { ref: name, key: ["calendar", name], name, color: isColor ? color : null });
      for (const draft of tasksOf(calendar, name, around)) if (!drafts.has(draft.ref)) drafts.set(draft.ref, draft);
    }
  }
  return { source: "ical", lists: [...lists.values()], drafts: [...drafts.values()] };
}

/**
 * Rules are left as they stand, for the service to judge each: the parser refuses a file for one of them, also for one of an event, and
 * mends others to what nobody wrote.
 */
function calendarsOf({ name, text: content }: TextFile): Component[] {
  try {
    const parsed: unknown = ICAL.parse(content.replaceAll(/^(?:RRULE|EXRULE)(?=[;:])/gim, "X-$&"));
    const all = Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed];
    return all.map((one) => new ICAL.Component(one as never)).filter((one) => one.name === "vcalendar");
  } catch (error) {
    throw usage(`${name} is no iCalendar file that can be read: ${cleanLine((error as Error).message).slice(0, 200)}`);
  }
}

function calendarName(calendar: Component, { name }: TextFile): string {
  const file = (name.split(/[/\\]/).at(-1) ?? name).replace(/\.(ics|ical|txt)$/i, "");
  return cleanLine(text(calendar, "x-wr-calname") || text(calendar, "name") || file) || "Tasks";
}

function tasksOf(calendar: Component, list: string, around: Surroundings): Draft[] {
  const { counts } = around;
  for (const component of calendar.getAllSubcomponents()) {
    if (component.name === "vevent") counts.leaveOut("events", text(component, "summary"));
    if (component.name === "vjournal") counts.leaveOut("journal entries", text(component, "summary"));
  }
  return calendar.getAllSubcomponents("vtodo").flatMap((todo) => {
    const title = cleanLine(text(todo, "summary"));
    if (todo.hasProperty("recurrence-id")) {
      counts.leaveOut("changes of single dates of a series", title);
      return [];
    }
    if (text(todo, "status").toUpperCase() === "CANCELLED") {
      counts.leaveOut("cancelled todos", title);
      return [];
    }
    return [draftOf(todo, list, title, around)];
  });
}

function draftOf(todo: Component, list: string, title: string, around: Surroundings): Draft {
  const due = momentOf(todo, "due", around);
  const { repeat, facts } = repeatOf(todo, title, due, around);
  facts.push(...factsOf(todo, around));
  loseRest(todo, title, around);
  if (due === null && todo.hasProperty("due")) around.counts.leaveOut("due dates that cannot be read", title);
  // Without an id, which the format demands, it is what it says.
  const uid = text(todo, "uid") || JSON.stringify([list, title, text(todo, "description")]);
  return {
    ref: uid,
    parent: parentOf(todo),
    key: ["vtodo", uid],
    list,
    title,
    notes: cleanText(text(todo, "description")),
    status: statusOf(todo),
    priority: priorityOf(Number(text(todo, "priority"))),
    due,
    repeat,
    facts,
    comments: texts(todo, "comment").map((comment) => ({ by: null, text: cleanText(comment) })),
  };
}

function text(component: Component, name: string): string {
  return texts(component, name)[0] ?? "";
}

function texts(component: Component, name: string): string[] {
  return component.getAllProperties(name).flatMap(valuesOf);
}

/** None where the value is not of its type: one odd line does not keep the others out. */
function valuesOf(property: Property): string[] {
  try {
    return property.getValues().map(String);
  } catch {
    return [];
  }
}

function parentOf(todo: Component): string | null {
  const parent = todo.getAllProperties("related-to").find((property) => relationOf(property) === "PARENT");
  return parent === undefined ? null : (valuesOf(parent)[0] ?? null);
}

/** A parent, unless it says otherwise. */
function relationOf(property: Property): string {
  return (property.getFirstParameter("reltype") || "PARENT").toUpperCase();
}

function statusOf(todo: Component): Draft["status"] {
  const status = text(todo, "status").toUpperCase();
  if (status === "COMPLETED" || (status === "" && todo.hasProperty("completed"))) return "done";
  return status === "IN-PROCESS" ? "in_progress" : "ready";
}

/** RFC 5545, 3.8.1.9: 1 to 4 are high, 5 is medium, 6 to 9 are low. */
function priorityOf(number: number): Draft["priority"] {
  if (number >= 1 && number <= 4) return "high";
  if (number === 5) return "medium";
  return number >= 6 && number <= 9 ? "low" : null;
}

/** UTC on the clock of the person; a zone that has no IANA name, and a floating time, as it stands. */
function momentOf(todo: Component, name: string, { timezone }: Surroundings): Due | null {
  const property = todo.getFirstProperty(name);
  const said = property === null ? "" : (valuesOf(property)[0] ?? "");
  const [, date, time, zulu] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}):\d{2}(Z?))?$/.exec(said) ?? [];
  if (date === undefined) return null;
  if (zulu === "Z") return dueOfInstant(said, timezone);
  const zone = zoneOr(property?.getFirstParameter("tzid") ?? "", timezone);
  return { date, time: time ?? null, timezone: zone };
}

/** A rule counts from the start of the task, or from its due date. */
function repeatOf(
  todo: Component,
  title: string,
  due: Due | null,
  around: Surroundings,
): { readonly repeat: Draft["repeat"]; readonly facts: Fact[] } {
  const words = cleanLine(text(todo, "x-rrule")).replace(/;$/, "");
  for (const name of ["rdate", "exdate"]) {
    for (const _ of todo.getAllProperties(name))
      around.counts.leaveOut("single dates added to or left out of a series", title);
  }
  if (words === "") return { repeat: null, facts: [] };
  const from = momentOf(todo, "dtstart", around) ?? due;
  if (from !== null) return { repeat: { rrule: words, from, words }, facts: [] };
  around.counts.leaveOut(uncertainDates, `${title}: ${words}`);
  return { repeat: null, facts: [{ name: "Repeats", text: words }] };
}

function factsOf(todo: Component, around: Surroundings): Fact[] {
  const progress = Number(text(todo, "percent-complete"));
  return [
    { name: "Labels", text: texts(todo, "categories").map(cleanLine).filter(Boolean).join(", ") },
    { name: "Place", text: cleanLine(text(todo, "location")) },
    { name: "Link", text: cleanLine(text(todo, "url")) },
    { name: "Starts", text: startOf(todo, around) },
    { name: "Duration", text: cleanLine(text(todo, "duration")) },
    { name: "Progress", text: progress > 0 && progress < 100 ? `${progress}%` : "" },
  ].filter((fact) => fact.text !== "");
}

/** A start says nothing where it is the due date, or where a rule counts from it. */
function startOf(todo: Component, around: Surroundings): string {
  const start = momentOf(todo, "dtstart", around);
  const isTold = start === null || todo.hasProperty("x-rrule") || start.date === momentOf(todo, "due", around)?.date;
  return isTold ? "" : start.date;
}

function loseRest(todo: Component, title: string, { counts }: Surroundings): void {
  for (const _ of todo.getAllSubcomponents("valarm")) counts.leaveOut("reminders", title);
  for (const _ of todo.getAllProperties("attach")) counts.leaveOut("attachments", title);
  for (const person of texts(todo, "attendee"))
    counts.leaveOut("assignees", `${title}: ${person.replace(/^mailto:/i, "")}`);
  for (const property of todo.getAllProperties("related-to")) {
    const kind = relationOf(property);
    if (kind !== "PARENT" && kind !== "CHILD") counts.leaveOut("relations between todos", title);
  }
}
