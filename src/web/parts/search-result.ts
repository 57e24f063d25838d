/** Where what was found is: a message in its chat, a segment at its second, a skill among those of its agent. */
import type { SearchResult } from "../../schema/search.ts";
import { go, goOver } from "../base/routes.ts";

export function hrefOf({ kind, id, parentId, startMs }: SearchResult): string {
  const parent = parentId ?? id;
  switch (kind) {
    case "todo":
      return `/todos/${id}`;
    case "chat":
      return `/chats/${id}`;
    case "message":
      return `/chats/${parent}?message=${id}`;
    case "capture":
      return `/captures/${id}`;
    case "segment":
      return `/captures/${parent}?t=${(startMs ?? 0) / 1000}`;
    case "agent":
      return `/agents/${id}`;
    case "skill":
    default:
      return `/agents/${parent}?tab=skills&skill=${id}`;
  }
}

/** Goes there; a todo opens over what is shown. */
export function openResult(result: SearchResult): void {
  if (result.kind === "todo") goOver(hrefOf(result));
  else go(hrefOf(result));
}
