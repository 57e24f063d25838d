/** Where imported todos go: the list of an id, found by the id, then by its name, else made. */
import { fold } from "../../schema/fold.ts";
import { invalid } from "../../schema/errors.ts";
import type { ImportCreate, ImportedTodoList, ImportOutcome } from "../../schema/import.ts";
import type { Context } from "../protocol/context.ts";
import { createList, refuseTooMany } from "../todo-lists/create.ts";
import { defaultTodoListId, isTodoListArchived, todoListIdNamed } from "../todo-lists/queries.ts";
import { recordList, knownList } from "./queries.ts";

type ListOutcome = ImportOutcome["todoLists"][number];

export interface Lists {
  readonly outcomes: readonly ListOutcome[];
  /** The list that a todo of the request goes to; null for one that a dry run would make. Throws 400 naming the field. */
  homeOf(externalId: string | undefined, param: string): string | null;
}

/** Finds or makes the lists of a request; a dry run makes none. Throws 400 when they would be too many. */
export function openLists(context: Context, { source, dryRun, todoLists = [] }: ImportCreate): Lists {
  const { sql } = context;
  const isDry = dryRun === true;
  const given = new Map(todoLists.map((list) => [list.externalId, list]));
  const planned = new Set<string>();

  /** The id of an active list of that name, made when there is none. */
  const named = (list: ImportedTodoList): { readonly id: string | null; readonly isNew: boolean } => {
    const found = todoListIdNamed(sql, list.name);
    if (found !== undefined) return { id: found, isNew: false };
    if (!isDry) return { id: createList(context, list), isNew: true };
    const isNew = !planned.has(fold(list.name));
    if (isNew) refuseTooMany(context, planned.size);
    planned.add(fold(list.name));
    return { id: null, isNew };
  };
  const settle = (list: ImportedTodoList) => {
    const home = named(list);
    if (!isDry && home.id !== null) recordList(sql, source, list.externalId, home.id);
    return home;
  };
  const outcomes = todoLists.map((list): ListOutcome => {
    const { externalId } = list;
    const known = knownList(sql, source, externalId);
    if (known !== undefined) return { externalId, result: "unchanged", todoListId: known };
    const { id, isNew } = settle(list);
    return { externalId, result: isNew ? "created" : "unchanged", todoListId: id };
  });

  return {
    outcomes,
    homeOf(externalId, param) {
      if (externalId === undefined) return defaultTodoListId(sql);
      const list = given.get(externalId);
      const known = knownList(sql, source, externalId);
      if (known !== undefined && isTodoListArchived(sql, known) !== true) return known;
      if (list !== undefined) return settle(list).id;
      if (known === undefined)
        throw invalid(param, `${param}: there is no list ${externalId} in todoLists, and none was imported.`);
      return defaultTodoListId(sql);
    },
  };
}
