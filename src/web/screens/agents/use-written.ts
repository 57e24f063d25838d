/** What is being written of a record, over what the person began with; it is still there when the person comes back to it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";
import { isEqual } from "../../store/records.ts";
import { merge } from "./draft.ts";

export interface State<R, D> {
  readonly basis: R;
  readonly draft: D;
  /** Fields that somebody else has set, too. */
  readonly crossed: readonly (keyof D)[];
}

export interface Written<R, D> extends State<R, D> {
  readonly isEdited: boolean;
  readonly set: (fields: Partial<D>) => void;
  /** Gives up what was written: the fields are those of the record. */
  readonly reset: (to: R) => void;
  /** Somebody else was faster: what they set stands but where the person did, too. Whether there are such fields. */
  readonly meet: (now: R) => boolean;
  /** Their value stands. */
  readonly take: (name: keyof D) => void;
  /** The service has answered what was sent: only what was typed since stays. Whether there is any. */
  readonly settle: (sent: D, now: R) => boolean;
}

/** The draft under that name; one that was not begun follows the `record`, whenever its `version` is another. */
export function useWritten<R, D extends object>(
  name: string,
  record: R,
  draftOf: (record: R) => D,
  version: unknown,
): Written<R, D> {
  const { drafts } = useStore();
  const begin = (basis: R): State<R, D> => ({ basis, draft: draftOf(basis), crossed: [] });
  const stored = () => drafts.get(name) as State<R, D> | undefined;
  const [state, show] = useState(() => stored() ?? begin(record));
  const shown = useRef(state);
  /** As it is now, whatever was drawn last. */
  const latest = (): State<R, D> => stored() ?? shown.current;
  const isEdited = ({ draft, basis }: State<R, D>): boolean => !isEqual(draft, draftOf(basis));
  const put = (next: State<R, D>): boolean => {
    if (isEdited(next)) drafts.set(name, next);
    else drafts.delete(name);
    shown.current = next;
    show(next);
    return isEdited(next);
  };
  useEffect(() => void put(stored() ?? begin(record)), [version]);
  return {
    ...state,
    isEdited: isEdited(state),
    set: (fields) => void put({ ...latest(), draft: { ...latest().draft, ...fields } }),
    reset: (to) => void put(begin(to)),
    meet: (now) => {
      const { basis, draft } = latest();
      const merged = merge(draftOf(basis), draftOf(now), draft);
      put({ basis: now, ...merged });
      return merged.crossed.length > 0;
    },
    take: (field) => {
      const { basis, draft, crossed } = latest();
      put({
        basis,
        draft: { ...draft, [field]: draftOf(basis)[field] },
        crossed: crossed.filter((one) => one !== field),
      });
    },
    settle: (sent, now) => put({ ...begin(now), draft: merge(sent, draftOf(now), latest().draft).draft }),
  };
}
