/** The tree of a Markdown text as elements. Markup in it is shown as text; a link leads only to where a link may. */
import type { ListItem, Nodes, Parents } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTaskListItemFromMarkdown } from "mdast-util-gfm-task-list-item";
import { gfmTaskListItem } from "micromark-extension-gfm-task-list-item";
import { type ComponentChild, createContext, createElement } from "preact";
import { useContext, useMemo } from "preact/hooks";
import { boxOf } from "./tick-box.ts";

export interface MarkdownProps {
  readonly text: string;
  /** Ticks the box at that place of the text, or takes the tick away; without it boxes are only shown. */
  readonly onTick?: (at: number, isTicked: boolean) => void;
}

const Ticking = createContext<MarkdownProps>({ text: "" });

export function MarkdownTree(props: MarkdownProps) {
  const { text } = props;
  const tree = useMemo(
    () => fromMarkdown(text, { extensions: [gfmTaskListItem()], mdastExtensions: [gfmTaskListItemFromMarkdown()] }),
    [text],
  );
  return <Ticking.Provider value={props}>{childrenOf(tree)}</Ticking.Provider>;
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
      return typeof node.checked === "boolean" ? <Task item={node} /> : <li>{childrenOf(node)}</li>;
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

/** An item with a box, which its first paragraph is the name of. */
function Task({ item }: { readonly item: ListItem }) {
  const { text, onTick } = useContext(Ticking);
  const [first, ...others] = item.children;
  const at = boxOf(text, item.position?.start.offset ?? 0);
  const canTick = onTick !== undefined && at !== null;
  return (
    <li className="task">
      <label>
        <input
          type="checkbox"
          checked={item.checked === true}
          disabled={!canTick}
          onChange={({ currentTarget }) => canTick && onTick(at, currentTarget.checked)}
        />
        <span>{first !== undefined && "children" in first && childrenOf(first)}</span>
      </label>
      {others.map((child, place) => (
        <Node key={place} node={child} />
      ))}
    </li>
  );
}

function isSafe(url: string): boolean {
  return /^(https?:|mailto:|\/(?!\/))/i.test(url);
}
