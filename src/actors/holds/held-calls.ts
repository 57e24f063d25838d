/** Operations that wait (`waitSeconds`): a place among the held, the commit, then the hold. */
import { ApiError } from "../../schema/errors.ts";
import type { Operation } from "../../schema/operation.ts";
import type { Context } from "../../workspace/context.ts";
import { type Committed, type Effect, finishHeld } from "../../workspace/idempotency.ts";
import { reauthorise } from "./authorise.ts";
import { createHolds } from "./holds.ts";
import type { Mailbox } from "../mailbox.ts";
import type { TurnRules } from "../parts.ts";
import type { Access } from "../ports.ts";
import type { HoldLimits } from "../hold-limits.ts";
import type { Waiters } from "./waiters.ts";
import type { Answer, Call, Commit, Holding } from "../workspace-actor.ts";

export interface HoldingParts {
  readonly mailbox: Pick<Mailbox, "read" | "write">;
  readonly waiters: Waiters;
  readonly limits: HoldLimits;
  readonly access: Access;
  readonly rules: Pick<TurnRules, "turnOf" | "answerAfterWait" | "answerAsStored" | "seenAnswer">;
  /** Those of the turns that have ended. Without one that can not be read: the hold then ends at its deadline. */
  readonly ended: (turnIds: readonly string[]) => readonly string[];
}

export function createHolding({ mailbox, waiters, limits, access, rules, ended }: HoldingParts): Holding {
  const holds = createHolds(waiters);

  /** Without a place the answer is final at once: as things stand, timed out. */
  const settle =
    (call: Call, hasPlace: boolean) =>
    (context: Context, base: unknown): Effect => {
      const turnId = waitOf(call) === 0 ? null : rules.turnOf(context.sql, base);
      if (turnId === null) return { body: base, held: null };
      if (hasPlace) return { body: base, held: { turnId, until: context.now + waitOf(call) } };
      return { body: rules.answerAfterWait(context.sql, base, turnId), held: null };
    };

  const hold = (record: Operation, call: Call, { body: base, held }: Committed): Promise<unknown> => {
    if (held === null) return Promise.resolve(base);
    const { caller, idempotency, signal } = call;
    return holds.hold({
      base,
      held,
      joinKey: idempotency === null ? null : `${caller.credentialId} ${idempotency.key}`,
      signal,
      hasEnded: () => ended([held.turnId]).length > 0,
      async answer() {
        await reauthorise(access, record, caller);
        return mailbox.read((sql) => rules.answerAfterWait(sql, base, held.turnId));
      },
      async finish(body) {
        if (idempotency === null) return;
        await mailbox.write((sql) =>
          finishHeld(sql, caller.credentialId, idempotency.key, rules.answerAsStored(sql, body)),
        );
      },
    });
  };

  const answer = async (record: Operation, call: Call, commit: Commit, hasPlace: boolean): Promise<Answer> => {
    const committed = await commit(settle(call, hasPlace));
    if (committed.held !== null && !hasPlace) throw inProgress();
    const body = await hold(record, call, committed);
    return { body: rules.seenAnswer(body, call.caller.scopes), replayed: committed.replayed };
  };

  return {
    async call(record, call, commit) {
      const hasPlace = waitOf(call) > 0 && limits.enter(call.caller.credentialId);
      try {
        return await answer(record, call, commit, hasPlace);
      } finally {
        if (hasPlace) limits.leave(call.caller.credentialId);
      }
    },
  };
}

/** Milliseconds for which the caller wants the request held. */
function waitOf({ input }: Call): number {
  const { body } = input as { readonly body?: { readonly waitSeconds?: number } };
  return (body?.waitSeconds ?? 0) * 1000;
}

function inProgress(): ApiError {
  return new ApiError(
    "idempotency_request_in_progress",
    "The first request with this Idempotency-Key is still held open, and no more requests can be: try again in a second.",
    { headers: { "Retry-After": "1" } },
  );
}
