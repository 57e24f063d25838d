/** Changes that go up together. */
import type { Change, FileChange, StoredAlarm } from "./port.ts";

/** Several changes as one, the later ones on top of the earlier. */
export interface Merged extends Required<Change> {
  readonly files: Map<string, FileChange | null>;
  readonly alarms: Map<string, StoredAlarm | null>;
  readonly facts: Map<string, string>;
}

/** Without anything in it. */
export function emptyChange(): Merged {
  return { files: new Map(), alarms: new Map(), facts: new Map() };
}

/** Puts a change on top; false, and nothing is done, when it is to go up by itself: a file that is erased or cut comes again. */
export function mergeInto(merged: Merged, change: Change): boolean {
  const files = [...(change.files ?? [])];
  if (!files.every(([name, next]) => fits(merged.files.get(name), next))) return false;
  for (const [name, next] of files) merged.files.set(name, onTop(merged.files.get(name), next));
  for (const [workspaceId, alarm] of change.alarms ?? []) merged.alarms.set(workspaceId, alarm);
  for (const [name, text] of change.facts ?? []) merged.facts.set(name, text);
  return true;
}

function fits(before: FileChange | null | undefined, next: FileChange | null): boolean {
  if (before === undefined || next === null) return true;
  return before !== null && before.pageSize === next.pageSize && next.length >= before.length;
}

function onTop(before: FileChange | null | undefined, next: FileChange | null): FileChange | null {
  if (next === null || before === undefined || before === null) return next;
  return { ...next, pages: new Map([...before.pages, ...next.pages]) };
}
