/** Pieces of the sentences that a person decides on, with the names of things as the workspace has them now. None of these throws. */
import type { TodoAssignee } from "../../schema/todo.ts";
import type { Sql } from "../protocol/sql.ts";
import { capitalised, quote } from "../protocol/text.ts";

/** `a`, `a and b`, `a, b and c`; beyond `most` only how many more there are. */
export function listed(items: readonly string[], most = 10): string {
  const shown = items.length > most ? [...items.slice(0, most), `${items.length - most} more`] : items;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}

/** ` (a, b)`; empty when there is nothing to add. */
export function inBrackets(items: readonly string[]): string {
  return items.length === 0 ? "" : ` (${items.join(", ")})`;
}

/** What a change does: `all` names the thing itself, `part` is said after its name. */
export interface Change {
  readonly all: string;
  readonly part: string;
}

/** One change as a sentence of its own; several after the name of what they change. */
export function changesOf(thing: string, changes: readonly Change[]): string {
  const [only] = changes;
  if (only === undefined) return `Change nothing about ${thing}`;
  if (changes.length === 1) return capitalised(only.all);
  return `Change ${thing}: ${listed(changes.map(({ part }) => part))}`;
}

/** `instructions: "…"`; for values of any kind. */
export function field(name: string, value: unknown): string {
  if (value === null || value === "") return `no ${inWords(name)}`;
  if (typeof value === "boolean" || typeof value === "number") return `${inWords(name)} ${value}`;
  return `${inWords(name)} ${quote(typeof value === "string" ? value : JSON.stringify(value))}`;
}

/** One for each field that is given. */
export function fieldsOf(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [field(name, value)]));
}

/** `approvalGuidance` → `approval guidance`. */
function inWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export interface Names {
  /** `the todo "…"`, by its title, else by the beginning of its text. */
  todo(id: string): string;
  /** `the list "…"`. */
  list(id: string): string;
  /** `the agent "…"`. */
  agent(id: string): string;
  /** `the skill "…"`. */
  skill(id: string): string;
  /** `the note or recording …`, by its id: its title is its content. */
  capture(id: string): string;
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
    capture(id) {
      const isThere = first("SELECT 1 FROM captures WHERE id = ?", id) !== undefined;
      return `the note or recording ${id}${isThere ? "" : ", which does not exist"}`;
    },
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
