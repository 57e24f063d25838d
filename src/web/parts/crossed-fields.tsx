/** Each field as somebody else set it, and as it was to be. */
import type { Notice } from "../store/notices.ts";
import { words } from "../words/index.ts";
import { useStore, useToday } from "./use.ts";
import { labelOf, valueInWords } from "./value-words.ts";

export function CrossedFields({ theirs, mine }: NonNullable<Notice["crossed"]>) {
  const store = useStore();
  const today = useToday();
  const [has, wanted] = [theirs, mine] as readonly Readonly<Record<string, unknown>>[];
  return (
    <>
      {words.todo.crossedField}
      {Object.keys(mine).map((name) => (
        <span className="both" key={name}>
          <span dir="auto">
            {labelOf(name)}: <strong>{valueInWords(store, name, has?.[name], today)}</strong>
          </span>
          <span dir="auto">
            {words.todo.yours}: <strong>{valueInWords(store, name, wanted?.[name], today)}</strong>
          </span>
        </span>
      ))}
    </>
  );
}
