/** What can be done with the selected todos, by press; and the button that begins to select. */
import { Icon } from "./icons.tsx";
import { choose } from "./ui.ts";
import { useStore } from "./use.ts";
import { words } from "../words/index.ts";
import type { Selection } from "./use-selection.ts";

/** Begins to select by press, and ends it. */
export function SelectButton({ selection }: { readonly selection: Selection }) {
  const { isByPress, beginByPress, end } = selection;
  return (
    <button type="button" className="quiet link" aria-pressed={isByPress} onClick={isByPress ? end : beginByPress}>
      {words.selection.begin}
    </button>
  );
}

export interface SelectionBarProps {
  readonly selection: Selection;
  /** What is selected of what is shown. */
  readonly ids: readonly string[];
  readonly onAll: () => void;
}

/** The bar, as long as something is selected or a press selects; how many are selected is said. */
export function SelectionBar({ selection, ids, onAll }: SelectionBarProps) {
  const isShown = selection.isByPress || ids.length > 0;
  return (
    <>
      {isShown && <Bar ids={ids} onAll={onAll} onEnd={selection.end} />}
      <p className="unseen" role="status">
        {isShown ? words.selected(ids.length) : ""}
      </p>
    </>
  );
}

interface BarProps extends Pick<SelectionBarProps, "ids" | "onAll"> {
  readonly onEnd: () => void;
}

function Bar({ ids, onAll, onEnd }: BarProps) {
  const { actions } = useStore();
  const act = [
    {
      label: words.actions.done,
      mark: <Icon name="check" />,
      run: () => actions.toggleDone(ids),
    },
    { label: words.fields.priority, run: () => choose("priority", ids) },
    { label: words.fields.due, run: () => choose("due", ids) },
    { label: words.fields.list, run: () => choose("list", ids) },
    { label: words.actions.assign, run: () => choose("assign", ids) },
    {
      label: words.actions.archive,
      run: () => actions.archive(ids, actions.labelOf(words.done.archived, ids)),
    },
  ];
  return (
    <div className="selection" role="toolbar" aria-label={words.selected(ids.length)}>
      <strong>{words.selected(ids.length)}</strong>
      <button type="button" className="link all" aria-label={words.selection.allLabel} onClick={onAll}>
        {words.selection.all}
      </button>
      {act.map(({ label, mark, run }) => (
        <button key={label} type="button" disabled={ids.length === 0} onClick={run}>
          {mark} {label}
        </button>
      ))}
      <button type="button" className="bare" aria-label={words.actions.clearSelection} onClick={onEnd}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Of what is no row of a list: whether it is selected. */
export function Box({ isTicked }: { readonly isTicked: boolean }) {
  return (
    <span className={isTicked ? "select-box ticked" : "select-box"}>
      {isTicked && <span className="unseen">{words.selection.selected}</span>}
    </span>
  );
}
