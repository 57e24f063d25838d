/** Everything by name: a field over a list, after the ARIA practice of a combobox. */
import { useEffect, useState } from "preact/hooks";
import { isComposing } from "../base/keys.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Icon } from "../parts/icons.tsx";
import { Loading, NotRead } from "../parts/screen.tsx";
import { palette, type PaletteOpen } from "../parts/ui.ts";
import { useStore, useToday, useValue } from "../parts/use.ts";
import { words } from "../words/index.ts";
import { type Command, commandsFor, loadReader } from "./commands.ts";
import { useServiceSearch } from "./service-search.ts";

export function Palette() {
  const open = useValue(palette);
  return open === null ? null : <Open key={open.mode} open={open} />;
}

function Open({ open }: { readonly open: PaletteOpen }) {
  const store = useStore();
  const today = useToday();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const { mode, ids } = open;
  const [, setReader] = useState(false);
  useEffect(() => void (mode === "due" && loadReader().then(() => setReader(true))), [mode]);
  const known = commandsFor(store, { mode, ids, text, today });
  const names = new Set(known.map(({ id }) => id));
  const { commands, isLooking, problem, retry } = useServiceSearch(text, mode === "all");
  const found = [...known, ...commands.filter(({ id }) => !names.has(id))];
  // The way to all of it is always there, and nothing that was found.
  const isNothing = found.every(({ id }) => id === "search") && !isLooking && problem === null;
  const close = (): void => palette.set(null);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    command.run();
  };
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 8,
    PageUp: at - 8,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const to = moves[event.key];
    if (event.key === "Enter") run(found[at]);
    else if (to !== undefined) setAt(Math.max(0, Math.min(found.length - 1, to)));
    else return;
    event.preventDefault();
  };
  const label = words.palette[mode];
  return (
    <Dialog label={label} className="palette" onClose={close}>
      {() => (
        <>
          <div className="field">
            <Icon name="search" size={18} />
            <input
              autofocus
              role="combobox"
              aria-label={label}
              aria-expanded="true"
              aria-controls="found"
              {...(found[at] !== undefined && { "aria-activedescendant": `found-${at}` })}
              placeholder={label}
              autocomplete="off"
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
                setAt(0);
              }}
              onKeyDown={onKeyDown}
            />
            <kbd>Esc</kbd>
          </div>
          <div role="listbox" id="found" aria-label={label}>
            {found.map((command, index) => (
              <div
                key={command.id}
                id={`found-${index}`}
                role="option"
                aria-selected={index === at}
                ref={(element) => void (index === at && element?.scrollIntoView({ block: "nearest" }))}
                onPointerMove={() => setAt(index)}
                onClick={() => run(command)}
              >
                <span className="grow clip" dir="auto">
                  {command.label}
                </span>
                {(mode !== "all" || command.kind !== found[index - 1]?.kind) && (
                  <span className="soft clip">{command.kind}</span>
                )}
                {command.keyName !== undefined && <kbd>{command.keyName}</kbd>}
              </div>
            ))}
          </div>
          {isLooking && <Loading />}
          {problem !== null && <NotRead reason={problem} onRetry={retry} />}
          {isNothing && (
            <p className="empty">{commands.length > 0 ? words.find.nothing(text.trim()) : words.palette.nothing}</p>
          )}
          <p className="unseen" role="status">
            {words.palette.count(found.length)}
          </p>
        </>
      )}
    </Dialog>
  );
}
