/** Questions: what there is, how many, where something is. Each word belongs to a filter, or is one that asks. */
import { shorten } from "../../shared/text.ts";
import { monday, spoken, today } from "../shared/calendar.ts";
import { cleanName } from "../shared/clean.ts";
import type { Filter, Intent, Present } from "../shared/intents.ts";
import { scan } from "../shared/scan.ts";
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
const ENDED =
  "I can look for what was done since a day, not in a span that has ended. Say for example `what did I finish since yesterday`.";

/** A question about todos or lists; null when it is none, a text when a part of it is not understood. */
export function readLook(sentence: string, present: Present): Intent | null {
  if (MORE.test(sentence)) return { kind: "more" };
  if (LISTS.test(sentence)) return { kind: "lists" };
  if (NEXT.test(sentence)) return listing([{ filter: { sort: "dueDate", order: "asc" } }], "active", present);
  const sought = FIND.exec(sentence)?.[1];
  if (sought !== undefined) return readFind(sought, present);
  const about = ABOUT.exec(sentence);
  const { found, residue } = scan(about === null ? sentence : sentence.slice(0, about.index), filterPhrases(present));
  const isOrder = found[0]?.isOrder === true;
  const isNamed = found.some(({ isNoun }) => isNoun === true);
  if (residue !== "") return isOrder && isNamed ? { kind: "say", text: unknown(residue) } : null;
  if (about !== null) return isOrder || isNamed ? listing([...found, queryOf(about[1] ?? "")], null, present) : null;
  if (!isOrder && (isStatement(sentence) || (!isNamed && !areFilters(found)))) return null;
  const isBare = /^(?:list|show)(?: (?:all|everything|me))*$/i.test(sentence);
  return found.some(isFilter) || isNamed || isBare ? listing(found, "active", present) : null;
}

function isFilter({ filter, since }: Piece): boolean {
  return since !== undefined || Object.keys(filter).length > 0;
}

/** Filters alone are a question ("overdue", "urgent in Home"), but for a state, which may as well be told ("done"). */
function areFilters(pieces: readonly Piece[]): boolean {
  return pieces.every((piece) => isFilter(piece) && (piece.filter.status ?? "active") === "active");
}

/** "All tasks are done", "I started": somebody tells something. */
function isStatement(sentence: string): boolean {
  return /^not\b|\b(?:i|we)\b|(?<!\bthat )\b(?:is|are|was|were)\b/i.test(sentence);
}

function readFind(text: string, present: Present): Intent | null {
  const { found, residue } = scan(text, filterPhrases(present));
  if (residue === "") return listing(found, null, present);
  const words = cleanName(text.replace(FIND_LEAD, ""));
  return words === "" ? null : listing([queryOf(words)], null, present);
}

function queryOf(words: string): Piece {
  const query = Array.from(cleanName(words)).slice(0, 200).join("");
  return { filter: { query }, tail: `about “${shorten(query, 60)}”` };
}

/** A word that is no filter is not taken for a text to search: the answer would look right and be wrong. */
function unknown(residue: string): string {
  const words = shorten(residue, 60);
  return `I do not know what “${words}” means for a list of todos. To search titles and texts, say \`find ${words}\`.`;
}

/** All pieces as one filter; a text when two of them say different things of the same field. */
function listing(pieces: readonly Piece[], usual: Filter["status"] | null, present: Present): Intent {
  const fields = pieces.flatMap(({ filter }) => Object.keys(filter));
  if (new Set(fields).size < fields.length)
    return { kind: "say", text: "I can look for one of these at a time: please ask for each by itself." };
  const dated = pieces.map((piece) => sinceIn(piece, pieces, present));
  if (dated.includes(null)) return { kind: "say", text: ENDED };
  const named: Partial<Filter> = Object.assign({}, ...dated.map((piece) => piece?.filter));
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
    tail: dated
      .flatMap((piece) => (piece?.tail === undefined || (isLate && piece.tail === "overdue") ? [] : [piece.tail]))
      .join(" "),
  };
  return { kind: "list", filter };
}

/** A span of days with what was done is when it was done, which the service knows as the last change; null for one that has ended. */
function sinceIn(piece: Piece, pieces: readonly Piece[], present: Present): Piece | null {
  const isDone = pieces.some(({ filter }) => filter.status === "done");
  if (piece.since === undefined && !(isDone && piece.start !== undefined)) return piece;
  if (piece.isOver === true) return null;
  const start = piece.start ?? startOf(piece.since ?? "", today(present));
  const words =
    piece.since === undefined ? (piece.tail ?? "").replace(/^due /, "") : `since ${spoken(start.toString(), present)}`;
  const updatedSince = start.toZonedDateTime(present.timezone).toInstant().toString();
  return { filter: { updatedSince }, tail: `last changed ${words}` };
}

const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

function startOf(since: string, now: Temporal.PlainDate): Temporal.PlainDate {
  if (since === "yesterday") return now.subtract({ days: 1 });
  if (since === "last week") return monday(now).subtract({ days: 7 });
  const weekday = WEEKDAYS.indexOf(since.replace(/^last /, "").slice(0, 3)) + 1;
  return now.subtract({ days: ((now.dayOfWeek - weekday + 6) % 7) + 1 });
}
