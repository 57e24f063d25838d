/** Decisions on approvals whose record has changed since they were shown: the same is asked again, before the decision is refused. */
import type { InputOf } from "../../schema/operations/index.ts";
import type { Decided } from "../../workspace/runs/put-again.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { ApprovalRules } from "../parts/rules.ts";
import type { Clock, Ids } from "../runtime/ports.ts";
import type { ActorParts } from "./actor.ts";

interface Asking {
  readonly mailbox: Pick<Mailbox, "read" | "write">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What is done before the transaction of a decision, which undoes nothing of it when it refuses. */
export function askAgain({ mailbox, clock, ids }: Asking, rules: ApprovalRules): ActorParts["prepare"] {
  const prepare = (decisions: readonly Decided[]): Promise<void> | null => {
    const now = clock.now();
    if (!mailbox.read((sql) => rules.areStale({ sql, now }, decisions))) return null;
    return mailbox.write((sql) => rules.putAgain({ sql, now, newId: ids.uuid }, decisions));
  };
  return {
    decideApproval(input) {
      const { path, body } = input as InputOf<"decideApproval">;
      return prepare([{ ...path, ...body }]);
    },
    decideManyApprovals: (input) => prepare((input as InputOf<"decideManyApprovals">).body.decisions),
  };
}
