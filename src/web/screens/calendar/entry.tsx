/** One entry of a day: what is due with its state, what is scheduled with its time; what did not run stands out, with its reason; what ran leads to its chat. */
import { go, goOver } from "../../base/routes.ts";
import { timeInWords } from "../../parts/due.tsx";
import { Icon, StatusMark } from "../../parts/icons.tsx";
import { occurrenceHref } from "../../parts/planned.tsx";
import { Box } from "../../parts/selection-bar.tsx";
import type { Selection } from "../../parts/use-selection.ts";
import { words } from "../../words/index.ts";
import { didNotRun, type Entry, isMovable } from "./entries.ts";

export interface EntryProps {
  readonly entry: Entry;
  /** With the reason in words of its own, where there is room. */
  readonly isFull: boolean;
  /** Left out where nothing is selected. */
  readonly selection?: Selection;
  readonly onFocus?: () => void;
}

export function EntryLine(props: EntryProps) {
  const { title, chatId } = props.entry;
  if (chatId === null) return <EntryButton {...props} />;
  return (
    <div className="entry-line">
      <EntryButton {...props} />
      <button
        type="button"
        className="bare"
        tabIndex={props.isFull ? 0 : -1}
        aria-label={words.about(words.history.toChat, title ?? words.untitled)}
        title={words.history.toChat}
        onClick={() => go(`/chats/${chatId}`)}
      >
        <Icon name="chats" size={13} />
      </button>
    </div>
  );
}

function EntryButton({ entry, isFull, selection, onFocus }: EntryProps) {
  const { todoId, title, status, kind } = entry;
  const why = whyNot(entry);
  const note = why ?? whyLate(entry);
  const isSelected = isMovable(entry) && selection?.ids.has(todoId) === true;
  const isPressed = selection?.isByPress === true && isMovable(entry);
  const className = ["entry", kind, status, why === null ? "" : "not-run", isSelected ? "selected" : ""].join(" ");
  return (
    <button
      type="button"
      className={className}
      data-todo={todoId}
      tabIndex={isFull ? 0 : -1}
      draggable={isMovable(entry)}
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", todoId)}
      {...(note !== null && { title: note })}
      {...(onFocus !== undefined && { onFocus })}
      {...(isPressed && { "aria-pressed": isSelected })}
      onClick={() => (isPressed ? selection?.toggle(todoId) : goOver(hrefOf(entry)))}
    >
      {isPressed || isSelected ? <Box isTicked={isSelected} /> : <Mark entry={entry} />}
      <span className={isFull ? "what" : "clip what"}>
        <span dir="auto">{title ?? words.untitled}</span>
        {note !== null && <span className={isFull ? "why-not" : "unseen"}> {note}</span>}
      </span>
    </button>
  );
}

/** The todo; of a time that has come, with that time. */
function hrefOf({ todoId, occurrenceId, status }: Entry): string {
  return occurrenceId === null || status === "scheduled" ? `/todos/${todoId}` : occurrenceHref(todoId, occurrenceId);
}

function Mark({ entry }: { readonly entry: Entry }) {
  const { kind, at, status } = entry;
  return (
    <>
      {kind === "due" ? (
        <StatusMark status={status === "done" || status === "in_progress" ? status : "ready"} size={14} />
      ) : (
        <Icon name={didNotRun(entry) ? "warning" : status === "completed" ? "check" : "repeat"} size={13} />
      )}
      {status === "done" && <span className="unseen">{words.ticked.yes}</span>}
      {at !== null && <time dateTime={at}>{timeInWords(Date.parse(at))}</time>}
    </>
  );
}

/** `Missed: the service was not running`; null for what ran, or is still to come. */
function whyNot({ status, reason }: Entry): string | null {
  if (!didNotRun({ status })) return reason === null ? null : words.schedules.reasons[reason];
  const state = words.schedules.states[status as keyof typeof words.schedules.states];
  return reason === null ? state : words.about(state, words.schedules.reasons[reason]);
}

function whyLate({ waitedFor }: Entry): string | null {
  return waitedFor === null ? null : words.schedules.late(words.schedules.because[waitedFor]);
}
