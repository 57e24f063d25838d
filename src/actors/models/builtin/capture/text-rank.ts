/**
 * Which sentences say most of a text: TextRank (Mihalcea and Tarau, 2004). Sentences that share words recommend each other, as
 * pages that link to each other do.
 */
import { folded } from "../shared/words.ts";

/** Words that say nothing of what a text is about, in English, German, French and Spanish, without accents. */
const stopWords = new Set(
  (
    "about after again all also and any are because been before being but can could did does doing done for from get gets " +
    "going gonna got had has have having her here hers him his how into its just kind know let like maybe mean more most much " +
    "must need not now off okay one only other our out over really right said same say see she should some such sure than that " +
    "the their them then there these they thing things think this those through too under until very want was way well were " +
    "what when where which while who why will with would yeah yes you your " +
    "aber alle als also am auch auf aus bei bin bis bist da damit dann das dass dein dem den der des die dies diese doch dort du " +
    "durch ein eine einem einen einer eines er es fur hab habe haben hat hatte ich ihr ihre im ist ja jetzt kann kein keine man " +
    "mehr mein mit muss nach nicht noch nur oder schon sein sich sie sind so uber um und uns unser vom von vor war was weil wenn " +
    "werden wie wir wird wo zu zum zur " +
    "alors aux avec car ces cette comme dans des donc elle elles est etre fait ils les leur mais meme nous ont par pas plus pour " +
    "que qui sans ses son sont sur tous tout tres une vous " +
    "como con cuando del desde donde ella ellos era esta este esto estos hay las los mas muy nos para pero por porque que ser sin " +
    "sobre son sus tambien todo una uno unos"
  ).split(" "),
);

/** True for a word, folded, that is left out where words are compared. */
function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** More sentences than this are not compared with each other: those with the most frequent words are. */
const mostSentences = 300;
const damping = 0.85;
const rounds = 30;

/** A weight for each text, the heavier the more it says of all of them; 0 for one without words. */
export function rankSentences(texts: readonly string[]): number[] {
  const words = texts.map(wordsOf);
  const chosen = heaviest(words);
  const links = linksBetween(chosen.map((at) => words[at] ?? new Set()));
  const ranks = settle(links);
  const weights = texts.map(() => 0);
  chosen.forEach((at, index) => {
    weights[at] = (words[at]?.size ?? 0) === 0 ? 0 : (ranks[index] ?? 0);
  });
  return weights;
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    folded(text)
      .split(" ")
      .filter((word) => word.length > 2 && !isStopWord(word)),
  );
}

/** Indices of the sentences to compare, in order. */
function heaviest(words: readonly ReadonlySet<string>[]): number[] {
  const all = words.map((_, at) => at);
  if (words.length <= mostSentences) return all;
  const frequency = new Map<string, number>();
  for (const word of words.flatMap((each) => [...each])) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weightOf = (at: number): number => {
    const each = [...(words[at] ?? [])];
    const total = each.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0);
    return total / Math.sqrt(each.length + 1);
  };
  const weights = all.map(weightOf);
  return all
    .toSorted((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other)
    .slice(0, mostSentences)
    .toSorted((one, other) => one - other);
}

type Links = readonly (readonly { readonly to: number; readonly weight: number }[])[];

/** Words that two sentences share, over how many they have (logarithms, so that long ones do not win by length). */
function linksBetween(words: readonly ReadonlySet<string>[]): Links {
  const links: { to: number; weight: number }[][] = words.map(() => []);
  words.forEach((one, from) => {
    for (let to = from + 1; to < words.length; to += 1) {
      const other = words[to] ?? new Set();
      const shared = countShared(one, other);
      const size = Math.log(one.size + 1) + Math.log(other.size + 1);
      if (shared === 0 || size === 0) continue;
      links[from]?.push({ to, weight: shared / size });
      links[to]?.push({ to: from, weight: shared / size });
    }
  });
  return links;
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const word of one) if (other.has(word)) count += 1;
  return count;
}

/** The ranks after they have been passed along the links often enough not to change any more. */
function settle(links: Links): number[] {
  const totals = links.map((each) => each.reduce((sum, { weight }) => sum + weight, 0));
  let ranks = links.map(() => 1);
  for (let round = 0; round < rounds; round += 1) {
    ranks = links.map((each) => {
      const passed = each.reduce((sum, { to, weight }) => sum + (weight / (totals[to] ?? 1)) * (ranks[to] ?? 0), 0);
      return 1 - damping + damping * passed;
    });
  }
  return ranks;
}
