/** What people say they will do, in French and in Spanish: an infinitive behind a word of duty, or the future of a verb. */
import type { Rules } from "./rules.ts";

const NAME = "\\p{Lu}[\\p{L}-]+";
const WHO = `(?:(?:M\\.|Mme|Mlle|Dr|Sra?\\.|Don|Doña)\\s*)?${NAME}`;
/** No verbs of doing: "sera", "aura", "podrá". */
const FRENCH_STATES = "(?!(?:ser|aur|pourr|devr|voudr|faudr|saur|fer[ao]nt)(?:a|ai|ons)\\b)";
const SPANISH_STATES = "(?!(?:ser|estar|habr|tendr|podr|querr|deber|sabr|ver)(?:á|é|emos)\\b)";
const FRENCH =
  "(?!(?:être|avoir|voir|savoir|dire|croire|penser|pleuvoir|aller|venir|rester|entrer|répéter)\\b)(?:(?:me|te|lui|leur|nous|les?|la)\\s+|[mtl]['’])?\\p{L}+(?:er|ir|re)\\b";
const SPANISH =
  "(?!(?:ser|estar|ver|haber|tener|saber|decir|creer|pensar|llover|ir|entrar|repetir)\\b)\\p{L}+(?:ar|er|ir)(?:lo|la|los|las|le|les|me|te|nos|se)?\\b";

const FRENCH_OBJECT = "(?:le|la|les|l['’]|un|une|des|du|à|au|aux|mon|ma|mes|son|sa|ses|notre|nos)";

const of = (source: string, flags = "u"): RegExp => new RegExp(source, flags);

export const french: Rules = {
  anywhere: [
    of(
      `(?:^|\\s)(?:je|tu|on|nous|${WHO})\\s+(?:dois|doit|devons|doivent|vais|va|allons)\\s+(?<task>${FRENCH}\\s.*)`,
      "iu",
    ),
    of(`(?:^|\\s)il (?:faut|faudra|faudrait|reste à)\\s+(?<task>${FRENCH}\\s.*)`, "iu"),
    /(?:^|\s)il (?:faut|faudra) (?:que |qu['’])(?:on|nous|tu|je|vous)\s+(?<task>\p{L}+\s\S.*)/iu,
    of(
      `(?:^|\\s)(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez|tu pourrais)\\s+(?<task>${FRENCH}\\s.*)\\?$`,
      "iu",
    ),
    of(
      `(?:^|\\s)(?:merci de|prière de|pense[rsz]? à|(?:ne |n['’])?(?:pas |oublie[rsz]? (?:pas )?){1,2}(?:de |d['’]))\\s*(?<task>${FRENCH}\\s.*)`,
      "iu",
    ),
    of(
      `(?:^|\\s)(?:je m['’]|${WHO} s['’]|nous nous )(?<task>(?:occup|charg)(?:e|ons)\\b.*\\s(?:de|du|des|d['’])\\s*\\S.*)`,
      "iu",
    ),
    of(
      `(?:^|\\s)[Jj]e (?:t['’]|te |vous |lui |leur )(?<task>(?:envoie|appelle|rappelle|transmets|prépare|réserve|commande)\\s.*)`,
    ),
    of(`(?:^|\\s)[Jj]['’e]\\s*(?<task>${FRENCH_STATES}\\p{L}+rai\\s${FRENCH_OBJECT}.*)`),
    of(`^(?<who>${WHO})\\s+(?<task>${FRENCH_STATES}\\p{L}+ra\\s${FRENCH_OBJECT}.*)`),
  ],
  lines: [of(`^(?<task>[\\p{Lu}\\p{Ll}]\\p{L}+er\\s${FRENCH_OBJECT}(?=\\s|\\p{L}).*[^.?!:])$`)],
  dated: [of(`^(?<who>${WHO})\\s+(?<task>\\p{Ll}+e\\s+${FRENCH_OBJECT}.*)$`)],
  unmeant:
    /(?:^|[\s'’])(?:si|quand|sauf|(?:ne|n['’]) (?!pas oublier)|jamais|hier|avait|avaient|aurait|devait|devaient|aurions|pourquoi|comment|qui|dernier|dernière|peut-être)(?=[\s'’,.?!]|$)/iu,
};

export const spanish: Rules = {
  anywhere: [
    of(
      `(?:^|\\s)(?:hay que|habrá que|ten(?:go|emos) que|(?:${WHO}|alguien) tiene que|deb(?:o|emos)|(?:${WHO}|alguien) debe)\\s+(?<task>${SPANISH}\\s.*)`,
      "iu",
    ),
    of(`(?:^|[\\s¿])(?:puedes|puede|podéis|pueden|podrías|podría|podríais)\\s+(?<task>${SPANISH}\\s.*)\\?$`, "iu"),
    of(`(?:^|\\s)(?:voy a|vamos a|${WHO} va a)\\s+(?<task>${SPANISH}\\s.*)`, "iu"),
    of(`(?:^|\\s)no (?:olvidar|olvides|te olvides de|olvidemos|olvidéis)\\s+(?<task>${SPANISH}\\s.*)`, "iu"),
    of(`(?:^|\\s)(?:me|${WHO} se)\\s+(?<task>(?:encargo|encarga|ocupo|ocupa)\\s+del?\\s.*)`, "iu"),
    of(`(?:^|\\s)(?:te|os|les?) (?<task>(?:envío|mando|llamo|preparo|reservo|paso)\\s.*)`, "iu"),
    of(`(?:^|\\s)(?<task>${SPANISH_STATES}\\p{L}+(?:aré|eré|iré|aremos|eremos|iremos)\\s.*)`, "iu"),
    of(`^(?<who>${WHO})\\s+(?<task>${SPANISH_STATES}\\p{L}+(?:ará|erá|irá)\\s.*)`),
  ],
  lines: [
    of(
      `^(?<task>\\p{L}+(?:ar|er|ir)\\s(?:el|la|los|las|un|una|al|a (?:la|los|las|mi)|con|mi|nuestr[oa]s?)\\b.*[^.?!:])$`,
    ),
  ],
  dated: [],
  unmeant:
    /(?:^|\s)(?:si|cuando|salvo|no (?!olvid|te olvides)|nunca|ayer|había|habría|tenía|teníamos|debía|pasad[oa]|por qué|cómo|quién|qué|quizás?|tal vez)(?=[\s,.?!]|$)/iu,
};
