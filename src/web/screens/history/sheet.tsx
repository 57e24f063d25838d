/** The history over where one is. */
import { Dialog } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/index.ts";
import { Changes, type ChangesOf } from "./changes.tsx";

export interface HistoryProps {
  readonly title: string;
  readonly of: ChangesOf;
  readonly onClose: () => void;
}

export function HistorySheet({ title, of, onClose }: HistoryProps) {
  return (
    <Dialog label={title} className="history" onClose={onClose}>
      {() => (
        <>
          <header>
            <h2 className="grow">{title}</h2>
            <button type="button" className="bare" aria-label={words.close} autofocus onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          <Changes of={of} onLeave={onClose} />
        </>
      )}
    </Dialog>
  );
}
