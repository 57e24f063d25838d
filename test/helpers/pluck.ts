/** One field of many. */

/** The values of that field, in the order of the items. */
export function pluck<T, Name extends keyof T>(items: readonly T[], name: Name): T[Name][] {
  return items.map((item) => item[name]);
}
