/** Todo, its runs, its summary, and the bodies that make and change it. */
import * as v from "valibot";
import {
  countedList,
  date,
  dateTime,
  id,
  instant,
  line,
  list,
  message,
  paging,
  prose,
  sought,
  uuid,
} from "./common.ts";
import { retirementRunPolicy, scheduleError, scheduleInput, scheduleStatus, scheduleType } from "./schedule.ts";

export const limits = { title: 500, content: 100_000, assignees: 50, batch: 50, message: 15_000 } as const;

export const todoStatus = v.picklist(["ready", "in_progress", "done"]);
export const todoPriority = v.picklist(["urgent", "high", "medium", "low"]);
export const todoType = v.picklist(["task", "responsibility"]);
export const todoAssignee = v.object({ id, type: v.picklist(["user", "agent"]) });
export const assigneeInput = v.strictObject({ id: uuid, type: v.picklist(["user", "agent"]) });

export const todoRun = v.object({
  object: v.literal("todo_run"),
  id,
  todoId: id,
  chatId: id,
  status: v.picklist(["running", "completed", "failed", "cancelled", "timed_out"]),
  startedAt: instant,
  finishedAt: v.nullable(instant),
  errorMessage: v.nullable(v.string()),
  stopReason: v.nullable(
    v.picklist([
      "end_turn",
      "max_steps",
      "cancelled",
      "timeout",
      "error",
      "insufficient_minutes",
      "approval_rejected",
      "budget",
    ]),
  ),
  minutesUsed: v.nullable(v.pipe(v.number(), v.integer())),
});

export const todo = v.object({
  object: v.literal("todo"),
  id,
  title: v.nullable(v.string()),
  content: v.nullable(v.string()),
  status: todoStatus,
  priority: v.nullable(todoPriority),
  type: todoType,
  todoListId: id,
  dueDate: v.nullable(v.pipe(v.string(), v.isoDate())),
  assignees: v.array(todoAssignee),
  captureId: v.nullable(id),
  isArchived: v.boolean(),
  isSuggested: v.boolean(),
  source: v.nullable(v.picklist(["user_created", "agent_created", "auto_suggested"])),
  scheduleError: v.nullable(scheduleError),
  retiredAt: v.nullable(instant),
  retiredBy: v.nullable(id),
  retirementRunPolicy: v.nullable(retirementRunPolicy),
  rrule: v.nullable(v.string()),
  timezone: v.nullable(v.string()),
  nextRunAt: v.nullable(instant),
  lastRunAt: v.pipe(
    v.nullable(instant),
    v.description("When it was last run: by its schedule, or because somebody asked."),
  ),
  scheduleType: v.nullable(scheduleType),
  scheduleStatus: v.nullable(scheduleStatus),
  lastNotificationStatus: v.nullable(v.picklist(["sent", "failed", "partial", "suppressed"])),
  lastNotificationSentAt: v.nullable(instant),
  latestRun: v.pipe(v.nullable(todoRun), v.description("The run of an agent that began last.")),
  minutesSaved: v.nullable(v.pipe(v.number(), v.integer())),
  minutesSavedReason: v.nullable(v.string()),
  minutesSavedConfidence: v.nullable(v.picklist(["low", "medium", "high"])),
  createdAt: instant,
  updatedAt: instant,
});

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const todoSummary = v.object({
  object: v.literal("todo_summary"),
  total: count,
  active: v.pipe(count, v.description("Ready and in progress together.")),
  byStatus: v.object({ ready: count, in_progress: count, done: count }),
  byPriority: v.object({ urgent: count, high: count, medium: count, low: count, none: count }),
  minutesSaved: v.pipe(v.number(), v.integer(), v.description("Sum over matching completed todos.")),
});

const createEntries = {
  title: v.optional(line(limits.title)),
  content: v.optional(v.pipe(prose(limits.content), v.description("Body in Markdown, kept as sent."))),
  priority: v.optional(todoPriority),
  type: v.optional(todoType),
  todoListId: v.optional(v.pipe(uuid, v.description("The workspace's default list when left out."))),
  todoListName: v.optional(
    v.pipe(line(200), v.description("Matched exactly, then case-insensitively; use this or `todoListId`, not both.")),
  ),
  dueDate: v.optional(date),
  assignees: v.optional(
    v.pipe(
      v.array(assigneeInput),
      v.maxLength(limits.assignees),
      v.description("The credential's owner when left out."),
    ),
  ),
  captureId: v.optional(uuid),
  schedule: v.optional(scheduleInput),
  run: v.optional(v.pipe(v.boolean(), v.description("Start the assigned agent at once; spends minutes."))),
};

