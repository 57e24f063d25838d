/** What the service finds by words that the page does not hold: texts of todos, notes, recordings, chats and skills. */
import type { SearchResult } from "../../schema/search.ts";
import { go } from "../base/routes.ts";
import { openResult } from "../parts/search-result.ts";
import { type Found, useSearch } from "../parts/use-search.ts";
import { words } from "../words/index.ts";
import type { Command } from "./commands.ts";

const most = 5;

export interface ServiceSearch extends Omit<Found, "results"> {
  /** What was found, and the way to all of it. */
  readonly commands: readonly Command[];
  /** Whether the answer is still to come. */
  readonly isLooking: boolean;
}

/** What was found for the text; nothing where it is not asked for. */
export function useServiceSearch(text: string, isOn: boolean): ServiceSearch {
  const query = text.trim();
  const isAsked = isOn && query.length >= 2;
  const { results, problem, retry } = useSearch({ query: isAsked ? query : "", limit: most });
  if (!isAsked) return { commands: [], isLooking: false, problem: null, retry };
  const everywhere: Command = {
    id: "search",
    label: words.find.everywhere(query),
    kind: words.kinds.action,
    keyName: "/",
    run: () => go(`/search?query=${encodeURIComponent(query)}`),
  };
  const commands = [...(results ?? []).filter(({ kind }) => kind !== "agent").map(toCommand), everywhere];
  return { commands, isLooking: results === null && problem === null, problem, retry };
}

/** Words of a message or of a recording are shown themselves, and next to them where they stand. */
function toCommand(result: SearchResult): Command {
  const { kind, id, title, snippet, startMs } = result;
  const isPart = kind === "message" || kind === "segment";
  return {
    id: kind === "segment" ? `segment-${id}-${startMs}` : `${kind}-${id}`,
    label: (isPart ? snippet : title) ?? words.untitled,
    kind: isPart ? (title ?? words.find.groups[kind]) : words.find.one[kind],
    run: () => openResult(result),
  };
}
