/** What people and agents may do next, drawn by chance: any operation that writes, on any record, with any value, most of it carried out. */
import type { WorkspaceOperationId } from "../../../src/schema/operations/index.ts";
import type { Random } from "../../torture/random.ts";
import { type AgentRun, people, type Request, type World } from "./world.ts";

/** What the next act is drawn from. */
interface Draw {
  readonly world: World;
  readonly random: Random;
  readonly by: AgentRun | null;
}

interface Act {
  readonly id: WorkspaceOperationId;
  /** Null when there is nothing that it could be done to. */
  readonly request: (draw: Draw) => Request | null;
}

const words = ["Call Ana", "Water", "Plan", "Draft", "Send it", "Review"] as const;
const names = ["Cleo", "Dora", "Home", "Garden", "Bea"] as const;

export function pick<T>(random: Random, all: readonly T[]): T {
  return all[random.between(0, all.length - 1)] as T;
}

function chance({ random }: Draw, percent: number): boolean {
  return random.between(1, 100) <= percent;
}

/** The id of any record of the table. */
function anyOf({ world, random }: Draw, table: string): string | null {
  const ids = world.sql.all(`SELECT id FROM ${table} ORDER BY id`);
  return ids.length === 0 ? null : (pick(random, ids)[0] as string);
}

/** The body of some of these fields; each is sent one time in three, one at least. */
function someOf(draw: Draw, fields: Readonly<Record<string, () => unknown>>): Record<string, unknown> {
  const sent = Object.keys(fields).filter(() => chance(draw, 33));
  const chosen = sent.length > 0 ? sent : [pick(draw.random, Object.keys(fields))];
  return Object.fromEntries(chosen.map((name) => [name, fields[name]?.()]));
}

function assignees(draw: Draw): unknown[] {
  const all = people.map(({ userId }) => ({ id: userId, type: "user" }));
  const agent = anyOf(draw, "agents");
  if (agent !== null && chance(draw, 30)) all.push({ id: agent, type: "agent" });
  return all.filter(() => chance(draw, 50));
}

function schedule(draw: Draw): unknown {
  const { world, random } = draw;
  if (chance(draw, 30)) return { runAt: new Date(world.now + random.between(1, 72) * hour).toISOString() };
  return {
    rrule: pick(random, ["FREQ=DAILY;BYHOUR=9;BYMINUTE=0", "FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;COUNT=2"]),
    ...(chance(draw, 50) && { timezone: "Europe/Berlin" }),
    ...(chance(draw, 30) && { message: pick(random, words) }),
    ...(chance(draw, 30) && { overlapPolicy: "queue", catchUpPolicy: "skip" }),
  };
}

const hour = 3_600_000;

const todoFields = (draw: Draw) => ({
  title: () => pick(draw.random, words),
  content: () => (chance(draw, 70) ? pick(draw.random, words) : null),
  status: () => pick(draw.random, ["ready", "in_progress", "done"]),
  priority: () => pick(draw.random, ["urgent", "low", null]),
  type: () => pick(draw.random, ["task", "responsibility"]),
  todoListId: () => anyOf(draw, "todo_lists"),
  dueDate: () => pick(draw.random, ["2026-02-01", "2027-01-01", null]),
  schedule: () => (chance(draw, 70) ? schedule(draw) : null),
  schedulePaused: () => chance(draw, 50),
  assignees: () => assignees(draw),
});

function newTodo(draw: Draw): Record<string, unknown> {
  const { status: _status, schedulePaused: _paused, ...fields } = todoFields(draw);
  const body: Record<string, unknown> = { ...someOf(draw, fields), title: pick(draw.random, words) };
  for (const name of ["content", "priority", "dueDate", "schedule"]) if (body[name] === null) delete body[name];
  const captureId = chance(draw, 10) ? anyOf(draw, "captures") : null;
  return { ...body, ...(captureId !== null && { captureId }) };
}

const agentFields = (draw: Draw) => ({
  name: () => pick(draw.random, names),
  description: () => pick(draw.random, [...words, null]),
  instructions: () => pick(draw.random, [...words, null]),
  requiresApproval: () => chance(draw, 50),
  approvalGuidance: () => pick(draw.random, [...words, null]),
  workingHoursEnabled: () => chance(draw, 50),
  workingHours: () =>
    chance(draw, 50) ? null : { timezone: "UTC", windows: [{ days: ["monday"], start: "09:00", end: "17:00" }] },
  archived: () => chance(draw, 50),
});

/** Acts on one record of a table. */
function on(
  table: string,
  parameter: string,
  id: WorkspaceOperationId,
  more: (draw: Draw) => Request = () => ({}),
): Act {
  return {
    id,
    request(draw) {
      const found = anyOf(draw, table);
      return found === null ? null : { ...more(draw), path: { [parameter]: found } };
    },
  };
}

