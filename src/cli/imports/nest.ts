/** Tasks with their parts below them, out of tasks that name what they are a part of. */
import type { Draft } from "./formats/draft.ts";

export interface Tree {
  readonly draft: Draft;
  readonly parts: readonly Tree[];
}

/** Parts that lie deeper than so many levels are brought up to the last of them. */
const deepest = 8;
/** No person nests so deep: what lies below stands alone. */
const absurd = 100;

/** The trees, in the order of the export. A parent that is not there, or a circle, makes a task stand alone. */
export function nest(drafts: readonly Draft[]): Tree[] {
  const byRef = new Map(drafts.map((draft) => [draft.ref, draft]));
  const below = new Map<string, Draft[]>();
  const roots: Draft[] = [];
  for (const draft of drafts) {
    const parent = homeOf(draft, byRef);
    const siblings = parent === null ? roots : (below.get(parent) ?? []);
    siblings.push(draft);
    if (parent !== null) below.set(parent, siblings);
  }
  const grow = (draft: Draft): Tree => ({ draft, parts: (below.get(draft.ref) ?? []).map(grow) });
  return roots.map(grow);
}

/** The ref of the parent that a draft comes to stand under; null for none. */
function homeOf(draft: Draft, byRef: ReadonlyMap<string, Draft>): string | null {
  const above: string[] = [];
  let ref = draft.parent;
  while (ref !== null) {
    const parent = byRef.get(ref);
    if (parent === undefined) break;
    if (parent === draft || above.includes(ref)) return null;
    above.push(ref);
    if (above.length > absurd) return null;
    ref = parent.parent;
  }
  return above.at(Math.max(0, above.length - deepest)) ?? null;
}
