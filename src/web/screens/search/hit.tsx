/** One record that was found: its title, and the words around the place. */
import type { SearchResult } from "../../../schema/search.ts";
import { momentInWords } from "../../parts/due.tsx";
import { hrefOf, openResult } from "../../parts/search-result.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

export function Hit({ result }: { readonly result: SearchResult }) {
  const { title } = result;
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    openResult(result);
  };
  return (
    <a href={hrefOf(result)} onClick={follow}>
      <span className="line">
        <strong className="grow clip" dir="auto">
          {title ?? words.untitled}
        </strong>
        <Where result={result} />
      </span>
      <Words result={result} />
    </a>
  );
}

/** Of what was said the second, of a skill its agent, of others when they changed. */
function Where({ result: { kind, parentId, startMs, at } }: { readonly result: SearchResult }) {
  const { agents } = useStore();
  const agent = kind === "skill" && parentId !== null ? agents.get(parentId)?.name : undefined;
  const when = startMs === null ? momentInWords(at) : words.clock(startMs / 1000);
  return (
    <span className="soft" dir="auto">
      {agent ?? when}
    </span>
  );
}

function Words({ result: { snippet, marks } }: { readonly result: SearchResult }) {
  const [mark] = marks;
  if (snippet === null || mark === undefined) return null;
  const [from = 0, to = 0] = mark;
  return (
    <span className="soft snippet" dir="auto">
      {asRead(snippet.slice(0, from))}
      <mark>{snippet.slice(from, to)}</mark>
      {asRead(snippet.slice(to))}
    </span>
  );
}

/** Without the marks of Markdown: those within a line, and the boxes of a list, which stands in one line here. */
function asRead(part: string): string {
  return part.replaceAll(/\*\*|__|`/g, "").replaceAll(/(?:^|\s)[-*+] \[[ xX]?\] /g, " · ");
}
