/** Which play acts out which intent, for those that look and those about lists. */
import type { Turn } from "../conversation.ts";
import type { Intent, Present } from "../intents.ts";
import type { Play } from "../play.ts";
import { changeList } from "./lists.ts";
import { listTodos } from "./look.ts";
import { showMore } from "./more.ts";
import { nextTodos } from "./next.ts";
import { createList, showAgents, showLists } from "./records.ts";
import { summarise } from "./summary.ts";

export type RecordIntent = Extract<
  Intent,
  { readonly kind: "list" | "next" | "more" | "summary" | "lists" | "createList" | "changeList" | "agents" }
>;

/** The play of the intent, at its start. */
export function recordPlayOf(intent: RecordIntent, turns: readonly Turn[], cursors: boolean, present: Present): Play {
  switch (intent.kind) {
    case "list":
      return listTodos(intent.filter, present);
    case "next":
      return nextTodos(intent.filter, present);
    case "more":
      return showMore(turns, cursors, present);
    case "summary":
      return summarise(intent.filter, present);
    case "lists":
      return showLists();
    case "createList":
      return createList(intent.name);
    case "changeList":
      return changeList(intent.name, intent.change);
    case "agents":
      break;
  }
  return showAgents();
}
