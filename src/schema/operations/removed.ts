/** Operations that are gone: they answer 410 `operation_removed` with what to use instead. */
export const removedOperations = [
  {
    method: "POST",
    path: "/todos/{todoId}/complete",
    replacement: 'use PATCH /todos/{todoId} with {"status": "done"}.',
  },
] as const;
