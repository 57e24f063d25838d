/** Where the focus is put: into a field that opens, and back where it was. */
import { useEffect, useRef } from "preact/hooks";

/** As the `ref` of a field: the cursor is there as soon as it is drawn. `autofocus` alone works for the first element of a page only. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
}

/** Gives the focus back when a todo closes that lay over a screen: to its card, to what had it before, or to its entry there. */
export function useFocusBack(todoId: string): void {
  const shown = useRef(todoId);
  shown.current = todoId;
  useEffect(() => {
    const before = document.activeElement;
    const give = (): void => {
      if (document.activeElement !== document.body) return;
      const card = document.getElementById(`card-${shown.current}`);
      const entry = document.querySelector(`[data-todo="${shown.current}"]`);
      const back = [card, before, entry].find((one) => one?.isConnected === true && one !== document.body);
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
    // Once all is drawn: on a phone the screen takes no focus before.
    return () => queueMicrotask(give);
  }, []);
}
