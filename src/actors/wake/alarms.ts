/**
 * When each workspace has to be woken after a restart, without opening it to find out. One per workspace, the earliest due
 * moment, at least once. While a workspace may make work it is set to 0, so that a crash leaves it due at once.
 */
export interface Alarms {
  /** Resolves once it is durable. `dueAt` in milliseconds since 1970; null takes the alarm away. */
  set(workspaceId: string, dueAt: number | null): Promise<void>;
  /** The alarms up to that moment, as pairs of workspace id and due moment. */
  due(until: number): Promise<readonly (readonly [workspaceId: string, dueAt: number])[]>;
  /** Waits for what is being written, then lets go of the file. */
  close(): Promise<void>;
}
