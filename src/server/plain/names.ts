/** Names of files made from titles: readable, and safe in a folder of any system, whatever the title says. */

/** Longest name, its ending left out, in bytes of UTF-8: file systems take 255, and an ending and a number come after it. */
const longest = 120;

/** Names that Windows keeps for devices, with any ending. Source: Microsoft, "Naming Files, Paths, and Namespaces". */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** Controls, what moves text about unseen (Unicode Cc, Cf, line ends, private use, unassigned). */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;
const forbidden = /[<>:"/\\|?*]/g;

/** The title as a name; `Untitled` when nothing of it can stand in one. */
export function safeName(title: string): string {
  const plain = title.toWellFormed().normalize("NFC").replace(/\s/g, " ").replace(unseen, "").replace(forbidden, "-");
  const name = trimmed(cut(trimmed(plain)));
  if (name === "") return "Untitled";
  return reserved.test(name) ? `_${name}` : name;
}

/** A dot or hyphen in front hides a file or looks like a flag; Windows drops dots and blanks at the end. */
function trimmed(name: string): string {
  return name
    .replace(/ +/g, " ")
    .replace(/^[ .-]+/, "")
    .replace(/[ .]+$/, "");
}

function cut(name: string): string {
  let bytes = 0;
  let kept = "";
  for (const { segment } of new Intl.Segmenter("en").segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > longest) break;
    kept += segment;
  }
  return kept;
}

/** Gives each file of a folder a name of its own, also where upper and lower case are one. */
export function createNames(): (title: string) => string {
  const taken = new Map<string, number>();
  return (title) => {
    const base = safeName(title);
    let number = taken.get(key(base)) ?? 0;
    let name = base;
    do {
      number += 1;
      name = number === 1 ? base : `${base} (${number})`;
    } while (number > 1 && taken.has(key(name)));
    taken.set(key(base), number);
    if (name !== base) taken.set(key(name), 1);
    return name;
  };
}

function key(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}
