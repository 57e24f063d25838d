/** Taking over todos from elsewhere: what is brought, under the ids it has there, and what became of it. */
import * as v from "valibot";
import { date, id, line, prose } from "./common.ts";
import { scheduleInput } from "./schedule.ts";
import { limits, todoPriority, todoStatus, todoType } from "./todo.ts";
import { todoListCreate } from "./todo-list.ts";

/** In one request. */
export const importLimits = { todos: 200, todoLists: 50, includes: 1000, externalId: 200 } as const;

const externalId = v.pipe(line(importLimits.externalId), v.description("Its id in the source; compared exactly."));

const importedTodoList = v.strictObject({ externalId, ...todoListCreate.entries });

const importedTodo = v.strictObject({
  externalId,
  todoListExternalId: v.optional(
    v.pipe(
      line(importLimits.externalId),
      v.description("A list of this request or of an earlier one; the default list when left out."),
    ),
  ),
  title: v.optional(line(limits.title)),
  content: v.optional(v.pipe(prose(limits.content), v.description("Body in Markdown, kept as sent."))),
  status: v.optional(todoStatus),
  priority: v.optional(todoPriority),
  type: v.optional(todoType),
  dueDate: v.optional(date),
  schedule: v.optional(scheduleInput),
  includes: v.optional(
    v.pipe(
      v.array(externalId),
      v.maxLength(importLimits.includes),
      v.description("Ids of what the content holds, such as subtasks: they count as imported with the todo."),
    ),
  ),
});

export const importCreate = v.pipe(
  v.strictObject({
    source: v.pipe(line(64), v.description("Where the ids come from, such as `todoist`; it tells them apart.")),
    dryRun: v.optional(v.pipe(v.boolean(), v.description("Answer what would become of it, and write nothing."))),
    todoLists: v.optional(
      v.pipe(
        v.array(importedTodoList),
        v.maxLength(importLimits.todoLists),
        v.description("An active list of the same name is used; otherwise one is made."),
      ),
    ),
    todos: v.optional(v.pipe(v.array(importedTodo), v.maxLength(importLimits.todos))),
  }),
  v.examples([
    {
      source: "todoist",
      todoLists: [{ externalId: "p-1", name: "Garden" }],
      todos: [{ externalId: "t-1", todoListExternalId: "p-1", title: "Repot the basil", dueDate: "2026-04-02" }],
    },
  ]),
);

export const importResult = v.picklist(["created", "unchanged", "skipped"]);
export const importedListResult = v.picklist(["created", "unchanged"]);
export const importSkipCode = v.picklist(["archived", "validation_failed"]);

const skipReason = v.object({
  code: importSkipCode,
  message: v.string(),
  param: v.nullable(v.string()),
});

export const importOutcome = v.object({
  object: v.literal("import"),
  source: v.string(),
  dryRun: v.boolean(),
  todoLists: v.array(
    v.object({
      externalId: v.string(),
      result: v.pipe(importedListResult, v.description("`unchanged`: it was there, under this id or this name.")),
      todoListId: v.pipe(v.nullable(id), v.description("Null for what a dry run would make.")),
    }),
  ),
  todos: v.array(
    v.object({
      externalId: v.string(),
      result: v.pipe(
        importResult,
        v.description(
          "`unchanged`: imported before, and left as it is now. `skipped`: the reason says why. What was erased since is created again.",
        ),
      ),
      todoId: v.pipe(
        v.nullable(id),
        v.description("Null where there is none, as in a dry run for what it would make."),
      ),
      reason: v.nullable(skipReason),
      newIncludes: v.pipe(
        v.array(v.string()),
        v.description("Of a todo that was imported before: those of `includes` that came with none."),
      ),
    }),
  ),
});

export type ImportCreate = v.InferOutput<typeof importCreate>;
export type ImportedTodo = v.InferOutput<typeof importedTodo>;
export type ImportedTodoList = v.InferOutput<typeof importedTodoList>;
export type ImportOutcome = v.InferOutput<typeof importOutcome>;
