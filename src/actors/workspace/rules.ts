/** The workspace rules, as open workspaces use them. */
import {
  carryOut,
  endsRecordings,
  isInOrder,
  lastPut,
  reconcile,
  startForMinutes,
  waitsForMinutes,
} from "../../workspace/maintenance.ts";
import { execute } from "../../workspace/execute.ts";
import { answerAfterWait, answerAsStored, endedTurns, seenAnswer, turnOf } from "../../workspace/runs/turn-view.ts";
import {
  dueKinds,
  dueRules,
  hasTaken,
  kindOf,
  kindsOf,
  nextDue,
  postpone,
  type Work,
} from "../../workspace/work/queue.ts";
import { areStale, putAgain } from "../../workspace/runs/put-again.ts";
import { releaseTaken, takeDue } from "../../workspace/runs/turns.ts";
import type { Rules } from "../parts/rules.ts";
import { createPerform } from "../work/perform.ts";

export const rules: Rules<Work> = {
  execute,
  turns: { turnOf, ended: endedTurns, answerAfterWait, answerAsStored, seenAnswer },
  table: {
    nextDue,
    kindsOf,
    kindOf,
    dueKinds,
    takeDue,
    dueRules,
    postpone,
    hasTaken,
    releaseTaken,
  },
  approvals: { areStale, putAgain },
  maintenance: { isInOrder, reconcile, waitsForMinutes, startForMinutes, lastPut },
  carryOut,
  endsRecordings,
  perform: createPerform(execute),
};
