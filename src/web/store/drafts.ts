/** What was typed and not saved yet, by what it is a text of; it lasts as long as the page, the person's session, or the stay in the workspace, and is never stored on the device. */
import type { TodoCreate } from "../../schema/todo.ts";

export interface Draft {
  readonly text: string;
  /** The text that it began with; null for none. */
  readonly basis: string | null;
}

/** Texts, and the fields of forms; its name says which. */
export type Drafts = Map<string, object>;

/** What was typed for the one is of the other from now on. */
export function handOver<Draft>(drafts: Map<string, Draft>, from: string, to: string): void {
  const draft = drafts.get(from);
  if (draft !== undefined) drafts.set(to, draft);
  drafts.delete(from);
}

/** The line of a todo, what the todo has where the line does not say, and why there is none. */
export interface LineNotAdded {
  readonly line: string;
  readonly preset: Pick<TodoCreate, "todoListId" | "dueDate">;
  readonly why: string;
}
