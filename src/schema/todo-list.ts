/** Todo lists. */
import * as v from "valibot";
import { id, includeArchived, instant, line } from "./common.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const todoList = v.object({
  object: v.literal("todo_list"),
  id,
  name: v.string(),
  emoji: v.nullable(v.string()),
  color: v.nullable(v.string()),
  isDefault: v.boolean(),
  isArchived: v.boolean(),
  todoCount: v.pipe(count, v.description("Unarchived todos.")),
  activeTodoCount: v.pipe(count, v.description("Of those, not done.")),
  createdAt: instant,
  updatedAt: instant,
});

const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, "Expected a colour as #rrggbb."));

export const todoListCreate = v.pipe(
  v.strictObject({ name: line(200), emoji: v.optional(line(16)), color: v.optional(color) }),
  v.examples([{ name: "Groceries", emoji: "🛒", color: "#22aa66" }]),
);

export const todoListUpdate = v.pipe(
  v.strictObject({
    name: v.optional(line(200)),
    emoji: v.optional(v.nullable(line(16))),
    color: v.optional(v.nullable(color)),
    archived: v.optional(v.boolean()),
  }),
  v.examples([{ name: "Food", color: null }]),
);

export const archivedQuery = v.strictObject({ includeArchived });

export type TodoList = v.InferOutput<typeof todoList>;
