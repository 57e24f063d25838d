/** `G`, then the letter of a place: what can follow is shown, and said, for as long as it is waited for. */
import { useLayoutEffect, useState } from "preact/hooks";
import { go } from "../base/routes.ts";
import { palette } from "../parts/ui.ts";
import { useKeys, useStore } from "../parts/use.ts";
import { words } from "../words/index.ts";

/** The second key of each place. */
export const placeKeys = {
  today: "d",
  todos: "t",
  lists: "l",
  inbox: "i",
  chats: "c",
  captures: "r",
  agents: "a",
  schedules: "s",
  settings: ",",
} as const;
type Place = keyof typeof placeKeys;
const all = Object.entries(placeKeys) as [Place, string][];

/** In milliseconds: the hint can be read in it. */
const patience = 5000;

export function GoKeys() {
  const { ports } = useStore();
  const [isWaiting, setWaiting] = useState(false);
  useKeys({ g: () => setWaiting(true) });
  useLayoutEffect(() => {
    if (!isWaiting) return undefined;
    const end = (): void => setWaiting(false);
    const second = (event: KeyboardEvent): void => {
      if (event.key === "Shift") return;
      end();
      if (event.key === "Escape" || follow(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    };
    document.addEventListener("keydown", second, true);
    document.addEventListener("pointerdown", end, true);
    const cancel = ports.later(patience, end);
    return () => {
      cancel();
      document.removeEventListener("keydown", second, true);
      document.removeEventListener("pointerdown", end, true);
    };
  }, [isWaiting]);
  return (
    <div className="going" role="status">
      {isWaiting && (
        <p className="notice">
          <strong>{words.goTo}</strong>
          {all.map(([place, key]) => (
            <span key={place}>
              <kbd>{key.toUpperCase()}</kbd> {words.places[place]}
            </span>
          ))}
          <span>
            <kbd>Esc</kbd> {words.cancel}
          </span>
        </p>
      )}
    </div>
  );
}

/** Whether the key leads somewhere; it has its own meaning where it does not. */
function follow({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const [place] = all.find(([, letter]) => letter === key.toLowerCase()) ?? [];
  if (place === undefined || ctrlKey || metaKey || altKey) return false;
  if (place === "lists") palette.set({ mode: "lists", ids: [] });
  else go(`/${place}`);
  return true;
}
