/** Small pieces of Markdown (CommonMark 0.31). */

/** A title as text of a line: on one line, its marks taken literally. */
export function inline(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/([\\`*_[\]<>#])/g, "\\$1");
}

/** Each line of the text behind the mark. */
export function prefixed(text: string, mark: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n+$/, "")
    .split("\n")
    .map((line) => `${mark}${line}`.trimEnd())
    .join("\n");
}

/** A text as code within a line, whatever backticks it holds. */
export function code(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  return text.startsWith("`") || text.endsWith("`") ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** `2026-05-01 09:30 UTC` of an instant. */
export function moment(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
