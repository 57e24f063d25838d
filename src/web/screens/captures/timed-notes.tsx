/** What somebody wrote during a recording, each line with its second. */
import type { TimedNote } from "../../store/recording.ts";
import { words } from "../../words/index.ts";

export function TimedNotes({ notes }: { readonly notes: readonly TimedNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="notes" aria-label={words.record.notes}>
      {notes.map(({ atMs, text }) => (
        <li key={`${atMs}${text}`}>
          <span className="soft">{words.clock(atMs / 1000)}</span> <span dir="auto">{text}</span>
        </li>
      ))}
    </ul>
  );
}