function skillPath(draw: Draw): Record<string, string> | null {
  const rows = draw.world.sql.all("SELECT agent_id, id FROM agent_skills ORDER BY id");
  if (rows.length === 0) return null;
  const [agentId, skillId] = pick(draw.random, rows);
  return { agentId: agentId as string, skillId: skillId as string };
}

/** Erases for ever one time in so many. */
const perhapsForEver = (draw: Draw): Request => ({ query: { permanent: chance(draw, 12) } });

/** What an agent has tools for. */
const ofAgents: readonly Act[] = [
  { id: "createTodo", request: (draw) => ({ body: newTodo(draw) }) },
  { id: "batchCreateTodos", request: (draw) => ({ body: { data: [newTodo(draw), newTodo(draw)] } }) },
  on("todos", "todoId", "updateTodo", (draw) => ({ body: someOf(draw, todoFields(draw)) })),
  on("todos", "todoId", "updateTodo", (draw) => ({ body: someOf(draw, todoFields(draw)) })),
  on("todos", "todoId", "updateTodo", (draw) => ({ body: someOf(draw, todoFields(draw)) })),
  on("todos", "todoId", "deleteTodo", perhapsForEver),
  on("todos", "todoId", "restoreTodo"),
  on("todos", "todoId", "runTodo", (draw) => ({ body: { agentId: anyOf(draw, "agents") } })),
  on("todos", "todoId", "retireTodoSchedule", () => ({ body: { retirementRunPolicy: "cancel" } })),
  { id: "createTodoList", request: ({ random }) => ({ body: { name: pick(random, names) } }) },
  on("todo_lists", "todoListId", "updateTodoList", (draw) => ({
    body: someOf(draw, {
      name: () => pick(draw.random, names),
      emoji: () => pick(draw.random, ["🌱", null]),
      color: () => pick(draw.random, ["#112233", null]),
      archived: () => chance(draw, 50),
    }),
  })),
  on("todo_lists", "todoListId", "deleteTodoList"),
  {
    id: "createAgent",
    request: ({ random }) => ({ body: { name: `${pick(random, names)} ${random.between(1, 4)}` } }),
  },
  on("agents", "agentId", "updateAgent", (draw) => ({ body: someOf(draw, agentFields(draw)) })),
  on("agents", "agentId", "deleteAgent"),
  on("agents", "agentId", "restoreAgent"),
  on("agents", "agentId", "createAgentSkill", ({ random }) => ({
    body: { name: pick(random, words), instructions: "Do." },
  })),
  {
    id: "updateAgentSkill",
    request(draw) {
      const path = skillPath(draw);
      const fields = {
        name: () => pick(draw.random, words),
        instructions: () => pick(draw.random, ["Do.", "Do not.", null]),
        archived: () => chance(draw, 50),
      };
      return path && { path, body: someOf(draw, fields) };
    },
  },
  {
    id: "deleteAgentSkill",
    request(draw) {
      const path = skillPath(draw);
      return path && { path };
    },
  },
  { id: "createCapture", request: ({ random }) => ({ body: { type: "note", content: pick(random, words) } }) },
  on("captures", "captureId", "updateCapture", (draw) => ({
    body: someOf(draw, {
      title: () => pick(draw.random, [...words, null]),
      content: () => pick(draw.random, [...words, null]),
      notes: () => pick(draw.random, [...words, null]),
      tags: () => ["a", "b", "c"].filter(() => chance(draw, 50)),
    }),
  })),
  on("captures", "captureId", "deleteCapture", perhapsForEver),
  on("captures", "captureId", "restoreCapture"),
];

/** What only people do. */
const ofPeople: readonly Act[] = [
  ...ofAgents,
  on("chats", "chatId", "updateChat", ({ random }) => ({ body: { title: pick(random, words) } })),
  on("chats", "chatId", "cancelChat"),
  on("chats", "chatId", "deleteChat", () => ({ query: {} })),
  on("chats", "chatId", "restoreChat"),
  on("todos", "todoId", "moveTodo", (draw) => ({
    body: { after: chance(draw, 50) ? null : anyOf(draw, "todos"), ...(chance(draw, 50) && { status: "done" }) },
  })),
  on("todos", "todoId", "completeOccurrence", () => ({ body: {} })),
  {
    id: "bulkUpdateTodos",
    request(draw) {
      const todoId = anyOf(draw, "todos");
      return todoId === null ? null : { body: { changes: [{ todoId, archived: chance(draw, 50), priority: "low" }] } };
    },
  },
];

/** Does one thing; answers the operation, null when it was refused or there was nothing to do it to. */
export function actOnce(draw: Draw): WorkspaceOperationId | null {
  const act = pick(draw.random, draw.by === null ? ofPeople : ofAgents);
  const request = act.request(draw);
  if (request === null) return null;
  return draw.world.try(act.id, request, draw.by) === null ? null : act.id;
}
