/** Finds days that no calendar has ("due 2026-13-45", "by 31 April"), which would else be taken for words. */
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const LEAD = "\\b(?:due|deadline|by|on|before|until|till|for|after|since|from)\\b[\\s:]*(?:the\\s+)?";
const ISO = new RegExp(`${LEAD}((\\d{4})-(\\d{1,2})-(\\d{1,2}))(?!\\d)`, "i");
const DOTTED = new RegExp(`${LEAD}((\\d{1,2})\\.(\\d{1,2})\\.(\\d{4}))(?!\\d)`, "i");
const DAY_FIRST = new RegExp(`${LEAD}((\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH})\\b`, "i");
const MONTH_FIRST = new RegExp(`${LEAD}(${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?)(?![\\d:])\\b`, "i");

/** The first such day, as written; null when there is none. Without a year 29 February is a day. */
export function impossibleDay(text: string): string | null {
  const plain = text.replace(/["“][^"“”]*["”]/g, "");
  const iso = ISO.exec(plain);
  if (iso !== null && !exists(Number(iso[2]), Number(iso[3]), Number(iso[4]))) return iso[1] ?? null;
  const dotted = DOTTED.exec(plain);
  if (dotted !== null && !exists(Number(dotted[4]), Number(dotted[3]), Number(dotted[2]))) return dotted[1] ?? null;
  const day = DAY_FIRST.exec(plain);
  if (day !== null && !exists(2000, monthOf(day[3]), Number(day[2]))) return day[1] ?? null;
  const month = MONTH_FIRST.exec(plain);
  return month !== null && !exists(2000, monthOf(month[2]), Number(month[3])) ? (month[1] ?? null) : null;
}

function monthOf(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function exists(year: number, month: number, day: number): boolean {
  if (year < 1 || month < 1 || month > 12 || day < 1) return false;
  return day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}
