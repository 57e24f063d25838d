/** What may happen in the world, each at random: people, schedules, models, budgets, crashes. */
import { ApiError } from "../../src/schema/errors.ts";
import { type ModelMood, release } from "./model.ts";
import { bySchedule } from "./invariants.ts";
import type { World } from "./world.ts";

export const minute = 60_000;
export const hour = 60 * minute;

export interface Play {
  readonly world: World;
  /** One that acts by itself, two that ask first. */
  readonly agents: readonly string[];
  readonly model: ModelMood;
  /** Lets time pass in so many steps. */
  readonly pass: (steps: number, milliseconds: number) => Promise<void>;
}

/** Does something to the world; `pick` chooses among what is there. */
type Act = (play: Play, pick: number) => Promise<unknown> | void;

const workingHours = {
  timezone: "Europe/Berlin",
  windows: [{ days: ["monday" as const, "tuesday" as const, "wednesday" as const], start: "09:00", end: "17:00" }],
};

export const acts = {
  chat: ({ world, agents }, pick) =>
    world.call("createChat", { body: { message: `Hello ${pick}`, agentId: of(agents, pick) } }),
  message: ({ world }, pick) =>
    onChat(world, pick, (chatId) => world.call("sendMessage", { path: { chatId }, body: { message: "On" } })),
  cancel: ({ world }, pick) => onChat(world, pick, (chatId) => world.call("cancelChat", { path: { chatId } })),
  eraseChat: ({ world }, pick) =>
    onChat(world, pick, (chatId) => world.call("deleteChat", { path: { chatId }, query: { permanent: true } })),
  schedule: async (play, pick) => {
    const { world, agents } = play;
    const soon = new Date(world.clock.now() + (1 + (pick % 50)) * minute).toISOString();
    const rules = [
      { rrule: "FREQ=HOURLY" },
      { rrule: "FREQ=HOURLY;BYMINUTE=0,20,40", timezone: "America/New_York" },
      { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" },
      { rrule: "FREQ=HOURLY;COUNT=3" },
      { runAt: soon },
    ];
    const how = {
      message: bySchedule,
      overlapPolicy: pick % 2 === 0 ? "skip" : "queue",
      catchUpPolicy: pick % 3 === 0 ? "skip" : "run_once",
    } as const;
    const assignees = pick % 11 === 0 ? {} : { assignees: [{ id: of(agents, pick), type: "agent" as const }] };
    const type = pick % 4 === 0 ? "responsibility" : "task";
    const schedule = { ...rules[pick % rules.length], ...how };
    await world.call("createTodo", { body: { title: `Recurring ${pick}`, type, schedule, ...assignees } });
  },
  run: ({ world, agents }, pick) =>
    onTodo(world, pick, (todoId) => world.call("runTodo", { path: { todoId }, body: { agentId: of(agents, pick) } })),
  pause: ({ world }, pick) => patch(world, pick, { schedulePaused: true }),
  resume: ({ world }, pick) => patch(world, pick, { schedulePaused: false }),
  clear: ({ world }, pick) => patch(world, pick, { schedule: null }),
  done: ({ world }, pick) => patch(world, pick, { status: "done" }),
  reopen: ({ world }, pick) => patch(world, pick, { status: "ready" }),
  retire: ({ world }, pick) =>
    onTodo(world, pick, (todoId) =>
      world.call("retireTodoSchedule", {
        path: { todoId },
        body: { retirementRunPolicy: pick % 2 === 0 ? "finish" : "cancel" },
      }),
    ),
  eraseTodo: ({ world }, pick) =>
    onTodo(world, pick, (todoId) =>
      world.call("deleteTodo", { path: { todoId }, query: { permanent: pick % 2 === 0 } }),
    ),
  note: ({ world }, pick) =>
    world.call("createCapture", { body: { type: "note", content: `Note ${pick}: send it`, tags: pickTags(pick) } }),
  rewrite: ({ world }, pick) =>
    onCapture(world, pick, (captureId) =>
      world.call("updateCapture", { path: { captureId }, body: { notes: `Of ${pick % 3}`, tags: pickTags(pick) } }),
    ),
  eraseCapture: ({ world }, pick) =>
    onCapture(world, pick, (captureId) =>
      world.call("deleteCapture", { path: { captureId }, query: { permanent: pick % 2 === 0 } }),
    ),
  decide: ({ world }, pick) => decide(world, pick),
  archiveAgent: ({ world, agents }, pick) => world.call("deleteAgent", { path: { agentId: of(agents, pick) } }),
  orphan: (play, pick) => orphan(play, pick),
  restoreAgent: ({ world, agents }, pick) => world.call("restoreAgent", { path: { agentId: of(agents, pick) } }),
  hours: ({ world, agents }, pick) =>
    world.call("updateAgent", {
      path: { agentId: of(agents, pick) },
      body: { workingHours, workingHoursEnabled: pick % 2 === 0 },
    }),
  revoke: ({ world }, pick) => void (world.isRevoked = pick % 3 === 0),
  budget: ({ world }, pick) => void (world.budget = pick % 3 === 0 ? null : pick % 3 === 1 ? 0 : 3600),
  answer: ({ model }) => release(model),
  wait: ({ pass }, pick) => pass(1 + (pick % 90), minute),
  day: ({ pass }) => pass(24, hour),
  expire: ({ pass }) => pass(13, 6 * hour),
  clockBack: ({ world }, pick) => {
    world.clock.setWall(world.clock.now() - (pick % 120) * minute);
    world.clock.advance(15_000);
  },
  clockAstray: async ({ world, pass }, pick) => {
    const away = (1 + (pick % 60)) * 24 * hour;
    world.clock.setWall(world.clock.now() + away);
    await pass(1 + (pick % 3), minute);
    world.clock.setWall(world.clock.now() - away);
    world.clock.advance(15_000);
  },
  clockForward: ({ world }, pick) => {
    world.clock.setWall(world.clock.now() + (pick % 300) * minute);
    world.clock.advance(15_000);
  },
  kill: ({ world }, pick) => world.killAt(1 + (pick % 7), pick % 2 === 0 ? "before" : "after"),
  restart: ({ world }, pick) => world.restart(pick % 2 === 0 ? "drain" : "kill"),
  zones: ({ world }, pick) => {
    world.zoneData = `version ${pick % 5}`;
    return world.restart(pick % 2 === 0 ? "drain" : "kill");
  },
} as const satisfies Readonly<Record<string, Act>>;

export type EventName = keyof typeof acts;

/** Lets it happen; that it cannot happen now is an answer like any other. */
export async function happen(play: Play, name: EventName, pick: number): Promise<void> {
  try {
    await acts[name](play, pick);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "internal_error" || isMalformed(error)) throw error;
  }
}

