/** What an app does with todos beyond one change of one: many at once, order by hand, one occurrence of a schedule. */
import * as v from "valibot";
import { dateTime, id, uuid } from "./common.ts";
import { errorBody } from "./error-body.ts";
import { todo, todoStatus, todoUpdate } from "./todo.ts";

const maxBulk = 500;

const expectedUpdatedAt = v.optional(
  v.pipe(dateTime, v.description("`updatedAt` as the sender saw it: a todo that has changed since is refused.")),
);

export const todoBulkChange = v.strictObject({
  todoId: uuid,
  ...todoUpdate.entries,
  archived: v.optional(v.pipe(v.boolean(), v.description("Archives or restores."))),
  expectedUpdatedAt,
});

export const todoBulkUpdate = v.pipe(
  v.strictObject({ changes: v.pipe(v.array(todoBulkChange), v.minLength(1), v.maxLength(maxBulk)) }),
  v.examples([{ changes: [{ todoId: "0195f3a0-0000-7000-8000-000000000001", status: "done" }] }]),
);

const { code, message, param } = errorBody.entries.error.entries;

export const todoBulkOutcome = v.object({
  todoId: id,
  outcome: v.picklist(["changed", "unchanged", "refused"]),
  todo: v.pipe(
    v.nullable(todo),
    v.description("As it is now; null when the change was refused, but for one that has changed since it was seen."),
  ),
  error: v.nullable(v.object({ code, message, param })),
});

export const todoBulkUpdated = v.object({
  object: v.literal("todo_bulk_update"),
  data: v.pipe(v.array(todoBulkOutcome), v.description("In the order of the changes.")),
  changeSetId: v.pipe(id, v.description("Names all that changed in the journal.")),
});

export const rankedTodo = v.object({
  ...todo.entries,
  rank: v.pipe(v.string(), v.description("Its place in the order by hand: ranks compare by code units.")),
});

export const todoMove = v.pipe(
  v.strictObject({
    status: v.optional(todoStatus),
    todoListId: v.optional(uuid),
    after: v.pipe(v.nullable(uuid), v.description("The todo that it comes right after; null: before all others.")),
    expectedUpdatedAt,
    expectedRank: v.optional(
      v.pipe(v.string(), v.description("`rank` as the sender saw it: a todo that was moved since is refused.")),
    ),
  }),
  v.examples([{ status: "in_progress", after: null }]),
);

export type TodoBulkChange = v.InferOutput<typeof todoBulkChange>;
export type TodoBulkOutcome = v.InferOutput<typeof todoBulkOutcome>;
export type RankedTodo = v.InferOutput<typeof rankedTodo>;