export const todoCreate = v.pipe(
  v.strictObject(createEntries),
  v.description("A title, a content, or both."),
  v.examples([{ title: "Send the March invoice", priority: "high", dueDate: "2026-03-31" }]),
);

export const todoBatch = v.pipe(
  v.strictObject({ data: v.pipe(v.array(todoCreate), v.minLength(1), v.maxLength(limits.batch)) }),
  v.examples([{ data: [{ title: "Buy paint" }, { title: "Paint the fence" }] }]),
);

export const todoUpdate = v.pipe(
  v.strictObject({
    title: v.optional(line(limits.title)),
    content: v.optional(v.nullable(prose(limits.content))),
    status: v.optional(todoStatus),
    priority: v.optional(v.nullable(todoPriority)),
    type: v.optional(todoType),
    todoListId: v.optional(uuid),
    dueDate: v.optional(v.nullable(date)),
    schedule: v.optional(v.pipe(v.nullable(scheduleInput), v.description("Null ends the schedule."))),
    schedulePaused: v.optional(v.boolean()),
    assignees: v.optional(
      v.pipe(
        v.array(assigneeInput),
        v.maxLength(limits.assignees),
        v.description("Replaces the whole list. Adding an agent starts it working."),
      ),
    ),
  }),
  v.description("Left-out fields keep their values."),
  v.examples([{ status: "done" }]),
);

export const todoRunCreate = v.pipe(
  v.strictObject({
    agentId: v.optional(v.pipe(uuid, v.description("The agent already assigned when left out."))),
    message: v.optional(v.pipe(message(limits.message), v.description("The todo's title and body when left out."))),
  }),
  v.examples([{ message: "Draft the invoice and put the amount into the body." }]),
);

/** The filters that `listTodos` and `summariseTodos` share. */
export const todoFilters = {
  status: v.optional(
    v.pipe(
      v.picklist(["ready", "in_progress", "done", "active"]),
      v.description("`active` is ready and in progress together."),
    ),
  ),
  priority: v.optional(v.picklist(["urgent", "high", "medium", "low", "none"])),
  type: v.optional(todoType),
  todoListId: v.optional(uuid),
  captureId: v.optional(v.pipe(uuid, v.description("Shows unaccepted suggestions too."))),
  assigneeId: v.optional(uuid),
  assignedToMe: v.optional(
    v.pipe(v.boolean(), v.description("The credential's owner; takes precedence over `assigneeId`.")),
    false,
  ),
  unassigned: v.optional(
    v.pipe(v.boolean(), v.description("Ignored when `assigneeId` or `assignedToMe` is set.")),
    false,
  ),
  includeArchived: v.optional(
    v.pipe(v.boolean(), v.description("`true` lists archived todos instead of active ones.")),
    false,
  ),
  updatedSince: v.optional(dateTime),
  createdSince: v.optional(dateTime),
  dueBefore: v.optional(v.pipe(date, v.description("Inclusive."))),
  dueAfter: v.optional(v.pipe(date, v.description("Inclusive."))),
  query: v.optional(v.pipe(sought(200), v.description("Text found in title or body, 1 to 200 characters."))),
};

export const todoListQuery = v.strictObject({
  ...paging,
  ...todoFilters,
  sort: v.optional(
    v.pipe(
      v.picklist(["createdAt", "updatedAt", "dueDate", "priority"]),
      v.description("What to order by. A missing due date or priority comes last in both orders."),
    ),
    "createdAt",
  ),
  order: v.optional(v.pipe(v.picklist(["asc", "desc"]), v.description("Direction of the order.")), "desc"),
  include: v.optional(v.pipe(v.literal("totalCount"), v.description("Fills `totalCount`."))),
});

export const todoPage = countedList(todo);
export const todoRunPage = list(todoRun);

export type Todo = v.InferOutput<typeof todo>;
export type TodoRun = v.InferOutput<typeof todoRun>;
export type TodoSummary = v.InferOutput<typeof todoSummary>;
export type TodoCreate = v.InferOutput<typeof todoCreate>;
export type TodoUpdate = v.InferOutput<typeof todoUpdate>;
/** As it is asked: what has a default may be left out. */
export type TodoListQuery = v.InferInput<typeof todoListQuery>;
export type TodoAssignee = v.InferOutput<typeof todoAssignee>;
