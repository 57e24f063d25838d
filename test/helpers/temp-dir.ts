/** A folder of its own for a test, gone when the test has ended. */
import { makePlace, removePlace } from "../../src/testing/place.ts";

/** The path of a fresh, empty folder, in memory where the system has room there; it is removed after the test, with all that is in it. */
export function tempDir(t: { readonly after: (action: () => void) => unknown }): string {
  const path = makePlace();
  t.after(() => removePlace(path));
  return path;
}
