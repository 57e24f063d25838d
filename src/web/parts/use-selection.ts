/** Which rows of a list are selected: by keys at any time, by press once somebody has begun to select. */
import { useState } from "preact/hooks";

const none: ReadonlySet<string> = new Set();

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** True while a press on a row selects it and does not open it. */
  readonly isByPress: boolean;
  readonly toggle: (id: string) => void;
  /** Selects these, too. */
  readonly add: (ids: readonly string[]) => void;
  /** Selects these no more. */
  readonly drop: (ids: readonly string[]) => void;
  readonly beginByPress: () => void;
  /** Selects nothing; a press opens again. */
  readonly end: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState(none);
  const [isByPress, setByPress] = useState(false);
  return {
    ids,
    isByPress,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    add: (more) => setIds(new Set([...ids, ...more])),
    drop: (fewer) => setIds(new Set([...ids].filter((id) => !fewer.includes(id)))),
    beginByPress: () => setByPress(true),
    end: () => {
      setIds(none);
      setByPress(false);
    },
  };
}
