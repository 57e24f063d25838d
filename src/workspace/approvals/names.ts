/** Names of the things that a person is asked about, as the workspace has them now. None of these throws. */
import type { TodoAssignee } from "../../schema/todo.ts";
import type { Sql } from "../sql.ts";
import { listed, quote } from "./words.ts";

/** `the todo "…"`, by its title, else by the beginning of its text. */
export function todoNamed(sql: Sql, id: string): string {
  const row = sql.get("SELECT coalesce(title, substr(content, 1, 1000)) FROM todos WHERE id = ?", id);
  return named("the todo", row?.[0], id);
}

/** `the list "…"`. */
export function listNamed(sql: Sql, id: string): string {
  return named("the list", sql.get("SELECT name FROM todo_lists WHERE id = ?", id)?.[0], id);
}

/** `the agent "…"`. */
export function agentNamed(sql: Sql, id: string): string {
  return named("the agent", sql.get("SELECT name FROM agents WHERE id = ?", id)?.[0], id);
}

/** `the skill "…"`. */
export function skillNamed(sql: Sql, id: string): string {
  return named("the skill", sql.get("SELECT name FROM agent_skills WHERE id = ?", id)?.[0], id);
}

/** Everybody by name. */
export function assigneesNamed(sql: Sql, assignees: readonly TodoAssignee[]): string {
  return listed(assignees.map(({ id, type }) => (type === "agent" ? agentNamed(sql, id) : personNamed(sql, id))));
}

function personNamed(sql: Sql, id: string): string {
  const name = sql.get("SELECT name FROM members WHERE user_id = ?", id)?.[0];
  return typeof name === "string" ? quote(name) : `a person who is not here (${id})`;
}

function named(kind: string, name: unknown, id: string): string {
  return typeof name === "string" ? `${kind} ${quote(name)}` : `${kind} ${id}, which does not exist`;
}
