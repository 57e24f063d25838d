/** What becomes of lines of which each makes a todo, before they make any. */
import type { TodoCreate } from "../../schema/todo.ts";
import type { TodoDraft } from "../store/create-many.ts";
import { words } from "../words/index.ts";
import { dayInWords } from "./due.tsx";
import type { ReadLine } from "./line-reader.ts";
import { useToday } from "./use.ts";

export function ReadLines({ lines }: { readonly lines: readonly ReadLine[] }) {
  const today = useToday();
  return (
    <ol className="import-rows">
      {lines.map(({ title, dueDate, again, todoListName, priority }, at) => (
        <li key={at}>
          <span dir="auto">{title}</span>
          {[
            dueDate === undefined ? null : dayInWords(dueDate, today),
            again,
            todoListName,
            priority === undefined ? null : words.priorities[priority as keyof typeof words.priorities],
          ]
            .filter((one) => one != null)
            .map((one) => (
              <span key={one} className="chip whole" dir="auto">
                {one}
              </span>
            ))}
        </li>
      ))}
    </ol>
  );
}

/** What a todo of that line is made with, unless the line says otherwise. */
export type Preset = Pick<TodoCreate, "todoListId" | "dueDate">;

export function draftOf(line: ReadLine, preset: Preset = {}): TodoDraft {
  const { title, dueDate, todoListName, priority, type, schedule } = line;
  // What comes again has its own days.
  const day = schedule === undefined ? (dueDate ?? preset.dueDate) : undefined;
  const { todoListId } = preset;
  return {
    title,
    ...(day !== undefined && { dueDate: day }),
    ...(todoListName !== undefined ? { todoListName } : todoListId !== undefined && { todoListId }),
    ...(priority !== undefined && { priority: priority as NonNullable<TodoCreate["priority"]> }),
    ...(schedule !== undefined && { type, schedule }),
  };
}
