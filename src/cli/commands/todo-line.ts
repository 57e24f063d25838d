/** The line of a new todo, with the lists that there are: what it says, and what of it was not understood. */
import { readSpokenTodo, type SpokenTodo } from "../../client/spoken/todo.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import { Refused } from "../ports/failure.ts";
import { sayNotes } from "../output/notes.ts";
import type { Io } from "../ports/io.ts";
import type { Api } from "../session/api.ts";
import { notesOn } from "./spoken-todo.ts";

/** `#home`, as a word of its own; a number of an issue is none. */
const tag = /(?<=^|\s)#(\p{L}[\p{L}\d_-]*)(?=\s|$)/u;

/**
 * Reads it, and says to the person what stayed in the title although it looked like more. A list behind `#` has to exist; `@` names one in
 * any case, and the service says when there is none.
 */
export async function readTodoLine(io: Io, api: Api, line: string): Promise<SpokenTodo> {
  const name = tag.exec(line)?.[1];
  const lists = name === undefined ? [] : await listsOf(api);
  const list = lists.find((one) => name !== undefined && bare(one) === bare(name));
  const todo = readSpokenTodo(list === undefined ? line : line.replace(tag, `@"${list}"`), io);
  const unknown = `"#${name ?? ""}" stays in the title: there is no such list. There are: ${lists.join(", ")}.`;
  sayNotes(io, [...(name === undefined || list !== undefined ? [] : [unknown]), ...notesOn(todo, io)]);
  return todo;
}

/** `Work stuff` is `#work-stuff`. */
function bare(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, "");
}

/** Their names; none for a credential that may not read them. */
async function listsOf(api: Api): Promise<readonly string[]> {
  const page = api.call(operationById("listTodoLists")) as Promise<OutputOf<"listTodoLists">>;
  return page.then(
    ({ data }) => data.map(({ name }) => name),
    (error: unknown) => {
      if (error instanceof Refused) return [];
      throw error;
    },
  );
}
