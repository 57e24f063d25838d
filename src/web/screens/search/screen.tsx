/** Search: words, and where they stand in everything that the person may read. */
import { useEffect, useState } from "preact/hooks";
import type { SearchResult } from "../../../schema/search.ts";
import { refine, type Route } from "../../base/routes.ts";
import { focusNow } from "../../parts/focus.ts";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Head, Loading } from "../../parts/screen.tsx";
import { useSearch } from "../../parts/use-search.ts";
import { words } from "../../words/index.ts";
import { Hit } from "./hit.tsx";

const most = 30;
const kinds = ["todo", "capture", "segment", "chat", "agent"] as const;

export function SearchScreen({ route }: { readonly route: Route }) {
  const [text, setText] = useState(route.query.get("query") ?? "");
  const query = text.trim();
  useEffect(() => {
    refine(query === "" ? "/search" : `/search?query=${encodeURIComponent(query)}`);
  }, [query]);
  return (
    <>
      <Head title={words.places.search} />
      <div className="search-field">
        <Icon name="search" size={18} />
        <input
          type="search"
          ref={focusNow}
          aria-label={words.find.label}
          placeholder={words.find.label}
          autocomplete="off"
          maxLength={200}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {query === "" ? <p className="empty">{words.find.hint}</p> : <Results query={query} />}
    </>
  );
}

function Results({ query }: { readonly query: string }) {
  const { results, problem, retry } = useSearch(query, most);
  if (problem !== null) return <Failed reason={problem} onRetry={retry} />;
  if (results === null) return <Loading />;
  if (results.length === 0) return <p className="empty">{words.find.nothing(query)}</p>;
  return (
    <div className="scroll hits">
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} results={results.filter((one) => one.kind === kind)} />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly kind: SearchResult["kind"];
  readonly results: readonly SearchResult[];
}

function Group({ kind, results }: GroupProps) {
  if (results.length === 0) return null;
  return (
    <section aria-labelledby={`hits-${kind}`}>
      <h2 id={`hits-${kind}`}>{words.find.groups[kind]}</h2>
      <ul>
        {results.map((one) => (
          <li key={`${one.id}-${one.startMs}`}>
            <Hit result={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}
