/** Questions: what there is, where something is, how many there are. */
import { shorten } from "../../text.ts";
import { cleanName } from "../clean.ts";
import type { Filter, Intent, Present } from "../intents.ts";
import { takeFilter } from "./filter.ts";

const SUMMARY =
  /^(?:(?:give|show|tell)\s+me\s+)?(?:(?:a|an|the|my)\s+)?(?:quick\s+|short\s+|brief\s+)?(?:summary|overview|stats|statistics|summari[sz]e|how many|count)\b(.*)$/i;
const FIND = /^(?:find|search(?:\s+for)?|look\s+(?:for|up)|where\s+is|where\s+are)\s+(.+)$/i;
const FIND_LEAD =
  /^(?:(?:for|all|any|every|my|our|the|me|a|an)\s+)*(?:(?:todos?|to-dos?|tasks?|items?)\b\s*)?(?:that\s+(?:is|are|mention)\s+)?(?:about|for|with|on|containing|mentioning|matching|called|named|regarding|related\s+to)?\s*/i;
const ABOUT = /\b(?:about|regarding|mentioning|containing|matching|related to|called|named)\s+(.+)$/i;
const LOOK =
  /^(?:show|list|display|give|get|see|view|what|what's|whats|which|any|anything|do i|do we|is there|are there|tell|my|our|all|open|everything|todos?|tasks?|overdue|today|tomorrow|urgent|important|high|low|done|completed|in|due|this|next|unassigned|started|oldest|newest|latest|@)/i;
const NOUN = /\b(?:todos?|to-dos?|tasks?|items?|stuff|things?)\b/i;
const ORDER = /^(?:show|list|display|give|get|see|view|what|which|tell|any|do i|do we|is there|are there)\b/i;
const FORGOTTEN =
  /(?<![\p{L}'])(?:show|list|lists|display|give|get|see|view|what|what's|whats|which|any|anything|do|does|did|i|i've|we|us|me|my|our|is|are|was|were|be|there|tell|all|everything|todos?|to-dos?|tasks?|items?|stuff|things?|ones?|been|want|needs|the|a|an|of|on|in|for|with|that|have|has|had|got|to|still|need|needs|should|must|work|next|now|currently|right|plate|agenda|and|due|up|coming|first|most|you|your|please|matching)(?![\p{L}'])/giu;
const NEXT = /\b(?:next|first|now|most important|work on)\b/i;
const NEXT_ALONE = /^(?:what(?:'s|s| is| comes)?\s+(?:up\s+)?next(?: up)?|what now|next)$/i;
const MORE =
  /^(?:(?:show|list|see|give|get)\s+)?(?:me\s+)?(?:(?:some\s+)?more|the rest|(?:the\s+)?next (?:page|ones?|\d+)|continue|go on)(?:\s+(?:todos?|tasks?|items?))?[.!]*$/i;

/** A question about todos; null when words are left that no filter explains. */
export function readLook(sentence: string, present: Present): Intent | null {
  if (MORE.test(sentence)) return { kind: "more" };
  return readSummary(sentence, present) ?? readFind(sentence, present) ?? readList(sentence, present);
}

function readSummary(sentence: string, present: Present): Intent | null {
  const match = SUMMARY.exec(sentence);
  if (match === null) return null;
  const { filter, rest, problem } = takeFilter((match[1] ?? "").replace(/^\s*(?:of|for)\b/i, " in"), present, null);
  if (problem !== null) return { kind: "say", text: problem };
  return forget(rest) === "" ? { kind: "summary", filter } : null;
}

function readFind(sentence: string, present: Present): Intent | null {
  const match = FIND.exec(sentence);
  if (match === null) return null;
  const { filter, rest, problem } = takeFilter(match[1] ?? "", present, null);
  if (problem !== null) return { kind: "say", text: problem };
  const words = cleanName(rest.trim().replace(FIND_LEAD, ""));
  if (words !== "") return { kind: "list", filter: withQuery(filter, words) };
  return forget(rest) === "" ? { kind: "list", filter } : null;
}

function readList(sentence: string, present: Present): Intent | null {
  if (!LOOK.test(sentence)) return null;
  const about = ABOUT.exec(sentence);
  const asked = about === null ? sentence : sentence.slice(0, about.index);
  const { filter, some, rest, problem } = takeFilter(asked, present, "active");
  const left = forget(rest);
  if (problem !== null) return NOUN.test(asked) || left !== "" ? { kind: "say", text: problem } : null;
  const understood = some || NOUN.test(asked) || /^(?:list|show)(?: (?:all|everything|me))*$/i.test(asked);
  const next = NEXT_ALONE.test(asked) || (/^what\b.*\b(?:do|work)\b/i.test(rest) && NEXT.test(rest));
  if (left !== "") return NOUN.test(asked) && ORDER.test(asked) ? { kind: "say", text: unknown(left) } : null;
  if (about !== null) return { kind: "list", filter: withQuery(filter, cleanName(about[1] ?? "")) };
  if (!understood && !next) return null;
  return { kind: next ? "next" : "list", filter };
}

/** A word that is no filter is not taken for a text to search: the answer would look right and be wrong. */
function unknown(left: string): string {
  const words = shorten(left, 60);
  return `I do not know what “${words}” means for a list of todos. To search titles and texts, say \`find ${words}\`.`;
}

function withQuery(filter: Filter, words: string): Filter {
  const query = Array.from(words).slice(0, 200).join("");
  return { ...filter, query, tail: [`about “${shorten(words, 60)}”`, filter.tail].filter(Boolean).join(" ") };
}

/** The sentence without the words that carry no filter. */
function forget(text: string): string {
  return text
    .replace(FORGOTTEN, " ")
    .replace(/[\s,.!?:]+/g, " ")
    .trim();
}
