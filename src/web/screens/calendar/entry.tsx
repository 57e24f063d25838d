/** One entry of a day: what is due with its state, what is scheduled with its time; what did not run stands out, with its reason; what ran leads to its chat. */
import { go, goOver } from "../../base/routes.ts";
import { timeInWords } from "../../parts/due.tsx";
import { Icon, StatusMark } from "../../parts/icons.tsx";
import { occurrenceHref } from "../../parts/planned.tsx";
import { words } from "../../words/index.ts";
import { didNotRun, type Entry } from "./entries.ts";

export interface EntryProps {
  readonly entry: Entry;
  /** With the reason in words of its own, where there is room. */
  readonly isFull: boolean;
}

export function EntryLine({ entry, isFull }: EntryProps) {
  const { title, chatId } = entry;
  if (chatId === null) return <EntryButton entry={entry} isFull={isFull} />;
  return (
    <div className="entry-line">
      <EntryButton entry={entry} isFull={isFull} />
      <button
        type="button"
        className="bare"
        tabIndex={isFull ? 0 : -1}
        aria-label={words.about(words.history.toChat, title ?? words.untitled)}
        title={words.history.toChat}
        onClick={() => go(`/chats/${chatId}`)}
      >
        <Icon name="chats" size={13} />
      </button>
    </div>
  );
}

function EntryButton({ entry, isFull }: EntryProps) {
  const { todoId, title, status, kind } = entry;
  const why = whyNot(entry);
  const className = ["entry", kind, status, why === null ? "" : "not-run"].join(" ");
  return (
    <button
      type="button"
      className={className}
      tabIndex={isFull ? 0 : -1}
      draggable={kind === "due" && status !== "done"}
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", todoId)}
      {...(why !== null && { title: why })}
      onClick={() => goOver(hrefOf(entry))}
    >
      <Mark entry={entry} />
      <span className={isFull ? "what" : "clip what"}>
        <span dir="auto">{title ?? words.untitled}</span>
        {why !== null && <span className={isFull ? "why-not" : "unseen"}> {why}</span>}
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
