/** Names of the things that a person is asked about, as the workspace has them now. None of these throws. */
import type { TodoAssignee } from "../../schema/todo.ts";
import type { Sql } from "../protocol/sql.ts";
import { listed, quote } from "./words.ts";

export interface Names {
  /** `the todo "…"`, by its title, else by the beginning of its text. */
  todo(id: string): string;
  /** `the list "…"`. */
  list(id: string): string;
  /** `the agent "…"`. */
  agent(id: string): string;
  /** `the skill "…"`. */
  skill(id: string): string;
  /** Everybody by name. */
  assignees(assignees: readonly TodoAssignee[]): string;
}

/**
 * The names. A todo whose words carry content of captures is named by them only where the request carries such content itself
 * and is withheld as a whole (`isCarrying`).
 */
export function namesIn(sql: Sql, isCarrying: boolean): Names {
  const first = (text: string, id: string): unknown => sql.get(text, id)?.[0];
  const names: Names = {
    todo(id) {
      const row = sql.get("SELECT coalesce(title, substr(content, 1, 1000)), redacted FROM todos WHERE id = ?", id);
      if (!isCarrying && row !== undefined && row[1] !== 0) return `the todo ${id} (its words are withheld)`;
      return named("the todo", row?.[0], id);
    },
    list: (id) => named("the list", first("SELECT name FROM todo_lists WHERE id = ?", id), id),
    agent: (id) => named("the agent", first("SELECT name FROM agents WHERE id = ?", id), id),
    skill: (id) => named("the skill", first("SELECT name FROM agent_skills WHERE id = ?", id), id),
    assignees: (assignees) =>
      listed(assignees.map(({ id, type }) => (type === "agent" ? names.agent(id) : person(id)))),
  };
  const person = (id: string): string => {
    const name = first("SELECT name FROM members WHERE user_id = ?", id);
    return typeof name === "string" ? quote(name) : `a person who is not here (${id})`;
  };
  return names;
}

function named(kind: string, name: unknown, id: string): string {
  return typeof name === "string" ? `${kind} ${quote(name)}` : `${kind} ${id}, which does not exist`;
}
