/** Regeln, nach denen etwas wiederkommt, auf Deutsch. */
import type { RuleLanguage } from "../../../schema/rule-language.ts";

const nths = ["ersten", "zweiten", "dritten", "vierten", "fünften"];

const every = (one: string, many: string) => (interval: number) => (interval === 1 ? one : `Alle ${interval} ${many}`);

export const germanRules: RuleLanguage = {
  locale: "de-DE",
  every: {
    HOURLY: every("Jede Stunde", "Stunden"),
    DAILY: every("Jeden Tag", "Tage"),
    WEEKLY: every("Jede Woche", "Wochen"),
    MONTHLY: every("Jeden Monat", "Monate"),
    YEARLY: every("Jedes Jahr", "Jahre"),
  },
  onDays: (days) => `am ${days}`,
  nth: (day, nth) =>
    `${nth < 0 ? (nth === -1 ? "letzten" : `${nths[-nth - 1] ?? -nth}-letzten`) : (nths[nth - 1] ?? nth)} ${day}`,
  onMonthDay: (day) => (day < 0 ? "letzten Tag" : `${day}.`),
  inMonths: (months) => `im ${months}`,
  at: (times) => `um ${times}`,
  atMinutes: (minutes) => `zur Minute ${minutes}`,
  times: (count) => (count === 1 ? "einmal" : `${count}-mal`),
  until: (day) => `bis ${day}`,
  rest: (parts) => `mit ${parts}`,
};
