/** All notes and recordings, the newest first. */
import { useEffect, useState } from "preact/hooks";
import { go } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore, useView } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

type Row = ReturnType<Store["captures"]["all"]>[number];

const newestFirst = (left: Row, right: Row): number => right.createdAt.localeCompare(left.createdAt);

export function CaptureList({ openId }: { readonly openId: string | null }) {
  const { captures } = useStore();
  const { isRead, problem, read } = useTitles();
  const { rows } = useView(captures, { test: ({ isArchived }) => !isArchived, compare: newestFirst }, []);
  if (problem !== null) return <Failed reason={problem} onRetry={read} />;
  if (!isRead) return <Loading />;
  if (rows.length === 0) return <p className="empty">{words.captures.empty}</p>;
  return (
    <ul className="scroll items">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            {...(row.id === openId && { "aria-current": "true" })}
            onClick={() => go(`/captures/${row.id}`)}
          >
            <span className="clip" dir="auto">
              {titleOf(row)}
            </span>
            <span className="soft second">
              <Icon name={row.type === "note" ? "note" : "mic"} size={14} />
              <span className={`grow clip state ${row.status}`}>{stateOf(row)}</span>
              <span>{momentInWords(row.createdAt)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is done with it; what it is, when that is over. */
function stateOf({ status, durationSeconds, type }: Row): string {
  if (status !== "completed") return words.captures.states[status];
  return durationSeconds === null ? words.captures[type] : words.clock(durationSeconds);
}

/** What it is called; one without a title by its kind and its time. */
export function titleOf({ title, type, createdAt }: Pick<Row, "title" | "type" | "createdAt">): string {
  if (title !== null && title !== undefined && title !== "") return title;
  const time = momentInWords(createdAt);
  return type === "note" ? words.captures.noteOf(time) : words.captures.recordingOf(time);
}

/** Reads the list; what the feed reports brings no titles, so those are read again when one was changed. */
function useTitles() {
  const { captures, client, ports } = useStore();
  const [isRead, setRead] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    client.listCaptures({ limit: 100 }).then(
      ({ data }) => {
        for (const row of data) captures.put(row);
        setRead(true);
        setProblem(null);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(() => {
    read();
    let cancel: () => void = () => undefined;
    const end = captures.changed.subscribe(({ before, after }) => {
      const isNews = before !== undefined && before.updatedAt !== after?.updatedAt;
      if (after === undefined || (after.title !== undefined && !isNews)) return;
      cancel();
      cancel = ports.later(200, read);
    });
    return () => (cancel(), end());
  }, []);
  return { isRead, problem, read };
}
