/** The workspace that utterances are said in. */
import type { Row } from "../../actors/models/workspace.ts";

/** The todos of the workspace, with the ids `todo-1`, `todo-2` and so on; the lists are Home and Groceries. */
export const rows: readonly Partial<Row>[] = [
  { title: "Call Ana", dueDate: "2026-03-06", priority: "high" },
  { title: "Send invoice to Acme", dueDate: "2026-03-02" },
  { title: "Pay invoice from Bolt", priority: "urgent" },
  { title: "Write report", status: "in_progress" },
  { title: "Buy milk", todoListId: "list-2" },
  { title: "Old thing", status: "done" },
  { title: "Prepare slides for the board" },
  { title: "Call Ana about the flat" },
  { title: "Gone thing", isArchived: true },
  { title: "Clean and archive files" },
  { title: "Not urgent stuff" },
];
