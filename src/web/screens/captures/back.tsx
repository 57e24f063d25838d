/** Back to the list, where there is no room for both. */
import { go } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/index.ts";

export function BackToList() {
  return (
    <button type="button" className="bare narrow" aria-label={words.captures.all} onClick={() => go("/captures")}>
      <Icon name="back" />
    </button>
  );
}
