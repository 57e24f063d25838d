/** The text of a todo is written over the one that the person saw, and over no other. */
import type { Todo } from "../../schema/todo.ts";
import { Crossed } from "./crossed.ts";
import { saveFields, type SaveParts } from "./save-fields.ts";

export interface SavedText {
  /** As the service has it then. */
  readonly todo: Todo;
  /** False when somebody else wrote another text in the meantime: nothing was written, and `todo` has theirs. */
  readonly isSaved: boolean;
}

/** Writes `content` in place of the text of `seen`. What else was changed of the todo does not matter. Rejects with the refusal. */
export async function saveText(parts: SaveParts, seen: Todo, content: string | null): Promise<SavedText> {
  try {
    return { todo: await saveFields(parts, seen.id, seen, { content }), isSaved: true };
  } catch (error) {
    if (error instanceof Crossed) return { todo: error.theirs as Todo, isSaved: false };
    throw error;
  }
}
