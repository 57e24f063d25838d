/** One record that was found: its title, and the words around the place. */
import type { SearchResult } from "../../../schema/search.ts";
import { go, goOver } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { words } from "../../words/index.ts";

export function Hit({ result }: { readonly result: SearchResult }) {
  const { kind, title, at, startMs } = result;
  const href = hrefOf(result);
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (kind === "todo") goOver(href);
    else go(href);
  };
  return (
    <a href={href} onClick={follow}>
      <span className="line">
        <strong className="grow clip" dir="auto">
          {title ?? words.untitled}
        </strong>
        <span className="soft">{startMs === null ? momentInWords(at) : words.clock(startMs / 1000)}</span>
      </span>
      <Words result={result} />
    </a>
  );
}

function Words({ result: { snippet, marks } }: { readonly result: SearchResult }) {
  const [mark] = marks;
  if (snippet === null || mark === undefined) return null;
  const [from = 0, to = 0] = mark;
  return (
    <span className="soft snippet" dir="auto">
      {snippet.slice(0, from)}
      <mark>{snippet.slice(from, to)}</mark>
      {snippet.slice(to)}
    </span>
  );
}

function hrefOf({ kind, id, startMs }: SearchResult): string {
  const places = { todo: "todos", chat: "chats", capture: "captures", segment: "captures", agent: "agents" } as const;
  return `/${places[kind]}/${id}${startMs === null ? "" : `?t=${startMs / 1000}`}`;
}
