/** Operations that are gone: they answer 410 `operation_removed` with what to use instead. */
export interface RemovedOperation {
  readonly method: string;
  /** Below the base of its interface. */
  readonly path: string;
  readonly replacement: string;
}

/** Of the public interface. */
export const removedOperations: readonly RemovedOperation[] = [
  {
    method: "POST",
    path: "/todos/{todoId}/complete",
    replacement: 'use PATCH /todos/{todoId} with {"status": "done"}.',
  },
];

/** Of the app interface. */
export const removedAppOperations: readonly RemovedOperation[] = [
  {
    method: "POST",
    path: "/workspaces/{workspaceId}/members",
    replacement: "use POST /workspaces/{workspaceId}/invitations; who is invited accepts.",
  },
];
