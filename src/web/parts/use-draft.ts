/** A text that is being written: what was typed is still there when the person comes back to it. */
import { useState } from "preact/hooks";
import type { Draft } from "../store/drafts.ts";
import { useStore } from "./use.ts";

export interface DraftState {
  /** Null while nothing is written. */
  readonly draft: Draft | null;
  /** As it is now, whatever was drawn last; undefined where it has nothing that is not saved. */
  readonly latest: () => Draft | undefined;
  readonly set: (draft: Draft | null) => void;
}

/** The draft under that name. One in which nothing was typed is not there any more when the person comes back. */
export function useDraft(name: string): DraftState {
  const { drafts } = useStore();
  const latest = () => drafts.get(name) as Draft | undefined;
  const [draft, show] = useState<Draft | null>(() => latest() ?? null);
  const set = (next: Draft | null): void => {
    if (next === null || next.text === (next.basis ?? "")) drafts.delete(name);
    else drafts.set(name, next);
    show(next);
  };
  return { draft, latest, set };
}
