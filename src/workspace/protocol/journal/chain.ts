/** The chain of entries: what each commits to, so that a byte changed later is noticed, and what was erased cannot be guessed. */
import type { SqlValue } from "../sql.ts";

/** SHA-256 of the text, in base64url. */
export type Hash = (text: string) => string;

/** The hash before the first entry. */
export const noHash = "";

/** Commits to the images; they can go with their salt, and the chain still verifies. */
export function commitmentOf(hash: Hash, salt: string | null, before: string | null, after: string | null): string {
  return hash(measured(salt) + measured(before) + measured(after));
}

/** With its length, so that no two lists of texts read the same. */
function measured(text: string | null): string {
  return text === null ? "-" : `${text.length}:${text}`;
}

/** The hash of an entry: of the one before it, and of its own columns but for images, salt and hash. */
export function chainHash(hash: Hash, previous: string, columns: readonly SqlValue[]): string {
  return hash(previous + JSON.stringify(columns));
}
