/** The kinds of records that the journal of a workspace names. */

/** Kinds with fields of their own that somebody sets: a change of one is an entry. */
export type OwnKind = "todo" | "todo_list" | "chat" | "agent" | "agent_skill" | "capture" | "todo_run";

/** The others follow from what happens to those: a change of one is noted without its content. */
export type RecordKind = OwnKind | "approval" | "scheduled_series" | "scheduled_occurrence" | "notification" | "member";
