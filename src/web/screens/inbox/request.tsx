/** A request in full, with what was said before it, and what else is asked in the same step. */
import { useState } from "preact/hooks";
import type { Approval } from "../../../schema/app.ts";
import { fromHere, go, refine } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { Head } from "../../parts/screen.tsx";
import { useRecords, useStore } from "../../parts/use.ts";
import type { Store } from "../../store/store.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { ApprovalCard } from "../chats/approval.tsx";
import { Before } from "./before.tsx";

interface OpenProps {
  readonly id: string;
  readonly onDecided: () => void;
}

export function Open({ id, onDecided }: OpenProps) {
  const { approvals } = useStore();
  useRecords(approvals);
  const { chatId, toolCallId = "" } = approvals.get(id) ?? {};
  const others = sameStep(approvals, id);
  return (
    <div className="chat">
      <Head title={words.inbox.request}>
        <button type="button" className="bare narrow" aria-label={words.places.inbox} onClick={() => go("/inbox")}>
          <Icon name="back" />
        </button>
        {chatId !== undefined && (
          <button
            type="button"
            className="outlined"
            onClick={() => go(`/chats/${chatId}?call=${encodeURIComponent(toolCallId)}`)}
          >
            <Icon name="chats" /> {words.inbox.openChat}
          </button>
        )}
      </Head>
      <div className="log">
        <div className="column">
          {chatId !== undefined && <Before key={id} chatId={chatId} approvalId={id} />}
          <ApprovalCard key={id} id={id} hasKeys onDecided={onDecided} />
          {others.map((other) => (
            <ApprovalCard key={other.id} id={other.id} />
          ))}
          {others.length > 0 && <ApproveAll ids={[id, ...others.map((other) => other.id)]} />}
        </div>
      </div>
    </div>
  );
}

/** What else of the step of a request waits for a decision, in the order of the agent. */
function sameStep(approvals: Store["approvals"], id: string): Approval[] {
  const open = approvals.get(id);
  if (open === undefined || open.status !== "pending") return [];
  return approvals
    .all()
    .filter((one) => one.id !== id && one.status === "pending" && one.step.id === open.step.id)
    .toSorted((left, right) => left.step.position - right.step.position);
}

/** Approves what is shown above, each in the state that is shown; what is refused stays, with its reason. */
function ApproveAll({ ids }: { readonly ids: readonly string[] }) {
  const { client, approvals } = useStore();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const approve = async (): Promise<void> => {
    const onward = fromHere(refine);
    setBusy(true);
    try {
      const decisions = ids.map((approvalId) => ({ approvalId, ...shownState(approvals.get(approvalId)) }));
      const { data } = await client.decideManyApprovals({ decisions });
      for (const { approval } of data) if (approval !== null) approvals.put(approval);
      const refused = data.find(({ error }) => error !== null)?.error;
      setProblem(refused?.message ?? null);
      if (refused === undefined) onward("/inbox");
    } catch (error) {
      setProblem(describe(error));
    }
    setBusy(false);
  };
  return (
    <>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="primary" disabled={isBusy} onClick={() => void approve()}>
          {words.inbox.approveAll(ids.length)}
        </button>
      </p>
    </>
  );
}

function shownState(approval: Approval | undefined) {
  const version = approval?.recordVersion ?? null;
  return { decision: "approve" as const, ...(version !== null && { recordVersion: version }) };
}
