/** What can be done with the selected todos, by press. */
import { Icon } from "../../parts/icons.tsx";
import { choose } from "../../parts/ui.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

export function SelectionBar({ ids, onClear }: { readonly ids: readonly string[]; readonly onClear: () => void }) {
  const { actions } = useStore();
  return (
    <div className="selection" role="toolbar" aria-label={words.selected(ids.length)}>
      <strong>{words.selected(ids.length)}</strong>
      <button type="button" onClick={() => actions.toggleDone(ids)}>
        <Icon name="check" /> {words.actions.done}
      </button>
      <button type="button" onClick={() => choose("priority", ids)}>
        {words.fields.priority}
      </button>
      <button type="button" onClick={() => choose("due", ids)}>
        {words.fields.due}
      </button>
      <button type="button" onClick={() => choose("list", ids)}>
        {words.fields.list}
      </button>
      <button type="button" onClick={() => choose("assign", ids)}>
        {words.actions.assign}
      </button>
      <button type="button" onClick={() => actions.archive(ids, actions.labelOf(words.done.archived, ids))}>
        {words.actions.archive}
      </button>
      <button type="button" className="bare" aria-label={words.actions.clearSelection} onClick={onClear}>
        <Icon name="close" />
      </button>
    </div>
  );
}
