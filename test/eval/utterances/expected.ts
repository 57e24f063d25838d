/** What must become of an utterance. */

type Fields = Readonly<Record<string, unknown>>;
export type Effect = readonly [tool: string, input: Fields];

export interface Utterance {
  /** The messages of the chat; the last one is judged. */
  readonly say: readonly string[];
  /** What the last message changes; nothing when it asks, refuses or looks. */
  readonly does: readonly Effect[];
  /** Fields of the last `list_todos` when it looks. */
  readonly looks: Fields | null;
}

export const acts = (say: string | readonly string[], ...does: readonly Effect[]): Utterance => ({
  say: [say].flat(),
  does,
  looks: null,
});
export const looks = (say: string | readonly string[], fields: Fields): Utterance => ({
  say: [say].flat(),
  does: [],
  looks: fields,
});
/** It asks, or says that it cannot, and changes nothing. */
export const asks = (...say: readonly string[]): Utterance => ({ say, does: [], looks: null });

export const create = (title: string, more: Fields = {}): Effect => ["create_todo", { title, ...more }];
export const update = (number: number, fields: Fields): Effect => [
  "update_todo",
  { todoId: `todo-${number}`, ...fields },
];
export const archive = (number: number): Effect => ["delete_todo", { todoId: `todo-${number}` }];
export const done = { status: "done" };
