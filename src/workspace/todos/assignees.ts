/** Who a todo is given to. */
import { notFound } from "../../schema/errors.ts";
import type { TodoAssignee } from "../../schema/todo.ts";
import { agentRow, requireAgent } from "../agents/queries.ts";
import { isMember } from "../members/queries.ts";
import type { Sql } from "../protocol/sql.ts";

/** The list without repetitions, in its order. Throws 404 for an unknown id and 409 for an archived agent, with `param`. */
export function readAssignees(
  sql: Sql,
  given: readonly TodoAssignee[],
  current: readonly TodoAssignee[],
): TodoAssignee[] {
  const assignees: TodoAssignee[] = [];
  for (const [index, { id, type }] of given.entries()) {
    if (includes(assignees, id)) continue;
    if (!includes(current, id, type)) requireAssignee(sql, id, type, `assignees[${index}].id`);
    assignees.push({ id, type });
  }
  return assignees;
}

/** True when agents are assigned and each of them is archived. */
export function hasOnlyArchivedAgents(sql: Sql, assignees: readonly TodoAssignee[]): boolean {
  const agents = assignees.filter(({ type }) => type === "agent");
  return agents.length > 0 && agents.every(({ id }) => agentRow(sql, id).isArchived);
}

/** The agent that works on the todo: the first one in the list. */
export function firstAgent(assignees: readonly TodoAssignee[]): string | undefined {
  return assignees.find((assignee) => assignee.type === "agent")?.id;
}

/** The first agent that was not assigned before. */
export function addedAgent(before: readonly TodoAssignee[], after: readonly TodoAssignee[]): string | undefined {
  return firstAgent(after.filter((assignee) => !includes(before, assignee.id)));
}

/** True when both lists name the same, in the same order. */
export function sameAssignees(one: readonly TodoAssignee[], other: readonly TodoAssignee[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, type }, index) => other[index]?.id === id && other[index]?.type === type)
  );
}

function includes(assignees: readonly TodoAssignee[], id: string, type?: TodoAssignee["type"]): boolean {
  return assignees.some((assignee) => assignee.id === id && (type === undefined || assignee.type === type));
}

/** Existing assignees may stay, even when they were archived or have left since. */
function requireAssignee(sql: Sql, id: string, type: TodoAssignee["type"], param: string): void {
  if (type === "agent") requireAgent(sql, id, param);
  else if (!isMember(sql, id)) throw notFound("person", id, param);
}
