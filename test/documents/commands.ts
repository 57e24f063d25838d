/** The commands that a document gives to copy: its shell blocks, line by line, and `dayshift …` in its sentences. */
import { readFileSync } from "node:fs";

export interface Command {
  /** Such as `README.md:57`. */
  readonly where: string;
  readonly text: string;
}

/** The commands of a document, in the order in which they stand there. */
export function commandsOf(document: string): Command[] {
  const commands: Command[] = [];
  /** What the fence of the block says, while in one. */
  let block: string | null = null;
  let begun: Command | null = null;
  readFileSync(document, "utf8")
    .split("\n")
    .forEach((line, index) => {
      const where = `${document}:${index + 1}`;
      if (line.startsWith("```")) {
        block = block === null ? line.slice(3) : null;
        return;
      }
      if (block === null || block === "sh") commands.push(...spoken(line, where));
      if (block !== "sh") return;
      const { where: first, text } = begun ?? { where, text: "" };
      begun = { where: first, text: text === "" ? line : `${text}\n${line}` };
      if (!isWhole(begun.text)) return;
      if (!/^\s*(#|$)/.test(begun.text)) commands.push(begun);
      begun = null;
    });
  return commands;
}

/** `dayshift …` between backquotes. */
function spoken(line: string, where: string): Command[] {
  return [...line.matchAll(/`((?:eval "\$\()?dayshift [^`]+)`/g)].map(([, text = ""]) => ({ where, text }));
}

/** Whether a shell would carry the text out as it is: no quote is open, and no backslash leads on. */
function isWhole(text: string): boolean {
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\" && quote !== "'") {
      if (at + 1 >= text.length) return false;
      at += 1;
    } else if (quote !== "") {
      if (character === quote) quote = "";
    } else if (character === "'" || character === '"') {
      quote = character;
    } else if (character === "#" && /\s|^$/.test(text[at - 1] ?? "")) {
      while (at + 1 < text.length && text[at + 1] !== "\n") at += 1;
    }
  }
  return quote === "";
}
