/** Names of the IANA time-zone database (`Intl` also takes offsets such as `+05:30`; those are not names). */

const longest = 64;

/** True for a name that is known here, in any case. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name) || name.length > longest) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}

/** Parts of names that are not written as `America/Port_Moresby` is: each word with a capital. */
const unusual = new Map(
  `Dar_es_Salaam ComodRivadavia Knox_IN Port-au-Prince Port_of_Spain DumontDUrville McMurdo DeNoronha EasterIsland
   Isle_of_Man GB-Eire BajaNorte BajaSur NZ-CHAT W-SU SystemV Etc Yap`
    .split(/\s+/)
    .map((part) => [part.toLowerCase(), part]),
);

/**
 * The name as the database spells it: `europe/berlin` is `Europe/Berlin`. An alias stays one, whatever `Intl` calls its zone:
 * `asia/kolkata` is `Asia/Kolkata`. `name` is one that `isTimeZone` knows.
 */
export function spelledTimeZone(name: string): string {
  return name.toLowerCase().split("/").map(spelledPart).join("/");
}

function spelledPart(part: string): string {
  const known = unusual.get(part);
  if (known !== undefined) return known;
  // Abbreviations: US, UTC, NSW; EST5EDT; GMT0, GMT-14.
  if (/^[a-z]{2,3}$|^[a-z]{3}\d[a-z]*$|^gmt[+-]?\d+$/.test(part)) return part.toUpperCase();
  return part.replaceAll(/(?<=^|[_-])[a-z]/g, (letter) => letter.toUpperCase());
}
