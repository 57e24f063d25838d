/**
 * How other languages say what `repeats` reads in English: pairs of their words and ours, in the order in which they are
 * replaced. What can mean two things ("jeden zweiten Montag") has no pair, and stays a line of the body.
 */
import type { Language } from "../spoken-days.ts";

export interface RepeatLanguage {
  /** Begins the day from which it recurs, and the last one. */
  readonly starting: RegExp;
  readonly until: RegExp;
  /** How long it goes on: a count, and a unit by its words. */
  readonly during: {
    readonly pattern: RegExp;
    readonly units: readonly (readonly [words: string, unit: "day" | "week" | "month" | "year"])[];
  };
  readonly pairs: readonly (readonly [words: string, english: string])[];
}

/** Weekdays from Monday, then months from January, as alternatives of a regular expression. */
function named(days: string, months: string): readonly (readonly [string, string])[] {
  const english =
    "mon tue wed thu fri sat sun january february march april may june july august september october november december";
  const theirs = `${days} ${months}`.split(" ");
  return english.split(" ").map((name, index) => [theirs[index] as string, name]);
}

/** A weekday in full, not a day. */
const germanDay = "(?:\\p{L}+tag|mittwoch|sonnabend)";
/** The same, or a workday, which is in English by then. */
const germanDayOrWorkday = "(?:\\p{L}+tag|mittwoch|sonnabend|weekday)";

const german: RepeatLanguage = {
  starting: / (?:ab|beginnend|startend) (?:(?:am|dem|vom) )?(.+)$/,
  until: / bis (?:zum )?(.+)$/,
  during: {
    pattern: / (?:für |(?=\d{1,3} \p{L}+ lang$))(\d{1,3}) (\p{L}+)(?: lang)?$/u,
    units: [
      ["tage?n?", "day"],
      ["wochen?", "week"],
      ["monate?n?", "month"],
      ["jahre?n?", "year"],
    ],
  },
  pairs: [
    ["(?:um )?(\\d{1,2})(?::(\\d{2}))? ?uhr(?: (\\d{2}))?", "at $1:$2$3"],
    ["um (\\d{1,2}:\\d{2})", "at $1"],
    ["um (\\d{1,2})", "at $1"],
    ["nach(?= \\d)", "after"],
    ["täglich", "every day"],
    ["stündlich", "hourly"],
    ["vierteljährlich|quartalsweise", "quarterly"],
    ["wöchentlich", "weekly"],
    ["monatlich", "monthly"],
    ["jährlich", "yearly"],
    ["jede[nrs]?|alle", "every"],
    ["wochentage?|werktage?|arbeitstage?", "weekday"],
    ["wochenenden?", "weekend"],
    ["(?<=every )zwei", "2"],
    ["(?<=every )drei", "3"],
    ["(?<=every )vier", "4"],
    ["(?:im|des|in jedem|jeden) monats?", "of the month"],
    [`(?:erste[nrs]?|1\\.)(?= (?:${germanDayOrWorkday}|tag))`, "first"],
    ["(?:zweite[nrs]?|2\\.)(?= \\p{L}+ of the month)", "second"],
    // The second of a month, or every other one.
    [`(?:zweite[nrs]?|2\\.)(?= ${germanDay})`, "either"],
    [`(?:dritte[nrs]?|3\\.)(?= ${germanDayOrWorkday})`, "third"],
    [`(?:vierte[nrs]?|4\\.)(?= ${germanDayOrWorkday})`, "fourth"],
    ["zweite[nrs]?", "other"],
    ["letzte[nrs]?", "last"],
    ["stunden?", "hour"],
    ["quartale?|vierteljahre?", "quarter"],
    ["tage?n?", "day"],
    ["wochen?", "week"],
    ["monate?n?", "month"],
    ["jahre?n?", "year"],
    ["(?<=every (?:(?:\\d{1,3}|other) )?(?:week|month) )am", "on"],
    ["morgens?", "morning"],
    ["nachmittags?", "afternoon"],
    ["abends?", "evening"],
    ["nachts?", "night"],
    ["und", "and"],
    ...named(
      "mo(?:ntags?)? di(?:enstags?)? mi(?:ttwochs?)? do(?:nnerstags?)? fr(?:eitags?)? (?:sa(?:mstags?)?|sonnabends?) so(?:nntags?)?",
      "jan(?:uar)? feb(?:ruar)? märz? apr(?:il)? mai juni? juli? aug(?:ust)? sept?(?:ember)? okt(?:ober)? nov(?:ember)? dez(?:ember)?",
    ),
    ["(\\d{1,2})\\.(?= |$)", "$1th"],
  ],
};

