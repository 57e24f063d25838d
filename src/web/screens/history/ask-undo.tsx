/** Before anything is taken back: what would be, and what stays with its reason. */
import { useEffect, useState } from "preact/hooks";
import type { RecordChange, UndoAnswer } from "../../../schema/history.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Loading } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { sentenceOf } from "./change-words.ts";

export type UndoScope =
  | { readonly changeIds: string[] }
  | { readonly chatId: string }
  | { readonly runId: string }
  | { readonly turnId: string }
  | { readonly changeSetId: string }
  | { readonly todoId: string }
  | { readonly agentId: string };

export interface AskUndoProps {
  readonly scope: UndoScope;
  readonly changes: readonly RecordChange[];
  readonly onClose: (isUndone: boolean) => void;
}

export function AskUndo({ scope, changes, onClose }: AskUndoProps) {
  const { client, notices } = useStore();
  const [plan, setPlan] = useState<UndoAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = (dryRun: boolean) => client.undoRecordChanges({ ...scope, dryRun, onConflict: "skip" });
  useEffect(() => {
    ask(true).then(setPlan, (error: unknown) => setProblem(describe(error)));
  }, []);
  const undo = (): void => {
    ask(false).then(
      ({ undone }) => {
        notices.show({ text: words.history.undone(undone.length), isProblem: false });
        onClose(true);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  return (
    <Dialog label={words.history.askTitle} className="ask" onClose={() => onClose(false)}>
      {() => (
        <>
          <h2>{words.history.askTitle}</h2>
          {problem !== null && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          {plan === null ? problem === null && <Loading /> : <Plan plan={plan} changes={changes} />}
          <p className="buttons">
            {plan !== null && plan.undone.length > 0 && (
              <button type="button" className="primary" onClick={undo}>
                {words.history.undo}
              </button>
            )}
            <button type="button" className="outlined" autofocus onClick={() => onClose(false)}>
              {words.cancel}
            </button>
          </p>
        </>
      )}
    </Dialog>
  );
}

function Plan({ plan, changes }: { readonly plan: UndoAnswer; readonly changes: readonly RecordChange[] }) {
  const { undone, left } = plan;
  const nameOf = (id: string): string | undefined => {
    const change = changes.find((one) => one.id === id);
    return change === undefined ? undefined : sentenceOf(change);
  };
  return (
    <>
      <p>{undone.length === 0 ? words.history.nothingToUndo : words.history.willUndo(undone.length)}</p>
      {left.length > 0 && (
        <>
          <p>
            <strong>{words.history.willLeave}</strong>
          </p>
          <ul className="left">
            {left.map(({ changeId, why }) => (
              <li key={changeId}>
                <span dir="auto">{nameOf(changeId)}</span>
                <span className="soft" dir="auto">
                  {why}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
