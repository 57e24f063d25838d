/** Lines of a text that each are a todo. */

/** Those that say something, without their bullet, their number or their box. */
export function linesOf(text: string): string[] {
  return text.split("\n").map(withoutMark).filter(Boolean);
}

function withoutMark(line: string): string {
  return line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]?\])?\s*/, "").trim();
}
