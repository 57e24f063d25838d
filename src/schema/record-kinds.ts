/** The kinds of records that the journal of a workspace names. */

/** Kinds with fields of their own that somebody sets: a change of one is an entry. */
export const ownKinds = ["todo", "todo_list", "chat", "agent", "agent_skill", "capture", "todo_run"] as const;
export type OwnKind = (typeof ownKinds)[number];

/** A kind of record that an operation changes. */
export interface Changed {
  readonly kind: OwnKind;
  /** Where the id of the record comes from: a parameter of the path, the `answer`, or an `effect` of the call. */
  readonly idFrom: string;
}

/** The others follow from what happens to those: a change of one is noted without its content. */
export type RecordKind = OwnKind | "approval" | "scheduled_series" | "scheduled_occurrence" | "notification" | "member";
