/** Markdown for people at a terminal: they see what the marks say, and not the marks. */
import type { List, Nodes, Parents, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { plainLines, type Style } from "./text.ts";

/** What is nested deeper stays as it is written. */
const deepest = 20;
/** As is a text over which the parser may take long: a longer one, and quotes in quotes, its worst case. */
const mostCharacters = 20_000;
const deepQuote = new RegExp(`^(?:[ \\t]*>){${deepest}}`, "m");

const boxes = { open: "☐", done: "☑", none: "-" } as const;

/** The text, which may have several lines, without anything else that a terminal acts on. */
export function renderMarkdown(text: string, style: Style): string {
  if (text.length > mostCharacters || deepQuote.test(text)) return plainLines(text);
  const { children } = fromMarkdown(text, {
    extensions: [gfmTaskListItem()],
    mdastExtensions: [gfmTaskListItemFromMarkdown()],
  });
  return blocks({ text, style, depth: 0 }, children);
}

/** What is rendered, how, and how deep inside. */
interface Page {
  readonly text: string;
  readonly style: Style;
  readonly depth: number;
}

/** One below the other, parted by an empty line where they are written so. */
function blocks(page: Page, nodes: readonly RootContent[]): string {
  return nodes
    .map((node, index) => {
      const before = nodes[index - 1];
      return `${before === undefined ? "" : isApart(before, node) ? "\n\n" : "\n"}${shown(blockForms, page, node)}`;
    })
    .join("");
}

function isApart(before: Nodes, after: Nodes): boolean {
  return (after.position?.start.line ?? 0) - (before.position?.end.line ?? 0) > 1;
}

type Forms = { readonly [Type in Nodes["type"]]?: (page: Page, node: Extract<Nodes, { type: Type }>) => string };

const blockForms: Forms = {
  paragraph: words,
  heading: (page, node) => page.style.bold(words(page, node)),
  list: items,
  blockquote: (page, { children }) => hung("│ ", "│ ", blocks(page, children)),
  code: (_page, { value }) => hung("    ", "    ", plainLines(value)),
};

const wordForms: Forms = {
  text: (_page, { value }) => plainLines(value),
  inlineCode: ({ style }, { value }) => marked(style.cyan, plainLines(value), "`"),
  strong: (page, node) => page.style.bold(words(page, node)),
  emphasis: (page, node) => marked(page.style.italic, words(page, node), "*"),
  break: () => "\n",
  link(page, node) {
    const name = words(page, node);
    return node.url === name || node.url === `mailto:${name}` ? name : `${name} (${plainLines(node.url)})`;
  },
};

/** The node in its form; as it is written where it has none. */
function shown(forms: Forms, page: Page, node: Nodes): string {
  const inner = { ...page, depth: page.depth + 1 };
  const form = forms[node.type] as ((page: Page, node: Nodes) => string) | undefined;
  return form === undefined || inner.depth > deepest ? asWritten(page, node) : form(inner, node);
}

function items(page: Page, { children, ordered, start }: List): string {
  return children
    .map((item, index) => {
      const box = item.checked === true ? boxes.done : item.checked === false ? boxes.open : boxes.none;
      const mark = ordered === true ? `${(start ?? 1) + index}.` : box;
      const before = children[index - 1];
      const gap = before === undefined ? "" : isApart(before, item) ? "\n\n" : "\n";
      return gap + hung(`${mark} `, " ".repeat(mark.length + 1), blocks(page, item.children));
    })
    .join("");
}

/** The lines, the first one behind one mark and the others behind another; empty ones stay empty. */
function hung(first: string, others: string, lines: string): string {
  return first + lines.replaceAll(/\n(?!\n)/g, `\n${others}`);
}

function words(page: Page, { children }: Parents): string {
  return children.map((node) => shown(wordForms, page, node)).join("");
}

/** Words set apart from the others by a style, and by their marks where there is none: they may be words to type, or 2*3*4. */
function marked(style: Style["cyan"], words: string, mark: string): string {
  const styled = style(words);
  return styled === words ? mark + words + mark : styled;
}

/** What has no better form on a terminal, such as HTML, an image or a line across. */
function asWritten({ text }: Page, { position }: Nodes): string {
  return plainLines(text.slice(position?.start.offset, position?.end.offset));
}
