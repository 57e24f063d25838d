/** The settings, in English. */
import { counting } from "../../base/counting.ts";

const count = counting("en");

export const settings = {
  once: { copied: "Copied", marked: "It is marked: copy it with Ctrl C or ⌘ C." },
  notify: {
    title: "Notifications",
    text: "When an agent asks you, a scheduled run ends, or a todo of yours comes due by its schedule.",
    inApp: "In the app, under Requests",
    email: "By e-mail",
    push: "As a note on this device, when an agent asks or something comes due",
    noPush: "Notes need a secure address (https, or localhost) and a browser that takes them.",
    notEnded: "The service sends nothing more here, but the browser could not end it at its push service. Try again.",
    elsewhere: "Other devices of yours are still sent notes of this workspace.",
    stopElsewhere: "Stop that, too",
    denied: "The browser does not allow notes. Allow them in its settings of this page.",
    noEmail: "This service sends no e-mails: its operator may set DAYSHIFT_SMTP_URL.",
  },
  minutes: {
    title: "Minutes of agents",
    used: (number: number) => `${count(number, "minute", "minutes")} used this month`,
    left: (left: number, budget: number) => `${left} of ${budget} are left`,
    unlimited: "There is no limit.",
    byDay: "Minutes by day",
    byAgent: "Minutes by agent",
    day: "Day",
    minutes: "Minutes",
    count: (number: number) => count(number, "minute", "minutes"),
    others: "Agents that are gone",
  },
  apps: {
    title: "Connected apps",
    text: "Programs that were let into this workspace by signing in.",
    none: "None so far.",
    used: (time: string) => `Used ${time}`,
  },
  calendarLinks: {
    title: "In your calendar",
    text: "A secret link by which a calendar program shows what is due: titles and days, nothing else. It takes no changes.",
    make: "Make a link",
    once: "Subscribe to this link in your calendar program. It is shown this once; who has it reads what is due.",
    stored: "I have it",
    read: (time: string) => `Read ${time}`,
    removeNamed: (time: string) => `Remove the link of ${time}`,
  },
  imports: {
    title: "Import",
    text: "Paste one todo a line. Each is read like the line that adds one: a day, @a list, !a priority.",
    lines: "Todos, one a line",
    example: "Call Ana tomorrow @Work !high",
    look: "See what becomes of it",
    make: (number: number) => `Add ${count(number, "todo", "todos")}`,
    others: "Exports of Todoist and Vikunja, CSV, iCalendar and Markdown are taken over by the command line:",
  },
  service: {
    title: "This service",
    version: "Version",
    model: "Who answers",
    builtin: "Built-in rules, no language model",
    speech: "Speech recognition",
    email: "E-mail",
    upload: "Largest recording",
    megabytes: (number: number) => `${number} MB`,
    notSet: "Not set up",
  },
} as const;
