/** What people mark as to be done when they write: task lists, `TODO:` and `Action:` lines, lists under such a heading. */
import { oneLine } from "../../shared/text.ts";
import type { Block } from "./blocks.ts";

export interface Marked {
  /** What is to be done, without the mark. */
  readonly text: string;
  /** Line of the text, counted from 1. */
  readonly line: number;
}

const WORD =
  "to[- ]?dos?|actions?|action[ -](?:items?|points?)|next[ -]steps?|follow[- ]?ups?|aufgaben?|nächste schritte?|zu erledigen|" +
  "[àa] faire|prochaines? étapes?|tareas?|pendientes?|acci(?:ón|ones)|próximos pasos";
/** Whom it is for: "Action (Ana):", "Action @ana:", "Action for Ana:". */
const WHOM =
  "(?:\\s*[([][^)\\]]{1,60}[)\\]]|\\s+@[\\p{L}\\p{N}._-]{1,60}|\\s+(?:for|für|pour|para)\\s+[\\p{L} .'-]{1,40})?";
const MARK = new RegExp(`^(?:[-*+•–]\\s+|//\\s*)?(?:${WORD})(${WHOM})\\s*(?::|\\s[–—-]\\s)\\s*(.+)$`, "iu");
const BARE_MARK = /^(?:[-*+•–]\s+|\/\/\s*)?TO-?DO\s+(\S.*)$/;
/** An open box that is no item of a list. */
const BOX = /^(?:[-*+•–]\s*)?(?:\[\s?\]|☐)\s+(\S.*)$/u;
const HEADING = new RegExp(`^(?:(?:our|my|open|the|agreed|offene|unsere|meine)\\s+)?(?:${WORD})${WHOM}\\s*:?$`, "iu");
const NOTHING =
  /^(?:[-–—./]+|none|n\/?a|nil|nothing(?: (?:for|to do|so far).*)?|no (?:actions?|action items|todos?).*|tbd|t\.b\.d\.|\?+|keine?|nichts|aucune?|rien|ningun[ao]?|nada)[\s.!]*$/iu;
const FINISHED =
  /^(?:✅|✔️?|☑️?|\[[xX]\]|~~.+~~$|done[:.,!]|\(done\)|erledigt[:.,!])|(?:✅|✔️?|\((?:done|erledigt|fait)\)|[–—-]\s*(?:done|erledigt))[\s.!]*$/iu;

const MONTH =
  "jan(?:uary?)?|feb(?:ruary?)?|märz|mar(?:ch)?|apr(?:il)?|mai|may|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?";
/** The number of a task in a list of boxes (`- [ ] 1. buy milk`), and no day (`1. Mai`). */
const NUMBER = new RegExp(`^\\d{1,2}[.)]\\s+(?!(?:${MONTH})(?!\\p{L}))(?=\\p{L})`, "iu");

/** What is marked as open in the blocks of a text, in their order. */
export function readMarks(blocks: readonly Block[]): Marked[] {
  const found: Marked[] = [];
  let isHeaded = false;
  for (const block of blocks) {
    if (block.depth === 0) isHeaded = isActionHeading(block);
    const isListed = isHeaded && (block.kind === "item" || block.kind === "step") && block.depth === 1;
    found.push(...(isListed ? [marked(withoutMark(block.text), block.line)] : inBlock(block)).filter(says));
  }
  return found;
}

/** A marked line right under an item belongs to it by the rules of Markdown, and not to the eye of a reader. */
function inBlock(block: Block): Marked[] {
  const lines = block.text.split("\n");
  const isTask = block.kind === "open" || block.kind === "done";
  const under = isTask ? lines.findIndex((line, index) => index > 0 && markedText(line.trim()) !== null) : 0;
  const head = lines.slice(0, under === -1 ? lines.length : under);
  const own = block.kind === "open" ? [marked(withoutMark(head.join(" ").replace(NUMBER, "")), block.line)] : [];
  const below = lines.slice(head.length).flatMap((line, index) => {
    const text = markedText(line.trim());
    return text === null ? [] : [marked(text, block.line + head.length + index)];
  });
  return [...own, ...below];
}

/** What a line marks as to be done ("TODO: send the offer"); null when it marks nothing. */
export function markedText(line: string): string | null {
  const mark = MARK.exec(line);
  if (mark !== null) return withWhom(mark[1] ?? "", mark[2] ?? "");
  return (BARE_MARK.exec(line) ?? BOX.exec(line))?.[1] ?? null;
}

/** True when the text says something that is still to be done. */
export function isOpen(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !NOTHING.test(text) && !FINISHED.test(text);
}

function says({ text }: Marked): boolean {
  return isOpen(text);
}

function marked(text: string, line: number): Marked {
  return { text: oneLine(text), line };
}

function withoutMark(text: string): string {
  return markedText(text.trim()) ?? text;
}

/** Who is meant stays readable in the title. */
function withWhom(whom: string, text: string): string {
  const name = whom.replace(/^\s*(?:[([]|@|(?:for|für|pour|para)\s)\s*|[)\]\s]+$/giu, "").trim();
  return name === "" ? text : `${name}: ${text}`;
}

/** True when the items of a list under it are to be done: "Next steps" and the like, on a line of its own. */
function isActionHeading(block: Block): boolean {
  return HEADING.test(lastLine(block));
}

function lastLine({ text }: Block): string {
  return text.split("\n").at(-1)?.trim() ?? "";
}
