/** Renames, archives and restores a list. */
import type { ListChange } from "../intents.ts";
import { isRecord } from "../../../../schema/json.ts";
import { text } from "../json.ts";
import type { Call, Play } from "../play.ts";
import { setback } from "./decided.ts";
import { findList, listLists } from "./find-list.ts";

/** The answer says what the service made of it; a list that still holds todos is refused by the service, with the reason. */
export function* changeList(name: string, change: ListChange): Play {
  const archived = change.kind === "restore";
  const [lists] = yield [archived ? { ...listLists, input: { includeArchived: true } } : listLists];
  const list = findList(lists, name);
  if (!list.ok) return list.answer;
  if (change.kind === "rename" && change.name !== list.name && findList(lists, change.name, list.id).ok)
    return `There is a list called “${change.name}” already. Nothing was changed.`;
  const [outcome] = yield [toCall(list.id, change)];
  const doing = { rename: "rename", archive: "archive", restore: "restore" }[change.kind];
  const wrong = setback(outcome, `the list “${list.name}”`, `${doing} the list **${list.name}**`);
  if (wrong !== null) return wrong;
  if (change.kind === "archive")
    return `Archived the list **${list.name}**. \`restore the list ${list.name}\` brings it back.`;
  if (change.kind === "restore") return `Restored the list **${list.name}**.`;
  const now = isRecord(outcome?.value) ? text(outcome.value["name"]) : null;
  return `Renamed the list **${list.name}** to **${now ?? change.name}**.`;
}

function toCall(todoListId: string, change: ListChange): Call {
  if (change.kind === "archive") return { name: "delete_todo_list", input: { todoListId } };
  const fields = change.kind === "rename" ? { name: change.name } : { archived: false };
  return { name: "update_todo_list", input: { todoListId, ...fields } };
}
