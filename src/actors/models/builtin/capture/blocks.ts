/** Reads the Markdown of a note into blocks of plain text, each of which knows its line. Code is left out: it is not prose. */
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";

/** `open` and `done` are items of a task list, `step` is one of a list with numbers, `item` one of any other list. */
export type BlockKind = "heading" | "paragraph" | "item" | "step" | "open" | "done";

export interface Block {
  readonly kind: BlockKind;
  /** Plain text, line breaks kept. */
  readonly text: string;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** How many lists it stands in. */
  readonly depth: number;
}

/** So many lines are read, and so many characters of each: what is made of a note takes no more than a moment, whatever it is. */
const mostLines = 5000;
const lineLength = 2000;
/** Marks at the beginning of a line that open a list in a list; deeper ones are taken for text. */
const deepest = /^((?:\s*(?:[-*+]|\d{1,9}[.)])\s){8})/;

/** What stands within a line is read by us: the parser takes seconds over some lines made for that. */
const disabled = [
  "attention",
  "autolink",
  "blockQuote",
  "codeText",
  "definition",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/** The blocks of a text, in its order. */
export function readBlocks(markdown: string): Block[] {
  const lines = markdown.split("\n", mostLines).map((line) => line.slice(0, lineLength).replace(deepest, "\\$1"));
  const tree = fromMarkdown(lines.join("\n"), {
    extensions: [gfmTaskListItem(), { disable: { null: disabled } }],
    mdastExtensions: [gfmTaskListItemFromMarkdown()],
  });
  const blocks: Block[] = [];
  for (const child of tree.children) collect(child, "paragraph", 0, blocks);
  return blocks.flatMap((block) => apart(block, lines));
}

/** By the rules of Markdown the next line belongs to an item also where it is not indented; its author begins something else. */
function apart(block: Block, lines: readonly string[]): Block[] {
  const own = block.text.split("\n");
  const end = block.depth === 0 ? -1 : own.findIndex((_, at) => at > 0 && /^\S/.test(lines[block.line - 1 + at] ?? ""));
  if (end === -1) return [block];
  const rest: Block = { kind: "paragraph", text: own.slice(end).join("\n"), line: block.line + end, depth: 0 };
  return [{ ...block, text: own.slice(0, end).join("\n") }, rest];
}

/** What holds no prose. */
const silent: readonly Nodes["type"][] = ["code", "html", "definition", "yaml"];

function collect(node: Nodes, kind: BlockKind, depth: number, blocks: Block[]): void {
  if (silent.includes(node.type)) return;
  if (node.type === "heading" || node.type === "paragraph") {
    const text = withoutMarks(plain(node));
    blocks.push({
      kind: node.type === "heading" ? "heading" : kind,
      text,
      line: node.position?.start.line ?? 1,
      depth,
    });
  } else if (node.type === "listItem") {
    collectItem(node, kind, depth + 1, blocks);
  } else if ("children" in node) {
    const isNumbered = node.type === "list" && node.ordered === true;
    for (const child of node.children) collect(child, isNumbered ? "step" : "paragraph", depth, blocks);
  }
}

/** The first paragraph of an item is the item; what follows in it are paragraphs and lists. */
function collectItem(
  item: Extract<Nodes, { type: "listItem" }>,
  within: BlockKind,
  depth: number,
  blocks: Block[],
): void {
  const plainKind = within === "step" ? "step" : "item";
  const kind = item.checked === false ? "open" : item.checked === true ? "done" : plainKind;
  item.children.forEach((child, index) => collect(child, index === 0 ? kind : "paragraph", depth, blocks));
}

function plain(node: Nodes): string {
  if (node.type === "break") return "\n";
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(plain).join("") : "";
}

/** Emphasis, code and links as they are read. */
function withoutMarks(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]{1,300})\]\([^()\s]{1,1000}\)/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\p{L}\p{N}*])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*])/gu, "");
}
