/** Takes a suggested todo, or turns it down. */
import { words } from "../words/index.ts";
import { Icon } from "./icons.tsx";
import { useStore } from "./use.ts";

export function Answer({ todoId, title }: { readonly todoId: string; readonly title: string }) {
  const { actions } = useStore();
  return (
    <p className="buttons">
      <button
        type="button"
        className="outlined"
        aria-label={words.captures.acceptNamed(title)}
        onClick={() => actions.accept(todoId)}
      >
        <Icon name="check" /> {words.captures.accept}
      </button>
      <button
        type="button"
        className="quiet soft"
        aria-label={words.captures.dismissNamed(title)}
        onClick={() => actions.archive([todoId], actions.labelOf(words.captures.dismissed, [todoId]))}
      >
        {words.captures.dismiss}
      </button>
    </p>
  );
}
