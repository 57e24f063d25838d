/**
 * The phrases of Todoist's help on recurring dates, in four languages, with the rule that each of them gives when a person says it; and
 * those that are refused, with the reason.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRule } from "../../../src/workspace/time/recurrence/rule.ts";
import { type Heard, hearRepeat } from "../../../src/client/spoken/hear.ts";

/** Sunday, 22 November 2026, 10:20 in Berlin. */
const present = { timezone: "Europe/Berlin", now: () => Date.UTC(2026, 10, 22, 9, 20) };

const hear = (words: string): string => {
  const heard: Heard = hearRepeat(words, present);
  return "no" in heard ? heard.no : `${heard.rrule} from ${heard.from.date} ${heard.from.time}`;
};

interface Phrase {
  readonly en: readonly string[];
  readonly de: readonly string[];
  readonly fr: readonly string[];
  readonly es: readonly string[];
  /** The rule, from the day of the table at nine unless that is said, too. */
  readonly rule: string;
  readonly from?: string;
}

const workdays = "MO,TU,WE,TH,FR";
const phrases: readonly Phrase[] = [
  {
    en: ["every day", "daily", "ev day", "every morning"],
    de: ["jeden Tag", "täglich", "jeden Morgen"],
    fr: ["tous les jours", "chaque jour", "chaque matin"],
    es: ["todos los días", "cada día", "diariamente"],
    rule: "FREQ=DAILY",
  },
  {
    en: ["every afternoon"],
    de: ["jeden Nachmittag"],
    fr: ["chaque après-midi"],
    es: ["cada tarde"],
    rule: "FREQ=DAILY",
    from: "2026-11-22 12:00",
  },
  {
    en: ["every evening", "every day at 7pm", "every day 19:00"],
    de: ["jeden Abend", "jeden Tag um 19 Uhr"],
    fr: ["chaque soir", "tous les jours à 19h"],
    es: ["todos los días a las 19:00"],
    rule: "FREQ=DAILY",
    from: "2026-11-22 19:00",
  },
  {
    en: ["every night"],
    de: ["jede Nacht"],
    fr: ["chaque nuit"],
    es: ["cada noche"],
    rule: "FREQ=DAILY",
    from: "2026-11-22 22:00",
  },
  {
    en: ["every weekday", "every workday"],
    de: ["jeden Wochentag", "jeden Arbeitstag", "jeden Werktag"],
    fr: ["chaque jour ouvrable", "tous les jours ouvrés", "tous les jours de la semaine"],
    es: ["cada día laborable", "todos los días laborables"],
    rule: `FREQ=WEEKLY;BYDAY=${workdays}`,
  },
  {
    en: ["every weekend"],
    de: ["jedes Wochenende"],
    fr: ["chaque week-end", "tous les week-ends"],
    es: ["cada fin de semana", "todos los fines de semana"],
    rule: "FREQ=WEEKLY;BYDAY=SA",
  },
  {
    en: ["every week", "weekly"],
    de: ["jede Woche", "wöchentlich"],
    fr: ["chaque semaine", "toutes les semaines"],
    es: ["cada semana", "semanalmente"],
    rule: "FREQ=WEEKLY",
  },
  {
    en: ["every month", "monthly"],
    de: ["jeden Monat", "monatlich"],
    fr: ["chaque mois", "tous les mois"],
    es: ["cada mes", "mensualmente"],
    rule: "FREQ=MONTHLY",
  },
  {
    en: ["every quarter", "quarterly", "every 3 months", "every three months"],
    de: ["jedes Quartal", "vierteljährlich", "alle 3 Monate", "alle drei Monate"],
    fr: ["chaque trimestre", "tous les 3 mois", "tous les trois mois"],
    es: ["cada trimestre", "cada 3 meses", "cada tres meses"],
    rule: "FREQ=MONTHLY;INTERVAL=3",
  },
  {
    en: ["every year", "yearly"],
    de: ["jedes Jahr", "jährlich"],
    fr: ["chaque année", "tous les ans"],
    es: ["cada año", "todos los años", "anualmente"],
    rule: "FREQ=YEARLY",
  },
  {
    en: ["every hour"],
    de: ["jede Stunde", "stündlich"],
    fr: ["chaque heure", "toutes les heures"],
    es: ["cada hora"],
    rule: "FREQ=HOURLY",
    from: "2026-11-22 10:20",
  },
  {
    en: ["every 12 hours starting at 7pm"],
    de: ["alle 12 Stunden ab 19 Uhr"],
    fr: ["toutes les 12 heures à partir de 19h"],
    es: ["cada 12 horas a partir de las 19:00"],
    rule: "FREQ=HOURLY;INTERVAL=12",
    from: "2026-11-22 19:00",
  },
  {
    en: ["every 3 days"],
    de: ["alle 3 Tage", "alle drei Tage"],
    fr: ["tous les 3 jours", "tous les trois jours"],
    es: ["cada 3 días", "cada tres días"],
    rule: "FREQ=DAILY;INTERVAL=3",
  },
  {
    en: ["every other day", "every 2 days"],
    de: ["jeden zweiten Tag", "alle zwei Tage"],
    fr: ["tous les deux jours", "tous les 2 jours"],
    es: ["cada dos días", "cada 2 días"],
    rule: "FREQ=DAILY;INTERVAL=2",
  },
  {
    en: ["every other week", "every 2 weeks"],
    de: ["alle 2 Wochen", "alle zwei Wochen", "jede zweite Woche"],
    fr: ["toutes les 2 semaines", "toutes les deux semaines"],
    es: ["cada 2 semanas", "cada dos semanas"],
    rule: "FREQ=WEEKLY;INTERVAL=2",
  },
  {
    en: ["every other friday", "every 2 weeks on fri"],
    de: [],
    fr: [],
    es: [],
    rule: "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR",
    from: "2026-11-27 09:00",
  },
  {
    en: ["every monday", "ev mon", "every mon"],
    de: ["jeden Montag", "jeden Mo"],
    fr: ["chaque lundi", "tous les lundis"],
    es: ["cada lunes", "todos los lunes"],
    rule: "FREQ=WEEKLY;BYDAY=MO",
  },
  {
    en: ["every mon, fri at 20:00", "ev monday, friday 8pm"],
    de: ["jeden Montag und Freitag um 20 Uhr", "jeden Mo, Fr um 20:00"],
    fr: ["chaque lundi et vendredi à 20h"],
    es: ["cada lunes y viernes a las 20:00"],
    rule: "FREQ=WEEKLY;BYDAY=MO,FR",
    from: "2026-11-22 20:00",
  },
  {
    en: ["every 27th", "every 27"],
    de: ["jeden 27."],
    fr: ["chaque 27 du mois", "chaque 27"],
    es: ["cada 27", "cada día 27"],
    rule: "FREQ=MONTHLY;BYMONTHDAY=27",
  },
  {
    en: ["every 1st, 15th", "every 1st and 15th"],
    de: ["jeden 1. und 15."],
    fr: [],
    es: [],
    rule: "FREQ=MONTHLY;BYMONTHDAY=1,15",
  },
  {
    en: ["every last day", "every last day of the month"],
    de: ["jeden letzten Tag", "jeden letzten Tag des Monats"],
    fr: ["chaque dernier jour", "chaque dernier jour du mois"],
    es: ["cada último día", "cada último día del mes"],
    rule: "FREQ=MONTHLY;BYMONTHDAY=-1",
  },
  {
    en: ["every first day"],
    de: ["jeden ersten Tag"],
    fr: ["chaque premier jour du mois"],
    es: ["cada primer día del mes"],
    rule: "FREQ=MONTHLY;BYMONTHDAY=1",
  },
  {
    en: ["every 3rd friday"],
    de: ["jeden 3. Freitag", "jeden dritten Freitag"],
    fr: ["chaque 3e vendredi", "chaque troisième vendredi du mois"],
    es: ["cada tercer viernes", "cada tercer viernes del mes"],
    rule: "FREQ=MONTHLY;BYDAY=3FR",
  },
  {
    en: ["every 3rd friday 8pm"],
    de: ["jeden 3. Freitag um 20 Uhr"],
    fr: ["chaque 3e vendredi à 20h"],
    es: ["cada tercer viernes a las 20:00"],
    rule: "FREQ=MONTHLY;BYDAY=3FR",
    from: "2026-11-22 20:00",
  },
  {
    en: ["every 3rd workday"],
    de: ["jeden 3. Werktag", "jeden dritten Arbeitstag"],
    fr: ["chaque 3e jour ouvrable"],
    es: ["cada tercer día laborable"],
    rule: `FREQ=MONTHLY;BYDAY=${workdays};BYSETPOS=3`,
  },
  {
    en: ["every first workday"],
    de: ["jeden ersten Werktag", "jeden 1. Arbeitstag"],
    fr: ["chaque premier jour ouvrable"],
    es: ["cada primer día laborable"],
    rule: `FREQ=MONTHLY;BYDAY=${workdays};BYSETPOS=1`,
  },
  {
    en: ["every last workday"],
    de: ["jeden letzten Werktag"],
    fr: ["chaque dernier jour ouvré"],
    es: ["cada último día laborable"],
    rule: `FREQ=MONTHLY;BYDAY=${workdays};BYSETPOS=-1`,
  },
  {
    en: ["every jan 27th", "every january 27", "every 27 jan"],
    de: ["jeden 27. Januar"],
    fr: ["chaque 27 janvier"],
    es: ["cada 27 de enero"],
    rule: "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27",
  },
  {
    en: ["every 31 january"],
    de: ["jeden 31. Januar"],
    fr: ["chaque 31 janvier"],
    es: ["cada 31 de enero"],
    rule: "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=31",
  },
  {
    en: ["every 14 jan, 14 apr"],
    de: ["jeden 14. Januar und 14. April"],
    fr: [],
    es: [],
    rule: "FREQ=YEARLY;BYMONTH=1,4;BYMONTHDAY=14",
  },
  {
    en: ["every 1st wed jan", "every first wednesday of january"],
    de: ["jeden ersten Mittwoch im Januar"],
    fr: ["chaque premier mercredi de janvier"],
    es: ["cada primer miércoles de enero"],
    rule: "FREQ=YEARLY;BYMONTH=1;BYDAY=1WE",
  },
  { en: ["every halloween"], de: [], fr: [], es: [], rule: "FREQ=YEARLY;BYMONTH=10;BYMONTHDAY=31" },
  { en: ["every new year's eve"], de: [], fr: [], es: [], rule: "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31" },
  { en: ["every valentine"], de: [], fr: [], es: [], rule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=14" },
  { en: ["every new year day"], de: [], fr: [], es: [], rule: "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1" },
  {
    en: ["every day starting 1 december"],
    de: ["jeden Tag ab 1. Dezember"],
    fr: ["tous les jours à partir du 1 décembre"],
    es: ["todos los días a partir del 1 de diciembre"],
    rule: "FREQ=DAILY",
    from: "2026-12-01 09:00",
  },
  {
    en: ["every day until 5 december", "every day ending 5 december"],
    de: ["jeden Tag bis zum 5. Dezember"],
    fr: ["tous les jours jusqu'au 5 décembre"],
    es: ["todos los días hasta el 5 de diciembre"],
    rule: "FREQ=DAILY;UNTIL=20261205T235959",
  },
  {
    en: ["every day from 1 december until 5 december"],
    de: ["jeden Tag ab 1. Dezember bis 5. Dezember"],
    fr: ["tous les jours à partir du 1 décembre jusqu'au 5 décembre"],
    es: ["todos los días desde el 1 de diciembre hasta el 5 de diciembre"],
    rule: "FREQ=DAILY;UNTIL=20261205T235959",
    from: "2026-12-01 09:00",
  },
  {
    en: ["every day for 3 weeks"],
    de: ["jeden Tag für 3 Wochen", "jeden Tag 3 Wochen lang"],
    fr: ["tous les jours pendant 3 semaines"],
    es: ["todos los días durante 3 semanas"],
    rule: "FREQ=DAILY;UNTIL=20261212T235959",
  },
];

for (const { rule, from = "2026-11-22 09:00", ...said } of phrases) {
  test(`${said.en[0]}: ${rule}`, () => {
    parseRule(rule);
    for (const words of Object.values(said).flat()) assert.equal(hear(words), `${rule} from ${from}`, words);
  });
}

const refused: Readonly<Record<string, readonly string[]>> = {
  completion: [
    "every! day",
    "every! 3 days",
    "every! 3 hours",
    "after 10 days",
    "jeden! Tag",
    "alle! 3 Tage",
    "nach 10 Tagen",
    "chaque! jour",
    "tous les! 3 jours",
    "après 10 jours",
    "cada! día",
    "después de 10 días",
  ],
  shorter: [
    "every 31st",
    "every 30",
    "every 15, 30",
    "every feb 29",
    "every 5th friday",
    "every 22nd workday",
    "jeden 31.",
    "jeden 29. Februar",
    "chaque 30 du mois",
    "chaque 29 février",
    "cada 31",
    "cada 29 de febrero",
  ],
  several: [
    "every 14 jan, 14 apr, 15 jun, 15 sep",
    "every 15th workday, first workday, jan 27th",
    "every 1st wed jan, 3rd thu jul",
  ],
  ambiguous: ["jeden zweiten Montag", "jeden 2. Montag"],
  unknown: ["every holiday", "every other blue moon", "chaque jour de pluie", "cada semana santa"],
};

for (const [why, all] of Object.entries(refused)) {
  test(`refused as ${why}: ${all[0]} and ${all.length - 1} more`, () => {
    for (const words of all) assert.equal(hear(words), why, words);
  });
}