const french: RepeatLanguage = {
  starting: / (?:à partir|à compter|commençant|dès) (?:(?:du|de|le|d') ?)?(.+)$/,
  until: / jusqu['’](?:au|à) (?:le )?(.+)$/,
  during: {
    pattern: / (?:pendant|durant) (\d{1,3}) (\p{L}+)$/u,
    units: [
      ["jours?", "day"],
      ["semaines?", "week"],
      ["mois", "month"],
      ["ans?|années?", "year"],
    ],
  },
  pairs: [
    ["(?<=(?:toutes les|tous les|après) )(\\d{1,3}) heures", "$1 hours"],
    ["(?:à )?(\\d{1,2}) ?(?:h|heures?) ?(\\d{2})?", "at $1:$2"],
    ["à (\\d{1,2}:\\d{2})", "at $1"],
    ["après(?= \\d)", "after"],
    ["quotidiennement", "every day"],
    ["trimestriellement", "quarterly"],
    ["hebdomadairement", "weekly"],
    ["mensuellement", "monthly"],
    ["annuellement", "yearly"],
    ["(?:du|de chaque|de) mois", "of the month"],
    ["tous les|toutes les|chaque", "every"],
    ["(?<=every )deux", "2"],
    ["(?<=every )trois", "3"],
    ["(?<=every )quatre", "4"],
    ["week-?ends?|fins? de semaine", "weekend"],
    ["heures?", "hour"],
    ["trimestres?", "quarter"],
    ["jours? (?:ouvrables?|ouvrés?|de (?:la )?semaine)", "weekday"],
    ["premi(?:er|ère)s?|1er", "first"],
    ["second(?:e)?s?|deuxièmes?|2e", "second"],
    ["troisièmes?|3e", "third"],
    ["quatrièmes?|4e", "fourth"],
    ["derni(?:er|ère)s?", "last"],
    ["jours?", "day"],
    ["semaines?", "week"],
    ["mois", "month"],
    ["ans?|années?", "year"],
    ["matins?", "morning"],
    ["après-midis?", "afternoon"],
    ["soirs?", "evening"],
    ["nuits?", "night"],
    ["et", "and"],
    ...named(
      "lun(?:dis?)? mar(?:dis?)? mer(?:credis?)? jeu(?:dis?)? ven(?:dredis?)? sam(?:edis?)? dim(?:anches?)?",
      "janv(?:ier)? févr?(?:ier)? mars avr(?:il)? mai juin juil(?:let)? août sept(?:embre)? oct(?:obre)? nov(?:embre)? déc(?:embre)?",
    ),
    ["^every (?:le )?(\\d{1,2})(?= of the month|$)", "every $1th"],
  ],
};

const spanish: RepeatLanguage = {
  starting: / (?:a partir|empezando|comenzando|desde) (?:(?:del|de|el) )?(.+)$/,
  until: / hasta (?:el )?(.+)$/,
  during: {
    pattern: / (?:durante|por) (\d{1,3}) (\p{L}+)$/u,
    units: [
      ["días?", "day"],
      ["semanas?", "week"],
      ["mes(?:es)?", "month"],
      ["años?", "year"],
    ],
  },
  pairs: [
    ["a las? (\\d{1,2}:\\d{2}) ?(?:h|horas)?", "at $1"],
    ["a las? (\\d{1,2}) ?(?:h|horas)?", "at $1"],
    ["después de(?= \\d)", "after"],
    ["diariamente|a diario", "every day"],
    ["trimestralmente", "quarterly"],
    ["semanalmente", "weekly"],
    ["mensualmente", "monthly"],
    ["anualmente", "yearly"],
    ["(?:del|de cada|de) mes", "of the month"],
    ["cada|todos los|todas las", "every"],
    ["(?<=every )dos", "2"],
    ["(?<=every )tres", "3"],
    ["(?<=every )cuatro", "4"],
    ["fin(?:es)? de semana|findes?", "weekend"],
    ["horas?", "hour"],
    ["trimestres?", "quarter"],
    ["días? (?:laborables?|hábil(?:es)?)|días? de (?:la )?semana", "weekday"],
    ["primer[oa]?s?", "first"],
    ["segund[oa]s?", "second"],
    ["tercer[oa]?s?", "third"],
    ["cuart[oa]s?", "fourth"],
    ["últim[oa]s?", "last"],
    ["días? (\\d{1,2})", "$1"],
    ["días?", "day"],
    ["semanas?", "week"],
    ["mes(?:es)?", "month"],
    ["años?", "year"],
    ["mañanas?", "morning"],
    ["tardes?", "afternoon"],
    ["noches?", "night"],
    ["y|e", "and"],
    ...named(
      "lun(?:es)? mar(?:tes)? mi[ée](?:rcoles)? jue(?:ves)? vie(?:rnes)? s[áa]b(?:ados?)? dom(?:ingos?)?",
      "ene(?:ro)? feb(?:rero)? marzo abr(?:il)? mayo? jun(?:io)? jul(?:io)? ago(?:sto)? sept?(?:iembre)? oct(?:ubre)? nov(?:iembre)? dic(?:iembre)?",
    ),
    ["(\\d{1,2}) de(?= \\p{L}+$)", "$1"],
    ["^every (\\d{1,2})(?= of the month|$)", "every $1th"],
  ],
};

const english: RepeatLanguage = {
  starting: / (?:starting|from) (?:on )?(.+)$/,
  until: / (?:until|ending) (.+)$/,
  during: {
    pattern: / for (\d{1,3}) (\p{L}+)$/u,
    units: [
      ["days?", "day"],
      ["weeks?", "week"],
      ["months?", "month"],
      ["years?", "year"],
    ],
  },
  pairs: [
    ["each|ev", "every"],
    ["(?<=every )two", "2"],
    ["(?<=every )three", "3"],
    ["(?<=every )four", "4"],
    ["(?<=every )new year'?s? day", "1 january"],
    ["(?<=every )valentine(?:'?s(?: day)?)?", "14 february"],
    ["(?<=every )halloween", "31 october"],
    ["(?<=every )new year'?s? eve", "31 december"],
  ],
};

export const repeatLanguages: Readonly<Record<Language, RepeatLanguage>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** The words in English, so far as they are known; the rest stays as it is, and is then not understood. */
export function inEnglish({ pairs }: RepeatLanguage, said: string): string {
  return pairs
    .reduce((text, [words, ours]) => text.replaceAll(pattern(words), ours), said)
    .replaceAll(/(?<=at \d{1,2}):(?!\d)/g, "")
    .trim();
}

function pattern(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\d:])(?:${words})(?![\\p{L}\\d])`, "gu");
}
