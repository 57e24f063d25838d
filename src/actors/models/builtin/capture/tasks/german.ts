/** What people say they will do, in German: the verb stands second, or as an infinitive at the end. */
import type { Rules } from "./rules.ts";

/** Stems of verbs of doing: "schicke", "schickt" and "schicken" have one. */
const STEMS =
  "schick|send|buch|bestell|frag|klär|prüf|schreib|erstell|organisier|besorg|bring|meld|mach|reservier|vereinbar|überweis|bezahl|" +
  "kauf|erledig|sammel|informier|kontaktier|plan|bereit|aktualisier|dokumentier|korrigier|druck|unterschreib|installier|test|hol|" +
  "räum|reparier|verschick|verteil|veröffentlich|leit|lad|ruf|sprech|spreche|kümmer|übernehm|kündig|les|geb|nehm|stell|forder|geb|schließ|zahl|lass";
/** With what may stand before it: "anrufen", "einladen", "zusenden". */
const INFINITIVE = `(?:an|ab|auf|aus|ein|mit|nach|vor|zu|weiter|zurück|durch|um|be|ver|frei|fertig|fest)?(?:zu)?(?:${STEMS})e?l?n`;
const NAME = "\\p{Lu}[\\p{L}-]+";
const WHO = `(?:(?:Herrn?|Frau|Dr\\.)\\s+)?${NAME}(?:\\s+und\\s+${NAME})?`;

const of = (source: string): RegExp => new RegExp(source, "u");

export const german: Rules = {
  anywhere: [
    of(`(?:^|\\b[Uu]nd\\s+|\\b[Aa]lso\\s+|,\\s*)(?:[Ii]ch|[Ww]ir)\\s+(?<task>(?:${STEMS})(?:e|n|en)\\s.*\\S)`),
    of(
      `(?:^|\\s)(?:[Ii]ch|[Ww]ir|[Jj]emand|${WHO})\\s+(?:muss|müssen|soll|sollen|wird|werde|werden)\\s+(?<task>(?:.*\\s)?${INFINITIVE})[.!]*$`,
    ),
    of(
      `(?:^|\\s)(?:[Kk]annst du|[Kk]önnen Sie|[Kk]önntest du|[Kk]önnten Sie|[Kk]önnt ihr|[Kk]ann jemand)\\s+(?<task>.*${INFINITIVE})\\s*\\?$`,
    ),
    of(`(?:^|,\\s*)[Bb]itte\\s+(?<task>.*\\b(?:${STEMS}|ruf)(?:e|t|en|n|st)?\\b.*)`),
    /\b(?:[Nn]icht vergessen|[Dd]enk(?:t|en Sie)? (?:bitte )?(?:daran|dran))[,:]\s*(?<task>\S.*)/u,
    of(`^(?<task>(?:${NAME}|[Dd](?:er|ie|as))\\s[^,]*\\b(?:muss|müssen) (?:noch )?\\p{L}*ge\\p{L}+ werden)[.!]*$`),
  ],
  lines: [of(`^(?<task>(?!(?:[Ww]ir|[Ii]ch|[Ss]ie|[Mm]an|[Ee]s)\\s)(?:\\S+\\s+){1,9}${INFINITIVE})$`)],
  dated: [of(`^(?<who>${WHO})\\s+(?<task>(?:${STEMS}|ruf|sprich|übernimm|gib)e?t\\s.*\\S)$`)],
  unmeant:
    /\b(?:wenn|falls|ob|hätten?|würden?|könnten? (?:man|wir|ich)|müssten?|nicht (?!vergessen)|nie|kein\p{L}*|gestern|letzt\p{L}+|damals|früher|immer|manchmal|seit|gern|gerade|eigentlich|Sorgen|Spaß|möchten?|wollten?|warum|wieso|wer|wann|was|wie)\b/iu,
};
