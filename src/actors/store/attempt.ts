/** Whether the action went well: for what may fail and is tried again, or done without. */
export function isDone(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
