/** How a language says a number with its noun. */

/** Says "1 todo" or "1,234 todos" in a language that, as English and German do, has one form for 1 and one for all others. */
export function counting(language: string): (number: number, one: string, other: string) => string {
  const format = new Intl.NumberFormat(language);
  return (number, one, other) => `${format.format(number)} ${number === 1 ? one : other}`;
}
