/** The todos that the palette offers actions for: the one that lies open over a screen, else what is selected there, else the current row. */
import { useContext, useLayoutEffect } from "preact/hooks";
import { KeyLevel } from "./use.ts";

interface Layer {
  readonly ids: readonly string[];
  readonly level: number;
}

const layers: Layer[] = [];

/** Those of the highest level, and there of who named some last. */
export function targetsNow(): readonly string[] {
  return layers.at(-1)?.ids ?? [];
}

/** Names them while the component is there. At once: the next key may open the palette. */
export function useTargets(ids: readonly string[]): void {
  const level = useContext(KeyLevel);
  useLayoutEffect(() => {
    const layer = { ids, level };
    layers.splice(layers.findLastIndex((other) => other.level <= level) + 1, 0, layer);
    return () => void layers.splice(layers.indexOf(layer), 1);
  }, [ids.join(), level]);
}
