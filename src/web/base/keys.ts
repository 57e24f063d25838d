/** Keys of the page. A single letter works outside fields alone, follows what is typed and not where the key lies, and can be switched off. */

export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

interface Layer {
  readonly keys: () => KeyMap;
  /** The dialog that the keys belong to; null for the page, whose keys rest while a dialog is open. */
  readonly scope: HTMLElement | null;
  /** Those of a sheet are above those of a screen, whichever of them was loaded first. */
  readonly level: number;
}

const layers: Layer[] = [];
let singleKeys = true;

/** Switches keys of one character on or off. */
export function setSingleKeys(isOn: boolean): void {
  singleKeys = isOn;
}

/** Adds keys over those of its level that are there; the answer takes them away. */
export function addKeys(keys: () => KeyMap, scope: HTMLElement | null = null, level = 0): () => void {
  const layer = { keys, scope, level };
  layers.splice(layers.findLastIndex((other) => other.level <= level) + 1, 0, layer);
  return () => void layers.splice(layers.indexOf(layer), 1);
}

/** Listens to the keys of the page; called once. */
export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || isComposing(event)) return;
    const name = nameOf(event);
    if (isPress(name) && isControl(event.target)) return;
    if (isInField(event.target) && isOfField(name)) return;
    const isMenuOpen = event.target instanceof Element && event.target.closest("[popover]") !== null;
    if (event.repeat && !isMove(name)) return;
    if (isMenuOpen || (!singleKeys && isTyped(event) && !name.startsWith("Mod+"))) return;
    const action = find(name);
    if (action === undefined) return;
    event.preventDefault();
    action(event);
  });
}

/** Whether the key is one of an input method, as is the Enter that ends its word. Safari says so of that Enter by its code alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229;
}

/** `Mod+k`, `Shift+ArrowUp`, `j`: Shift is named for keys that type nothing, and for letters. */
function nameOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): string {
  const isLetter = /^\p{L}$/u.test(event.key);
  const key = isLetter ? event.key.toLowerCase() : event.key;
  const mod = event.ctrlKey || event.metaKey ? "Mod+" : "";
  const alt = event.altKey ? "Alt+" : "";
  return `${mod}${alt}${event.shiftKey && (isLetter || !isTyped(event)) ? "Shift+" : ""}${key}`;
}

/** Names of keys that type nothing are longer: `Enter`, `F1`. */
function isTyped({ key }: Pick<KeyboardEvent, "key">): boolean {
  return /^.$/u.test(key);
}

/** What goes on as long as its key is held; all else is done once for a press, so that a key held too long archives one todo and not ten. */
function isMove(name: string): boolean {
  return /^(?:Shift\+)?(?:[jk[\]]|Arrow\w+|Page\w+)$/.test(name);
}

function find(name: string): ((event: KeyboardEvent) => void) | undefined {
  const open = [...document.querySelectorAll<HTMLElement>("dialog:modal")].at(-1) ?? null;
  for (const { keys, scope } of layers.toReversed()) {
    if (open !== null && scope !== open) continue;
    const action = keys()[name];
    if (action !== undefined) return action;
  }
  return undefined;
}

/** What a press does something with; not the row of what is open already: a recording that was chosen plays by Space. */
function isControl(target: EventTarget | null): boolean {
  const control = target instanceof Element ? target.closest("button, a, summary, input") : null;
  return control !== null && !control.matches(".items [aria-current]");
}

/** A focused control takes these itself. */
function isPress(name: string): boolean {
  return name === "Enter" || name === " ";
}

/** What a field takes itself: all that types, moves, and selects its text. */
function isOfField(name: string): boolean {
  return name === "Mod+a" || (!name.startsWith("Mod+") && name !== "Escape");
}

/** Nothing is typed into a box that is ticked. */
function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select"))
  );
}
