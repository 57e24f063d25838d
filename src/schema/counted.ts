/** Numbers of things, in words. */

/** `1 workspace`, `2 workspaces`, `2 scheduled series`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 || noun.endsWith("series") ? "" : "s"}`;
}