/** The event itself would be wrong then. An edit may not fit the tool that it happens to meet. */
function isMalformed({ code, param }: ApiError): boolean {
  return code === "validation_failed" && param?.startsWith("editedInput") !== true;
}

function of<T>(all: readonly T[], pick: number): T {
  return all[pick % all.length] as T;
}

type OnOne = (world: World, pick: number, act: (id: string) => Promise<unknown>) => Promise<void>;

/** One of the last of a table. */
function onOneOf(table: "chats" | "todos" | "captures"): OnOne {
  return async (world, pick, act) => {
    const found = world
      .read((sql) => sql.all(`SELECT id FROM ${table} ORDER BY n DESC LIMIT 12`))
      .map(([id]) => id as string);
    if (found.length > 0) await act(of(found, pick));
  };
}

const onChat = onOneOf("chats");
const onTodo = onOneOf("todos");
const onCapture = onOneOf("captures");

function pickTags(pick: number): string[] {
  return pick % 3 === 0 ? ["team"] : pick % 3 === 1 ? ["team", "new"] : [];
}

function patch(world: World, pick: number, body: object): Promise<void> {
  return onTodo(world, pick, (todoId) => world.call("updateTodo", { path: { todoId }, body: body }));
}

/** A schedule that goes on though its agent does not: an agent can be archived while what it is to do is paused. */
function orphan({ world, agents }: Play, pick: number): Promise<void> {
  return onTodo(world, pick, async (todoId) => {
    await world.call("updateTodo", { path: { todoId }, body: { schedulePaused: true } });
    await world.call("deleteAgent", { path: { agentId: of(agents, pick) } });
    await world.call("updateTodo", { path: { todoId }, body: { schedulePaused: false } });
  });
}

async function decide(world: World, pick: number): Promise<void> {
  const found = world
    .read((sql) => sql.all("SELECT id FROM approvals WHERE status = 'pending' ORDER BY n"))
    .map(([id]) => id as string);
  if (found.length === 0) return;
  const bodies = [
    { decision: "approve" },
    { decision: "reject", comment: "No." },
    { decision: "respond", comment: "Later." },
    { decision: "approve", remember: "chat" },
    { decision: "edit", editedInput: { title: "Edited" } },
  ] as const;
  await world.call("decideApproval", { path: { approvalId: of(found, pick) }, body: of(bodies, pick) });
}
