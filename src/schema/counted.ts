/** Numbers of things, in words. */

/** `1 workspace`, `2 workspaces`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
