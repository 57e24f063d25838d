/** How much a turn of a chat changed, or one call of it, with the way to look at it and to take it back. */
import { useState } from "preact/hooks";
import type { RecordChange } from "../../../schema/history.ts";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { words } from "../../words/index.ts";
import type { HistoryProps } from "../history/sheet.tsx";
import type { ChangesByCall } from "./use-changes.ts";

const HistorySheet = lazy<HistoryProps>(async () => (await import("../history/sheet.tsx")).HistorySheet);

interface TurnProps {
  /** The calls of the turn. */
  readonly calls: readonly string[];
  readonly changes: ChangesByCall;
}

/** Below a turn; nothing where it changed nothing. */
export function ChangedByTurn({ calls, changes }: TurnProps) {
  const [isOpen, setOpen] = useState(false);
  const ofTurn = calls.flatMap((id) => changes.get(id) ?? []);
  const turnId = ofTurn[0]?.turnId ?? null;
  if (turnId === null) return null;
  return (
    <>
      <button type="button" className="outlined what-changed" onClick={() => setOpen(true)}>
        <Icon name="undo" /> {words.history.look(ofTurn.length)}
      </button>
      {isOpen && <HistorySheet title={words.history.ofTurn} of={{ turnId }} onClose={() => setOpen(false)} />}
    </>
  );
}

interface CallProps {
  /** What the call does, in words. */
  readonly sentence: string;
  readonly changes: readonly RecordChange[] | undefined;
}

/** Next to a call; nothing where it changed nothing. */
export function ChangedByCall({ sentence, changes }: CallProps) {
  const [isOpen, setOpen] = useState(false);
  const changeSetId = changes?.[0]?.changeSetId;
  if (changeSetId === undefined) return null;
  return (
    <>
      <button
        type="button"
        className="bare"
        aria-label={words.about(words.history.see, sentence)}
        title={words.history.see}
        onClick={() => setOpen(true)}
      >
        <Icon name="undo" />
      </button>
      {isOpen && <HistorySheet title={words.history.ofCall} of={{ changeSetId }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** All that a chat changed, whichever turn did. */
export function ChangedByChat({ chatId }: { readonly chatId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="quiet link what-changed" onClick={() => setOpen(true)}>
        {words.history.ofChat}
      </button>
      {isOpen && <HistorySheet title={words.history.ofChat} of={{ chatId }} onClose={() => setOpen(false)} />}
    </>
  );
}
