/** All notes and recordings, the newest first. */
import { useEffect, useState } from "preact/hooks";
import { go } from "../../base/routes.ts";
import { titleOf } from "../../parts/capture-title.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore, useView } from "../../parts/use.ts";
import { WindowList } from "../../parts/window-list.tsx";
import { describe } from "../../store/describe.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";

type Row = ReturnType<Store["captures"]["all"]>[number];

/** Of a row, in pixels. */
const rowHeight = 52;

const newestFirst = (left: Row, right: Row): number => right.createdAt.localeCompare(left.createdAt);

export function CaptureList({ openId }: { readonly openId: string | null }) {
  const { captures } = useStore();
  const { isRead, problem, read, readEarlier } = useTitles();
  const { rows } = useView(captures, { test: ({ isArchived }) => !isArchived, compare: newestFirst }, []);
  if (problem !== null) return <Failed reason={problem} onRetry={read} />;
  if (!isRead) return <Loading />;
  if (rows.length === 0) return <p className="empty">{words.captures.empty}</p>;
  const current = rows.findIndex(({ id }) => id === openId);
  return (
    <div className="scroll">
      <WindowList className="items" rows={rows} height={rowHeight} current={current} idOf={({ id }) => id}>
        {(row) => (
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
        )}
      </WindowList>
      {readEarlier !== null && (
        <button type="button" className="quiet earlier-items" onClick={readEarlier}>
          {words.captures.earlier}
        </button>
      )}
    </div>
  );
}

/** What is done with it; what it is, when that is over. */
function stateOf({ status, durationSeconds, type }: Row): string {
  if (status !== "completed") return words.captures.states[status];
  return durationSeconds === null ? words.captures[type] : words.clock(durationSeconds);
}

/**
 * Reads the list, the newest hundred first and earlier ones when asked; what the feed reports brings no titles, so those are read again
 * when one was changed.
 */
function useTitles() {
  const { captures, client, ports, caughtUp } = useStore();
  const [isRead, setRead] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Where earlier ones begin; null at the end, undefined until the first page was read. */
  const [next, setNext] = useState<string | null | undefined>(undefined);
  const load = (cursor: string | null): void => {
    captures.putPage(client.listCaptures({ limit: 100, ...(cursor !== null && { cursor }) })).then(
      ({ nextCursor }) => {
        setNext((known) => (cursor === null && known !== undefined ? known : nextCursor));
        setRead(true);
        setProblem(null);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  const read = (): void => load(null);
  useEffect(() => {
    read();
    let cancel: () => void = () => undefined;
    const end = captures.changed.subscribe(({ before, after }) => {
      const isNews = before !== undefined && before.updatedAt !== after?.updatedAt;
      if (after === undefined || (after.title !== undefined && !isNews)) return;
      cancel();
      cancel = ports.later(200, read);
    });
    const endMissed = caughtUp.subscribe(read);
    return () => (cancel(), end(), endMissed());
  }, []);
  return { isRead, problem, read, readEarlier: typeof next === "string" ? () => load(next) : null };
}
