/** Todoist's recurring dates in German, French and Spanish mean what the same words mean in English. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { repeatOfWords } from "../../../src/client/spoken/repeats.ts";

const now = Date.UTC(2026, 10, 22, 9);
const read = (words: string, language: string) => {
  const repeat = repeatOfWords(words, now, "Europe/Berlin", language);
  return repeat === null ? null : `${repeat.rrule} ${repeat.from.date} ${repeat.from.time}`;
};

/** English, German, French, Spanish. */
const alike: readonly (readonly [string, string, string, string])[] = [
  ["every day", "jeden Tag", "tous les jours", "todos los días"],
  ["daily", "täglich", "chaque jour", "cada día"],
  ["every weekday", "jeden Wochentag", "chaque jour ouvrable", "cada día laborable"],
  [
    "every workday at 8:15",
    "jeden Werktag um 8:15",
    "tous les jours ouvrés à 8h15",
    "todos los días laborables a las 8:15",
  ],
  ["every monday", "jeden Montag", "chaque lundi", "cada lunes"],
  ["every tue", "jeden Di", "tous les mardis", "todos los martes"],
  ["every wednesday at 9", "jeden Mittwoch um 9 Uhr", "chaque mercredi à 9h", "cada miércoles a las 9"],
  ["every thursday at 14:30", "jeden Donnerstag um 14:30 Uhr", "tous les jeudis à 14h30", "cada jueves a las 14:30"],
  ["every mon, wed and fri", "jeden Mo, Mi und Fr", "chaque lun, mer et ven", "cada lun, mié y vie"],
  ["every saturday and sunday", "jeden Samstag und Sonntag", "chaque samedi et dimanche", "cada sábado y domingo"],
  ["every morning", "jeden Morgen", "chaque matin", "cada mañana"],
  ["every afternoon", "jeden Nachmittag", "tous les après-midis", "cada tarde"],
  ["every night", "jede Nacht", "chaque nuit", "todas las noches"],
  ["every 15th", "jeden 15.", "chaque 15 du mois", "cada día 15"],
  ["every 1st of the month", "jeden 1. des Monats", "chaque 1 du mois", "cada 1 del mes"],
  [
    "every last day of the month",
    "jeden letzten Tag des Monats",
    "chaque dernier jour du mois",
    "cada último día del mes",
  ],
  ["every first monday", "jeden ersten Montag im Monat", "chaque premier lundi du mois", "cada primer lunes del mes"],
  ["every 3rd friday", "jeden 3. Freitag", "chaque troisième vendredi du mois", "cada tercer viernes del mes"],
  ["every 2nd wednesday", "jeden zweiten Mittwoch im Monat", "chaque 2e mercredi du mois", "cada segundo miércoles"],
  [
    "every other day from 2026-12-01",
    "jeden zweiten Tag ab 2026-12-01",
    "tous les 2 jours dès le 2026-12-01",
    "cada 2 días desde 2026-12-01",
  ],
  ["every last sunday", "jeden letzten Sonntag", "chaque dernier dimanche", "cada último domingo"],
  ["every 24 december", "jeden 24. Dezember", "chaque 24 décembre", "cada 24 de diciembre"],
  ["every 8 march", "jeden 8. März", "chaque 8 mars", "cada 8 de marzo"],
  [
    "every 2 weeks starting 2026-12-01",
    "alle 2 Wochen ab 2026-12-01",
    "toutes les 2 semaines à partir du 2026-12-01",
    "cada 2 semanas a partir del 2026-12-01",
  ],
  [
    "every 3 months from 2026-12-01",
    "alle 3 Monate ab dem 2026-12-01",
    "tous les 3 mois à partir du 2026-12-01",
    "cada 3 meses desde el 2026-12-01",
  ],
  [
    "every year starting tomorrow",
    "jedes Jahr ab morgen",
    "chaque année à partir de demain",
    "cada año a partir de mañana",
  ],
  [
    "every monday until 2027-01-31",
    "jeden Montag bis zum 2027-01-31",
    "chaque lundi jusqu'au 2027-01-31",
    "cada lunes hasta el 2027-01-31",
  ],
];
for (const [english, ...others] of alike) {
  test(`"${english}" in four languages`, () => {
    const rule = read(english, "en");
    assert.ok(rule !== null);
    for (const [index, words] of others.entries())
      assert.equal(read(words, ["de", "fr", "es"][index] as string), rule, words);
  });
}

const uncertain: readonly (readonly [language: string, words: string])[] = [
  ["de", "jeden zweiten Montag"],
  ["de", "jeden 2. Montag"],
  ["de", "alle 2 Wochen"],
  ["de", "jeden Vollmond"],
  ["de", "jeden 31."],
  ["de", "Montag"],
  ["de", "every! tag"],
  ["fr", "toutes les 2 semaines"],
  ["fr", "chaque pleine lune"],
  ["fr", "demain"],
  ["es", "cada 2 semanas"],
  ["es", "cada 31 de abril"],
  ["es", "cada 29 de febrero"],
  ["es", "mañana"],
  ["it", "ogni lunedì"],
];
test("what has two meanings, or none, stays words", () => {
  for (const [language, words] of uncertain) assert.equal(read(words, language), null, words);
});
