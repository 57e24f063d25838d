/** Search: words, and where they stand in everything that the person may read. */
import { useEffect, useRef } from "preact/hooks";
import type { SearchResult } from "../../../schema/search.ts";
import { refine, type Route } from "../../base/routes.ts";
import { focusNow } from "../../parts/focus.ts";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Head, Loading } from "../../parts/screen.tsx";
import { useSearch } from "../../parts/use-search.ts";
import { words } from "../../words/index.ts";
import { Hit } from "./hit.tsx";

const most = 30;
const kinds = ["todo", "capture", "segment", "chat", "message", "agent", "skill"] as const;
type Kind = (typeof kinds)[number];

export function SearchScreen({ route }: { readonly route: Route }) {
  const text = route.query.get("query") ?? "";
  const query = text.trim();
  const named = (route.query.get("kinds") ?? "").split(",");
  const chosen = kinds.filter((kind) => named.includes(kind));
  const choose = (next: readonly Kind[]): void => refine(addressOf(query, next));
  return (
    <>
      <Head title={words.places.search} />
      <div className="search-field">
        <Icon name="search" size={18} />
        <input
          type="search"
          ref={focusNow}
          data-search
          aria-label={words.find.label}
          placeholder={words.find.label}
          autocomplete="off"
          maxLength={200}
          value={text}
          onInput={(event) => refine(addressOf(event.currentTarget.value, chosen))}
        />
      </div>
      <Kinds chosen={chosen} onChoose={choose} />
      {query === "" ? (
        <p className="empty">{words.find.hint}</p>
      ) : (
        <Results query={query} chosen={chosen} onAll={() => choose([])} />
      )}
    </>
  );
}

function addressOf(query: string, chosen: readonly Kind[]): string {
  const asked = new URLSearchParams({
    ...(query !== "" && { query }),
    ...(chosen.length > 0 && { kinds: chosen.join(",") }),
  });
  return asked.size === 0 ? "/search" : `/search?${asked.toString().replaceAll("+", "%20").replaceAll("%2C", ",")}`;
}

interface KindsProps {
  /** Every kind when none is. */
  readonly chosen: readonly Kind[];
  readonly onChoose: (chosen: readonly Kind[]) => void;
}

/** The kinds that are looked through, each chosen and taken away by one press. */
function Kinds({ chosen, onChoose }: KindsProps) {
  const [first] = chosen;
  const shown = useRef<HTMLButtonElement>(null);
  // On a phone the row is wider than the screen.
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), []);
  return (
    <div className="chips search-kinds" role="group" aria-label={words.find.kinds}>
      {kinds.map((kind) => {
        const isOn = chosen.includes(kind);
        const others = chosen.filter((one) => one !== kind);
        return (
          <button
            key={kind}
            {...(kind === first && { ref: shown })}
            type="button"
            className={isOn ? "filter on" : "filter"}
            aria-pressed={isOn}
            onClick={() => onChoose(isOn ? others : [...others, kind])}
          >
            {words.find.groups[kind]}
          </button>
        );
      })}
    </div>
  );
}

interface ResultsProps {
  readonly query: string;
  readonly chosen: readonly Kind[];
  readonly onAll: () => void;
}

function Results({ query, chosen, onAll }: ResultsProps) {
  const { results, problem, retry } = useSearch({ query, limit: most, kinds: chosen.join() });
  if (problem !== null) return <Failed reason={problem} onRetry={retry} />;
  if (results === null) return <Loading />;
  if (results.length === 0) return <Nothing query={query} onAll={chosen.length === 0 ? null : onAll} />;
  return (
    <div className="scroll hits">
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} results={results.filter((one) => one.kind === kind)} />
      ))}
    </div>
  );
}

/** That nothing was found, and the way to all kinds where some are chosen. */
function Nothing({ query, onAll }: { readonly query: string; readonly onAll: (() => void) | null }) {
  if (onAll === null) return <p className="empty">{words.find.nothing(query)}</p>;
  return (
    <div className="empty">
      <p>{words.find.nothingOfKinds(query)}</p>
      <button type="button" className="outlined" onClick={onAll}>
        {words.find.allKinds}
      </button>
    </div>
  );
}

interface GroupProps {
  readonly kind: Kind;
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
