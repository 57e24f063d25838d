/** As the `ref` of a field: the cursor is there as soon as it is drawn. `autofocus` alone works for the first element of a page only. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
}
