/** What many things have in one field, or in a few. */

/** The values of that field, in the order of the items. */
export function pluck<T, Name extends keyof T>(items: readonly T[], name: Name): T[Name][] {
  return items.map((item) => item[name]);
}

/** For each item the values of those fields. */
export function rows<T, Name extends keyof T>(items: readonly T[], ...names: readonly Name[]): T[Name][][] {
  return items.map((item) => names.map((name) => item[name]));
}
