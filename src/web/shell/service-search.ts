/** What the service finds by words that the page does not hold: texts of todos, notes, recordings and chats. */
import type { SearchResult } from "../../schema/search.ts";
import { go, goOver } from "../base/routes.ts";
import { useSearch } from "../parts/use-search.ts";
import { words } from "../words/index.ts";
import type { Command } from "./commands.ts";

const most = 8;

/** What was found for the text, and the way to all of it; empty until the service has answered. */
export function useServiceSearch(text: string, isOn: boolean): readonly Command[] {
  const query = text.trim();
  const isAsked = isOn && query.length >= 2;
  const found = useSearch(isAsked ? query : "", most);
  if (!isAsked) return [];
  const everywhere: Command = {
    id: "search",
    label: words.find.everywhere(query),
    kind: words.kinds.action,
    keyName: "/",
    run: () => go(`/search?query=${encodeURIComponent(query)}`),
  };
  return [...(found.results ?? []).filter(({ kind }) => kind !== "agent").map(toCommand), everywhere];
}

function kindOf(kind: Exclude<SearchResult["kind"], "segment">): string {
  const { kinds, chat, find, agents } = words;
  return { todo: kinds.todo, chat: chat.open, capture: find.capture, agent: agents.open }[kind];
}

function toCommand({ kind, id, title, snippet, startMs }: SearchResult): Command {
  const isSaid = kind === "segment";
  return {
    id: isSaid ? `segment-${id}-${startMs}` : `${kind}-${id}`,
    label: (isSaid ? snippet : title) ?? words.untitled,
    kind: kind === "segment" ? (title ?? words.find.groups.segment) : kindOf(kind),
    run: () => open(kind, id, startMs),
  };
}

function open(kind: SearchResult["kind"], id: string, startMs: number | null): void {
  if (kind === "todo") goOver(`/todos/${id}`);
  else go(kind === "chat" ? `/chats/${id}` : `/captures/${id}${startMs === null ? "" : `?t=${startMs / 1000}`}`);
}
