/** The text of an iCalendar file (RFC 5545): one event of a whole day for each todo that is due. */

export interface DueTodo {
  readonly id: string;
  readonly title: string | null;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  readonly updatedAt: string;
}

/** `name`: how calendar programs call it. */
export function icalendar(name: string, todos: readonly DueTodo[]): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Dayshift//Dayshift//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...todos.flatMap(eventOf),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function eventOf({ id, title, dueDate, updatedAt }: DueTodo): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${id}`,
    `DTSTAMP:${stamp(updatedAt)}`,
    `DTSTART;VALUE=DATE:${dueDate.replaceAll("-", "")}`,
    `SUMMARY:${escaped(title ?? "…")}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** `20260310T090000Z`. */
function stamp(instant: string): string {
  return `${instant.slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Text as a value: no line ends the line, no comma or semicolon ends the value (3.3.11). */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\,;]/g, String.raw`\$&`)
    .replaceAll(/\r\n|[\n\r\u2028\u2029]/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, " ");
}

/** Lines of more than 75 bytes go on in the next one, after a space (3.1); no character is cut. */
function folded(line: string): string {
  let [made, width] = ["", 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (width + size > 74) [made, width] = [`${made}\r\n `, 1];
    made += character;
    width += size;
  }
  return made;
}
