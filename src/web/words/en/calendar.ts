/** The calendar, in English. */

export const calendar = {
  calendar: {
    label: "Calendar",
    span: "Time span",
    spans: { month: "Month", week: "Week" },
    before: { month: "The month before", week: "The week before" },
    after: { month: "The next month", week: "The next week" },
    more: (count: number) => `+${count} more`,
    entries: (day: string, count: number) =>
      count === 0 ? day : `${day}, ${count === 1 ? "1 entry" : `${count} entries`}`,
    nothing: "Nothing on this day.",
    cut: "There is more than is shown: a week shows all of it.",
    scheduled: "Scheduled",
  },
} as const;
