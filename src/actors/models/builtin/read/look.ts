/** Questions: what there is, how many, where something is. Each word belongs to a filter, or is one that asks. */
import { shorten } from "../../shared/text.ts";
import type { Filter, Intent, Present } from "../shared/intents.ts";
import { scan } from "../shared/scan.ts";
import { cleanName } from "../shared/words.ts";
import { filterPhrases, type Piece } from "./filters.ts";

const FIND = /^(?:find(?!\s+out\b)|search\s+for|search(?=\s+(?:my\s+|the\s+)?(?:todos|tasks)\b|\s+\S+$))\s+(.+)$/i;
const FIND_LEAD =
  /^(?:(?:all|any|every|my|our|the|me|a|an)\s+)*(?:(?:todos?|to-dos?|tasks?|items?)\b\s*)?(?:that\s+mention\s+)?(?:about|for|with|on|containing|mentioning|matching|called|named)?\s*/i;
const ABOUT = /\s+(?:about|regarding|mentioning|containing|matching)\s+(.+)$/i;
const NEXT =
  /^(?:what(?:'s|s| is| comes| should i do| should we do| can i do| to do)?|what do i do) (?:up )?(?:next|first|now)$/i;
const MORE =
  /^(?:show |list |see |give )?(?:me )?(?:(?:some )?more|the rest|(?:the )?next (?:page|ones?))(?: (?:todos?|tasks?))?$/i;
const LISTS =
  /^(?:(?:show|list|what are|which are|what|which) )?(?:me )?(?:all )?(?:the |my |our )?(?:todo |task )?lists(?: (?:are there|do (?:i|we) have))?$/i;
const NOT_WHEN =
  "I cannot look for what was done in a span of days, only for what is due then. Say for example `show done todos`.";

/** A question about todos or lists; null when it is none, a text when a part of it is not understood. */
export function readLook(sentence: string, present: Present): Intent | null {
  if (MORE.test(sentence)) return { kind: "more" };
  if (LISTS.test(sentence)) return { kind: "lists" };
  if (NEXT.test(sentence)) return listing([{ filter: { sort: "dueDate", order: "asc" } }], "active");
  const sought = FIND.exec(sentence)?.[1];
  if (sought !== undefined) return readFind(sought, present);
  const about = ABOUT.exec(sentence);
  const { found, residue } = scan(
    withoutOrder(about === null ? sentence : sentence.slice(0, about.index)),
    filterPhrases(present),
  );
  const isOrder = found[0]?.isOrder === true;
  const isNamed = found.some(({ isNoun }) => isNoun === true);
  if (residue !== "") return isOrder && isNamed ? { kind: "say", text: unknown(residue) } : null;
  if (about !== null) return isOrder || isNamed ? listing([...found, queryOf(about[1] ?? "")], null) : null;
  if (!isOrder && (isStatement(sentence) || (!isNamed && !/^overdue\b/i.test(sentence)))) return null;
  const isBare = /^(?:list|show)(?: (?:all|everything|me))*$/i.test(sentence);
  return found.some(isFilter) || isNamed || isBare ? listing(found, "active") : null;
}

/** "List" and "count" are orders at the beginning alone. */
function withoutOrder(sentence: string): string {
  return sentence.replace(/^(?:list|display|count)\b/i, "show");
}

function isFilter({ filter }: Piece): boolean {
  return Object.keys(filter).length > 0;
}

/** "All tasks are done", "I started": somebody tells something. */
function isStatement(sentence: string): boolean {
  return /^not\b|\b(?:i|we)\b|(?<!\bthat )\b(?:is|are|was|were)\b/i.test(sentence);
}

function readFind(text: string, present: Present): Intent | null {
  const { found, residue } = scan(text, filterPhrases(present));
  if (residue === "") return listing(found, null);
  const quoted = /^["“]([^"“”]+)["”]$/.exec(text.trim())?.[1];
  if (quoted !== undefined) return listing([literal(quoted)], null);
  const words = cleanName(text.replace(FIND_LEAD, ""));
  return words === "" ? null : listing([queryOf(words)], null);
}

function literal(words: string): Piece {
  const query = Array.from(words).slice(0, 200).join("");
  return { filter: { query }, tail: `about “${shorten(query, 60)}”` };
}

function queryOf(words: string): Piece {
  const phrase = Array.from(cleanName(words)).slice(0, 200).join("");
  // What is found of "invoice" is also what is found of "invoices".
  const query = phrase.length > 3 ? phrase.replace(/(?<=\p{L})(?<!s)s$/u, "") : phrase;
  return { filter: { query }, tail: `about “${shorten(phrase, 60)}”` };
}

/** A word that is no filter is not taken for a text to search: the answer would look right and be wrong. */
function unknown(residue: string): string {
  const words = shorten(residue, 60);
  return `I do not know what “${words}” means for a list of todos. To search titles and texts, say \`find ${words}\`.`;
}

/** All pieces as one filter; a text when two of them say different things of the same field. */
function listing(pieces: readonly Piece[], usual: Filter["status"] | null): Intent {
  const fields = pieces.flatMap(({ filter }) => Object.keys(filter));
  if (new Set(fields).size < fields.length)
    return { kind: "say", text: "I can look for one of these at a time: please ask for each by itself." };
  const named: Partial<Filter> = Object.assign({}, ...pieces.map(({ filter }) => filter));
  if (named.status === "done" && (named.dueAfter ?? named.dueBefore) !== undefined)
    return { kind: "say", text: NOT_WHEN };
  const isFree = named.query !== undefined || named.includeArchived === true;
  const status = named.status ?? (named.dueBefore === undefined && (isFree || usual === null) ? undefined : "active");
  const isLate = pieces.some(({ tail }) => tail === "overdue") && status === "active";
  const sort = (named.dueBefore ?? named.dueAfter) === undefined ? {} : { sort: "dueDate" as const };
  const adjectives = [
    isLate ? "overdue" : status === "active" ? "open" : null,
    ...pieces.map((piece) => piece.adjective),
  ];
  const filter: Filter = {
    ...sort,
    ...named,
    ...(status === undefined ? {} : { status }),
    adjective: [...new Set(adjectives.filter((word) => word && !(isLate && word === "open")))].join(" "),
    tail: pieces
      .flatMap((piece) => (piece.tail === undefined || (isLate && piece.tail === "overdue") ? [] : [piece.tail]))
      .join(" "),
  };
  return { kind: "list", filter };
}
