/** Titles in quotes: what stands between them is taken as it is, each is one todo. */
const QUOTED = /["“]([^"“”]+)["”]/g;
const LIST =
  /^(?:add|create|make|note|new|remind (?:me|us) to)\s+(?:(?:a|the|these|those|the following|new|some|my)\s+)*(?:(?:todos?|to-dos?|tasks?|items?|reminders?)\b)?\s*(?:called|named|titled|:)?\s*((?:["“][^"“”]+["”](?:\s*[,;]\s*(?:and\s+)?|\s+and\s+|\s*))+)(.*)$/i;

/** The titles and what follows them; null when the sentence is no order with quoted titles. */
export function readQuoted(sentence: string): { readonly titles: readonly string[]; readonly rest: string } | null {
  const match = LIST.exec(sentence);
  if (match === null) return null;
  const titles = [...(match[1] ?? "").matchAll(QUOTED)].map((each) => (each[1] ?? "").trim()).filter(Boolean);
  return titles.length === 0 ? null : { titles, rest: (match[2] ?? "").trim() };
}
