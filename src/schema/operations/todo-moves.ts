/** Changes of todos in the app interface: many at once, order by hand, one occurrence of a schedule. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import { todo } from "../todo.ts";
import { rankedTodo, todoBulkUpdate, todoBulkUpdated, todoMove } from "../todo-moves.ts";

const write = { tag: "Todos", auth: "todos:write", home: "workspace", method: "POST", query: nothing } as const;

export const todoMoveOperations = [
  operation({
    ...write,
    id: "bulkUpdateTodos",
    path: "/todos/bulk",
    changes: [
      { kind: "todo", idFrom: "effect" },
      { kind: "chat", idFrom: "effect" },
      { kind: "todo_run", idFrom: "effect" },
    ],
    summary: "Change up to 500 todos at once",
    description:
      "Each as `updateTodo` does, and `archived`, in one transaction. One that is refused changes nothing and does not hold the others back; its error stands in its place.",
    body: todoBulkUpdate,
    errors: [],
    success: { status: 200, schema: todoBulkUpdated },
    creates: true,
    startsAgentWork: true,
  }),
  operation({
    ...write,
    id: "moveTodo",
    path: "/todos/{todoId}/move",
    changes: [
      { kind: "todo", idFrom: "todoId" },
      { kind: "chat", idFrom: "effect" },
      { kind: "todo_run", idFrom: "effect" },
    ],
    summary: "Put a todo in its place by hand",
    description:
      "Right after another todo in the one order of the workspace, and into a status or list if they are named. `updatedAt` does not move with the place alone.",
    body: todoMove,
    errors: ["occurrence_running", "resource_conflict"],
    success: { status: 200, schema: rankedTodo },
    creates: true,
  }),
  operation({
    ...write,
    id: "completeOccurrence",
    path: "/todos/{todoId}/complete-occurrence",
    changes: [{ kind: "todo", idFrom: "todoId" }],
    summary: "Finish a recurring todo until its next time",
    description:
      "The occurrence that is due, else the next one, is listed as completed by who asks. The todo is ready again and due on the day of its next planned time; after the last one it is done.",
    body: null,
    errors: ["occurrence_required", "occurrence_running", "occurrence_invalid_transition"],
    success: { status: 200, schema: todo },
  }),
] as const;
