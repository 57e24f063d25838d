/** JSON in texts that come from elsewhere. */

/** The value; undefined when the text holds none, as a page of a proxy does. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
