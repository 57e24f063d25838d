/**
 * How other languages say what `todoist-repeats` reads in English: pairs of their words and ours, in the order in which they are
 * replaced. What can mean two things ("jeden zweiten Montag") has no pair, and stays a line of the body.
 */

export interface RepeatLanguage {
  /** Begins the day from which it recurs, and the last one. */
  readonly starting: RegExp;
  readonly until: RegExp;
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

const german: RepeatLanguage = {
  starting: / (?:ab|beginnend|startend) (?:(?:am|dem|vom) )?(.+)$/,
  until: / bis (?:zum )?(.+)$/,
  pairs: [
    ["(?:um )?(\\d{1,2})(?::(\\d{2}))? ?uhr(?: (\\d{2}))?", "at $1:$2$3"],
    ["um (\\d{1,2}:\\d{2})", "at $1"],
    ["um (\\d{1,2})", "at $1"],
    ["täglich", "every day"],
    ["wöchentlich", "weekly"],
    ["monatlich", "monthly"],
    ["jährlich", "yearly"],
    ["jede[nrs]?|alle", "every"],
    ["wochentage?|werktage?|arbeitstage?", "weekday"],
    ["(?:im|des|in jedem|jeden) monats?", "of the month"],
    [`(?:erste[nrs]?|1\\.)(?= ${germanDay})`, "first"],
    ["(?:zweite[nrs]?|2\\.)(?= \\p{L}+ of the month)", "second"],
    [`2\\.(?= ${germanDay})`, "other"],
    [`(?:dritte[nrs]?|3\\.)(?= ${germanDay})`, "third"],
    [`(?:vierte[nrs]?|4\\.)(?= ${germanDay})`, "fourth"],
    ["zweite[nrs]?", "other"],
    ["letzte[nrs]?", "last"],
    ["tage?n?", "day"],
    ["wochen?", "week"],
    ["monate?n?", "month"],
    ["jahre?n?", "year"],
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
  pairs: [
    ["(?:à )?(\\d{1,2}) ?(?:h|heures?) ?(\\d{2})?", "at $1:$2"],
    ["à (\\d{1,2}:\\d{2})", "at $1"],
    ["quotidiennement", "every day"],
    ["hebdomadairement", "weekly"],
    ["mensuellement", "monthly"],
    ["annuellement", "yearly"],
    ["(?:du|de chaque|de) mois", "of the month"],
    ["tous les|toutes les|chaque", "every"],
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
  pairs: [
    ["a las? (\\d{1,2}:\\d{2}) ?(?:h|horas)?", "at $1"],
    ["a las? (\\d{1,2}) ?(?:h|horas)?", "at $1"],
    ["diariamente|a diario", "every day"],
    ["semanalmente", "weekly"],
    ["mensualmente", "monthly"],
    ["anualmente", "yearly"],
    ["(?:del|de cada|de) mes", "of the month"],
    ["cada|todos los|todas las", "every"],
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
  pairs: [["each|ev", "every"]],
};

/** By the two letters with which exports name them. */
export const repeatLanguages: Readonly<Record<string, RepeatLanguage>> = {
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
