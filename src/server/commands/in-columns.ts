/** Words that fit the terminal of the person who reads them. */

/** The text with its lines broken between words, the next ones indented; as it is where there is no terminal (`columns`: undefined). */
export function inColumns(text: string, columns: number | undefined, indent = 0): string {
  if (columns === undefined) return text;
  return text
    .split("\n")
    .map((line) => broken(line, columns, " ".repeat(indent)))
    .join("\n");
}

function broken(line: string, columns: number, indent: string): string {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > columns) {
    // Blanks before the first word are no place to break at, and what has no other is left to the terminal.
    const at = rest.lastIndexOf(" ", columns);
    if (at < rest.search(/\S/)) break;
    lines.push(rest.slice(0, at));
    rest = indent + rest.slice(at + 1);
  }
  return [...lines, rest].join("\n");
}
