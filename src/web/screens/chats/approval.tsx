/** A request of an agent: who asks for what, field by field, and why; approved, edited, answered or rejected in place. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Approval } from "../../../schema/app.ts";
import { DayshiftError } from "../../../client/errors.ts";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { useRecord, useStore, useToday } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { AnswerOfRequest, type ResultBlock } from "./answer.tsx";
import { About, Decided, Fields, Reasons } from "./approval-parts.tsx";
import { Decision, type Mode, type Verdict } from "./decision.tsx";
import type { EditProps } from "./edit.tsx";
import { toolFields, toolSentence } from "./tool-words.ts";

const Edit = lazy<EditProps>(async () => (await import("./edit.tsx")).Edit);

/** The request as it stands now; read when the page does not have it yet. */
function useApproval(id: string): { readonly approval: Approval | undefined; readonly problem: string | null } {
  const { approvals, client } = useStore();
  const approval = useRecord(approvals, id);
  const [problem, setProblem] = useState<string | null>(null);
  const isMissing = approval === undefined;
  useEffect(() => {
    if (!isMissing) return;
    client.getApproval({ approvalId: id }).then(
      (read) => approvals.put(read),
      (error: unknown) => setProblem(describe(error)),
    );
    // One that is decided goes again when the page reads those that wait.
  }, [id, isMissing]);
  return { approval, problem };
}

export interface CardProps {
  readonly id: string;
  /** Whether its keys work: one card of a page has them. */
  readonly hasKeys?: boolean;
  readonly onDecided?: () => void;
  /** What stands next to the decision, given the request in words. */
  readonly children?: (sentence: string) => ComponentChildren;
  /** What the call answered once it was carried out. */
  readonly result?: ResultBlock | undefined;
}

export function ApprovalCard({ id, hasKeys = false, onDecided, children, result }: CardProps) {
  const store = useStore();
  const today = useToday();
  const { approval, problem: unread } = useApproval(id);
  const [problem, setProblem] = useState<string | null>(null);
  const [mode, setMode] = useState<Mode>("look");
  const edited = useRef<Record<string, unknown>>({});
  const form = useRef<HTMLFormElement>(null);
  if (approval === undefined) return unread === null ? null : <p className="problem">{unread}</p>;
  if (approval.replacedBy !== null)
    return (
      <ApprovalCard
        key={approval.replacedBy}
        id={approval.replacedBy}
        hasKeys={hasKeys}
        {...(onDecided && { onDecided })}
        {...(children && { children })}
        result={result}
      />
    );
  const agent = store.agents.get(approval.agentId)?.name ?? words.inbox.anAgent;
  const fields = toolFields(store, { name: approval.toolName, input: approval.toolInput, diff: approval.diff }, today);
  const about = approval.record === null ? [] : [approval.record];
  const sentence = toolSentence(store, approval.toolName, approval.toolInput, about);
  const isOpen = approval.status === "pending";
  const enter = (next: Mode): void => {
    edited.current = {};
    setMode(next);
  };
  const decide = async (verdict: Verdict): Promise<void> => {
    if (form.current?.reportValidity() === false) return;
    setProblem(null);
    const editedInput = { ...approval.toolInput, ...edited.current };
    try {
      const body = verdict.decision === "edit" ? { ...verdict, editedInput } : verdict;
      const { recordVersion } = approval;
      const shown = recordVersion === null ? {} : { recordVersion };
      store.approvals.put(await store.client.decideApproval({ approvalId: id, ...shown, ...body }));
      setMode("look");
      onDecided?.();
    } catch (error) {
      setProblem(describe(error));
      // Somebody else was faster, or it was taken back: what stands now is shown, where it can be read.
      if (error instanceof DayshiftError && error.status === 409)
        await store.client.getApproval({ approvalId: id }).then(
          (now) => store.approvals.put(now),
          () => undefined,
        );
    }
  };
  return (
    <article className="card approval" aria-label={words.inbox.asks(agent)}>
      <h3>
        <Icon name="shield" /> <span dir="auto">{agent}</span>{" "}
        <span className="soft">{isOpen ? words.inbox.wants : words.inbox.wanted}</span>
      </h3>
      <p className="what" dir="auto">
        {sentence}
      </p>
      {mode === "edit" ? (
        <form ref={form} onSubmit={(event) => event.preventDefault()}>
          <Edit approval={approval} fields={fields} onEdit={(name, value) => (edited.current[name] = value)} />
        </form>
      ) : (
        <>
          {!isOpen && !isCarriedOut(approval) && fields.length > 0 && (
            <p className="soft guidance">{words.inbox.wouldHave}</p>
          )}
          <Fields fields={fields} />
        </>
      )}
      {isErased(approval) && <p className="soft guidance">{words.inbox.erased}</p>}
      <About approval={approval} />
      <Reasons approval={approval} />
      {approval.approvalGuidance !== null && (
        <p className="soft guidance" dir="auto">
          {words.inbox.guidance(approval.approvalGuidance)}
        </p>
      )}
      {approval.isStale && isOpen && <p className="warn">{words.inbox.stale}</p>}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {isOpen ? (
        <Decision
          mode={mode}
          hasKeys={hasKeys}
          expiresAt={approval.expiresAt}
          canRemember={approval.changeClass === null}
          isEdited={() => Object.keys(edited.current).length > 0}
          onMode={enter}
          onDecide={decide}
        />
      ) : (
        <div className="verdict">
          <Decided approval={approval} />
          {children?.(sentence)}
        </div>
      )}
      {isCarriedOut(approval) && result !== undefined && <AnswerOfRequest name={approval.toolName} result={result} />}
    </article>
  );
}

function isCarriedOut({ status }: Approval): boolean {
  return status === "approved" || status === "edited";
}

/** What it asked for went with the note or recording whose content it carried: every other call but one to the outside says something. */
function isErased({ status, toolName, toolInput }: Approval): boolean {
  return status !== "pending" && Object.keys(toolInput).length === 0 && !toolName.includes("__");
}
