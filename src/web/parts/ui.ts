/** What lies over the screens, and what the keys act on. */
import { State } from "../base/signal.ts";

export type PaletteMode = "all" | "lists" | "due" | "list" | "assign" | "priority";

export interface PaletteOpen {
  readonly mode: PaletteMode;
  /** The todos that an action is for. */
  readonly ids: readonly string[];
}

export const palette = new State<PaletteOpen | null>(null);
export const isAdding = new State(false);
/** The list that is changed, or made where there is no id yet. */
export const openList = new State<{ readonly id: string | null } | null>(null);
export const isHelpShown = new State(false);

/** Opens the palette to choose something for these todos. */
export function choose(mode: PaletteMode, ids: readonly string[]): void {
  if (ids.length > 0) palette.set({ mode, ids });
}
