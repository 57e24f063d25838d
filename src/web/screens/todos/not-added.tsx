/** Lines of todos that were not added, while another one stands in the field or none is there. */
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import type { LineNotAdded } from "../../store/drafts.ts";
import type { Store } from "../../store/store.ts";
import { words } from "../../words/index.ts";
import { addLine } from "./add-line.ts";

/** What they are, to be added again or let go. */
export function NotAdded() {
  const store = useStore();
  const lines = useValue(store.notAdded);
  if (lines.length === 0) return null;
  return (
    <p className="problem" role="alert">
      {inWords(lines)}{" "}
      <button type="button" className="quiet link flush" onClick={() => addAgain(store)}>
        {words.tryAgain}
      </button>{" "}
      <button type="button" className="quiet link flush" onClick={() => store.notAdded.set([])}>
        {words.add.letGo}
      </button>
    </p>
  );
}

function inWords(lines: readonly LineNotAdded[]): string {
  const all = lines.map(({ line }) => words.quoted(line)).join(", ");
  return words.refused(words.about(words.done.added, all), lines.at(-1)?.why ?? "");
}

/** Where no field says it, a notice does. */
export function offerAgain(store: Store, refused: LineNotAdded): void {
  const lines = [...store.notAdded.value, refused];
  store.notAdded.set(lines);
  if (document.querySelector("[data-composer]") !== null) return;
  const action = { label: words.tryAgain, run: () => addAgain(store) };
  store.notices.show({ text: inWords(lines), isProblem: true, action });
}

function addAgain(store: Store): void {
  const lines = store.notAdded.value;
  store.notAdded.set([]);
  store.notices.close();
  for (const { line, preset } of lines)
    addLine(store, line, preset, null).catch((error: unknown) =>
      offerAgain(store, { line, preset, why: describe(error) }),
    );
}
