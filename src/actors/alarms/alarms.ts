/**
 * When each workspace has to be opened after a restart, without opening it to find out. One per workspace, the earliest due
 * moment, at least once. While a workspace may make work it is set to 0, so that a crash leaves it due at once. Times are
 * milliseconds since 1970.
 */
export interface Alarms {
  /** Resolves once it is durable. */
  set(workspaceId: string, alarm: Alarm): Promise<void>;
  /** The alarms as they stand. */
  all(): Promise<readonly (readonly [workspaceId: string, alarm: Alarm])[]>;
  /** Waits for pending writes, then closes the file. */
  close(): Promise<void>;
}

export interface Alarm {
  /** Null when nothing is to come. */
  readonly dueAt: number | null;
  /** When `dueAt` was planned: a clock that is set back behind this makes it doubtful. 0 when nothing was planned. */
  readonly plannedAt: number;
}
