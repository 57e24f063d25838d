/** The tree of a Markdown text as elements. Markup in it is shown as text; a link leads only to where a link may. */
import type { Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { createElement, type ComponentChild } from "preact";
import { useMemo } from "preact/hooks";
import { words } from "../words/index.ts";

export function MarkdownTree({ text }: { readonly text: string }) {
  const tree = useMemo(
    () => fromMarkdown(text, { extensions: [gfmTaskListItem()], mdastExtensions: [gfmTaskListItemFromMarkdown()] }),
    [text],
  );
  return <>{childrenOf(tree)}</>;
}

function childrenOf(node: Parents): ComponentChild[] {
  return node.children.map((child, at) => <Node key={at} node={child} />);
}

const simple: Readonly<Record<string, string>> = {
  paragraph: "p",
  blockquote: "blockquote",
  strong: "strong",
  emphasis: "em",
  delete: "del",
};

function Node({ node }: { readonly node: Nodes }) {
  const tag = simple[node.type];
  if (tag !== undefined && "children" in node) return createElement(tag, null, childrenOf(node));
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- what is not named here shows what is in it
  switch (node.type) {
    case "heading":
      // Below the heading of what it is the text of.
      return createElement(`h${Math.min(6, node.depth + 2)}`, null, childrenOf(node));
    case "list":
      return createElement(
        node.ordered ? "ol" : "ul",
        node.ordered ? { start: node.start ?? 1 } : null,
        childrenOf(node),
      );
    case "listItem":
      return (
        <li>
          {typeof node.checked === "boolean" && (
            <input
              type="checkbox"
              checked={node.checked}
              disabled
              aria-label={node.checked ? words.ticked.yes : words.ticked.no}
            />
          )}
          {childrenOf(node)}
        </li>
      );
    case "code":
      return (
        <pre>
          <code>{node.value}</code>
        </pre>
      );
    case "inlineCode":
      return <code>{node.value}</code>;
    case "thematicBreak":
      return <hr />;
    case "break":
      return <br />;
    case "link":
      return isSafe(node.url) ? (
        <a href={node.url} target="_blank" rel="noreferrer noopener">
          {childrenOf(node)}
        </a>
      ) : (
        <>{childrenOf(node)}</>
      );
    case "image":
      return <span className="soft">{node.alt ?? node.url}</span>;
    case "text":
    case "html":
      return <>{node.value}</>;
    default:
      return "children" in node ? <>{childrenOf(node)}</> : null;
  }
}

function isSafe(url: string): boolean {
  return /^(https?:|mailto:|\/(?!\/))/i.test(url);
}
