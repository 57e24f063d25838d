/** What was changed in a chat, by a run, of a todo: who, when, what from and what to; taken back one by one or all together. */
import { useEffect, useState } from "preact/hooks";
import type { RecordChange } from "../../../schema/history.ts";
import { go, goOver } from "../../base/routes.ts";
import { Diff } from "../../parts/diff.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore, useToday } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { fieldsInWords, personOf, sentenceOf } from "./change-words.ts";
import { AskUndo, type UndoScope } from "./ask-undo.tsx";

/** Which changes: all of a work of an agent can be taken back together. */
export type ChangesOf =
  | { readonly chatId: string }
  | { readonly runId: string }
  | { readonly turnId: string }
  | { readonly changeSetId: string }
  | { readonly todoId: string }
  | { readonly agentId: string };

export interface ChangesProps {
  readonly of: ChangesOf;
  /** Read again when this changes. */
  readonly version?: string;
  /** Called when somebody goes from here to what a change is of. */
  readonly onLeave?: () => void;
}

export function Changes({ of, version = "", onLeave }: ChangesProps) {
  const { state, read, readMore } = useChanges(of, version);
  const [asked, setAsked] = useState<UndoScope | null>(null);
  if (state.problem !== null) return <Failed reason={state.problem} onRetry={read} />;
  if (state.changes === null) return <Loading />;
  if (state.changes.length === 0) return <p className="soft">{words.history.none}</p>;
  const isWhole = !("todoId" in of || "agentId" in of);
  const isAny = state.changes.some(({ undo }) => undo.state === "possible");
  return (
    <div className="changes">
      {isWhole && isAny && (
        <p className="buttons">
          <button type="button" className="outlined" onClick={() => setAsked(of)}>
            <Icon name="undo" /> {words.history.undoAll}
          </button>
        </p>
      )}
      <ol>
        {state.changes.map((change) => (
          <li key={change.id}>
            <ChangeView change={change} onUndo={() => setAsked({ changeIds: [change.id] })} onLeave={onLeave} />
          </li>
        ))}
      </ol>
      {state.next !== null && (
        <button type="button" className="quiet link" onClick={readMore}>
          {words.history.more}
        </button>
      )}
      {asked !== null && (
        <AskUndo
          scope={asked}
          changes={state.changes}
          onClose={(isUndone) => {
            setAsked(null);
            if (isUndone) read();
          }}
        />
      )}
    </div>
  );
}

interface ChangeProps {
  readonly change: RecordChange;
  readonly onUndo: () => void;
  readonly onLeave: (() => void) | undefined;
}

function ChangeView({ change, onUndo, onLeave }: ChangeProps) {
  const store = useStore();
  const today = useToday();
  const { kind, recordId, undo, approvalId } = change;
  const sentence = sentenceOf(change);
  const leave = (follow: () => void) => (): void => {
    onLeave?.();
    follow();
  };
  const open = kind === "todo" && change.op !== "erased" ? leave(() => goOver(`/todos/${recordId}`)) : null;
  const call = callHref(change);
  return (
    <article className={change.actor.type === "agent" ? "change by-agent" : "change"} aria-label={sentence}>
      <header>
        <p className="grow">
          <strong dir="auto">{personOf(store, change)}</strong>{" "}
          {open === null ? (
            <span dir="auto">{sentence}</span>
          ) : (
            <button type="button" className="inline" onClick={open}>
              <span dir="auto">{sentence}</span>
            </button>
          )}
        </p>
        <time className="soft" dateTime={change.at}>
          {momentInWords(change.at)}
        </time>
      </header>
      <dl className="fields">
        {fieldsInWords(store, change, today).map(({ name, label, from, to }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>
              <Diff from={from} to={to} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="foot">
        {undo.state === "possible" ? (
          <button type="button" className="quiet link" aria-label={words.history.undoNamed(sentence)} onClick={onUndo}>
            {words.history.undo}
          </button>
        ) : (
          <span className="soft" title={undo.why ?? ""}>
            {words.history.states[undo.state]}
          </span>
        )}
        {approvalId !== null && (
          <button type="button" className="quiet link" onClick={leave(() => go(`/inbox/${approvalId}`))}>
            {words.schedules.solve.approval}
          </button>
        )}
        {call !== null && (
          <button type="button" className="quiet link" onClick={leave(() => go(call))}>
            {words.history.toCall}
          </button>
        )}
      </p>
    </article>
  );
}

/** Where the call stands that made the change; null where none did. */
function callHref({ chatId, toolCallId }: RecordChange): string | null {
  if (chatId === null) return null;
  return toolCallId === null ? `/chats/${chatId}` : `/chats/${chatId}?call=${encodeURIComponent(toolCallId)}`;
}

interface ChangesState {
  readonly changes: readonly RecordChange[] | null;
  readonly next: string | null;
  readonly problem: string | null;
}

function useChanges(of: ChangesOf, version: string) {
  const { client, caughtUp } = useStore();
  const [state, setState] = useState<ChangesState>({ changes: null, next: null, problem: null });
  const load = (cursor: string | null): void => {
    client.listRecordChanges({ ...of, limit: 50, ...(cursor !== null && { cursor }) }).then(
      ({ data, nextCursor }) =>
        setState((old) => ({
          changes: cursor === null ? data : [...(old.changes ?? []), ...data],
          next: nextCursor,
          problem: null,
        })),
      (error: unknown) => setState((old) => ({ ...old, problem: describe(error) })),
    );
  };
  const read = (): void => load(null);
  useEffect(() => (read(), caughtUp.subscribe(read)), [JSON.stringify(of), version]);
  return { state, read, readMore: () => load(state.next) };
}
