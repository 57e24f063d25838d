/**
 * Cursors as callers see them: the position of a walk, authenticated and bound to workspace, endpoint, filters, sort and order.
 * Changing any of these in mid-walk, or inventing a cursor, is 400 `invalid_cursor`.
 */
import { invalidCursor } from "../workspace/cursor.ts";
import { createRecent } from "../workspace/recent.ts";
import { decode, encode, same, seal } from "./crypto.ts";

export interface Cursors {
  /** The cursor for a position. A binding has no line break. */
  close(position: string, binding: string): string;
  /** The position in a cursor. Throws `invalid_cursor`. */
  open(cursor: string, binding: string): string;
}

const remembered = 256;

export function createCursors(secret: string | Uint8Array): Cursors {
  /** The cursors of pages that were asked for lately, by what they seal: a page that is made again mostly ends where it did. */
  const closed = createRecent(remembered, (sealed) => {
    const position = sealed.slice(sealed.indexOf("\n") + 1);
    // Joined at once, so that the page it is put into is written fast (see src/workspace/instant.ts).
    return [encode(position), seal(secret, sealed)].join(".");
  });
  return {
    close: (position, binding) => closed.get(`${binding}\n${position}`),
    open: (cursor, binding) => {
      const [body = "", signature = "", ...rest] = cursor.split(".");
      const position = decode(body);
      if (rest.length > 0 || !same(signature, seal(secret, `${binding}\n${position}`))) throw invalidCursor();
      return position;
    },
  };
}

/** What a cursor is bound to: everything that decides which rows come in which order. */
export function cursorBinding(workspaceId: string, operationId: string, path: object, query: object): string {
  return `[${JSON.stringify(workspaceId)},${JSON.stringify(operationId)},${JSON.stringify(path)},${filtersOf(query)}]`;
}

/** The filters of queries as text. A query that is asked again is the same object (`readQuery`). */
const filters = new WeakMap<object, string>();

function filtersOf(query: object): string {
  const known = filters.get(query);
  if (known !== undefined) return known;
  const own = Object.entries(query).filter(([name]) => name !== "cursor" && name !== "limit" && name !== "include");
  own.sort(([left], [right]) => (left < right ? -1 : 1));
  const text = JSON.stringify(own);
  filters.set(query, text);
  return text;
}
