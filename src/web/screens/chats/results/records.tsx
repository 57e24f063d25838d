/** Records in the answer of a tool: how many there are, the first of them by title with a few facts, and the others on request. */
import { useState } from "preact/hooks";
import { StatusMark } from "../../../parts/icons.tsx";
import { Link } from "../../../parts/link.tsx";
import { useStore, useToday } from "../../../parts/use.ts";
import { words } from "../../../words/index.ts";
import { type Fields, textIn } from "./read.ts";
import { type Row, rowOf } from "./rows.ts";

/** So many are shown at first. */
const first = 5;

export interface RecordsProps {
  readonly records: readonly Fields[];
  readonly total: number | null;
  readonly hasMore: boolean;
}

export function Records({ records, total, hasMore }: RecordsProps) {
  const reader = { store: useStore(), today: useToday() };
  const [isWhole, setWhole] = useState(false);
  if (records.length === 0) return <p>{total === null || total === 0 ? words.answer.nothing : countOf("", total)}</p>;
  const rows = records.map((record) => rowOf(reader, record)).filter((row) => row !== null);
  const shown = isWhole || rows.length === first + 1 ? rows : rows.slice(0, first);
  return (
    <>
      <p className="soft">
        {inAll(textIn(records[0] ?? {}, "object") ?? "", { read: records.length, total, hasMore })}
      </p>
      <ul>
        {shown.map((row, at) => (
          <li key={at}>
            <RecordRow row={row} />
          </li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <button type="button" className="quiet link flush" onClick={() => setWhole(true)}>
          {words.unfold(rows.length - shown.length)}
        </button>
      )}
    </>
  );
}

interface Amount {
  readonly read: number;
  readonly total: number | null;
  readonly hasMore: boolean;
}

/** `40 todos, of which the agent read 25`. */
function inAll(kind: string, { read, total, hasMore }: Amount): string {
  if (total === null || (total < read && hasMore)) return words.answer.andMore(countOf(kind, read));
  return total > read ? words.answer.readOf(countOf(kind, total), read) : countOf(kind, read);
}

function countOf(kind: string, number: number): string {
  const counts: Readonly<Record<string, ((number: number) => string) | undefined>> = words.answer.counts;
  return (counts[kind] ?? words.answer.counts.other)(number);
}

export function RecordRow({ row: { title, href, status, facts } }: { readonly row: Row }) {
  return (
    <p className="record">
      <span className="title">
        {status !== null && <StatusMark status={status} size={16} />}
        {status === "ready" && <span className="unseen">{words.statuses.ready}</span>}
        {href === null ? (
          <span dir="auto">{title}</span>
        ) : (
          <Link href={href} isHere={false} isOver={href.startsWith("/todos/")}>
            <span dir="auto">{title}</span>
          </Link>
        )}
      </span>
      {facts.length > 0 && (
        <span className="soft about">
          {facts.map((fact, at) => (
            <bdi key={at}>{fact}</bdi>
          ))}
        </span>
      )}
    </p>
  );
}
