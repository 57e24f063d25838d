/** Operations that wait (`waitSeconds`): a place among the held, the commit, then the hold. */
import { ApiError } from "../../schema/errors.ts";
import type { Context } from "../../workspace/context.ts";
import { type Effect, finishHeld } from "../../workspace/idempotency.ts";
import { reauthorise } from "./authorise.ts";
import { createHolds } from "./holds.ts";
import type { Mailbox } from "../mailbox.ts";
import type { TurnRules } from "../parts.ts";
import type { Access, Clock } from "../ports.ts";
import type { HoldLimits } from "../hold-limits.ts";
import type { Waiters } from "./waiters.ts";
import type { Call, Holding } from "../workspace-actor.ts";

export interface HoldingParts {
  readonly mailbox: Pick<Mailbox, "read" | "write">;
  readonly waiters: Waiters;
  readonly clock: Clock;
  readonly limits: HoldLimits;
  readonly access: Access;
  readonly rules: Pick<TurnRules, "turnOf" | "answerAfterWait" | "answerAsStored" | "seenAnswer">;
  /** Those of the turns that have ended. Without one that can not be read: the hold then ends at its deadline. */
  readonly ended: (turnIds: readonly string[]) => readonly string[];
}

export function createHolding({ mailbox, waiters, clock, limits, access, rules, ended }: HoldingParts): Holding {
  const holds = createHolds({
    waiters,
    clock,
    hasEnded: (turnId) => ended([turnId]).length > 0,
    async answer({ record, caller, base, held }) {
      await reauthorise(access, record, caller);
      return mailbox.read((sql) => rules.answerAfterWait(sql, base, held.turnId));
    },
    finish: ({ caller }, key, body) =>
      mailbox.write((sql) => finishHeld(sql, caller.credentialId, key, rules.answerAsStored(sql, body))),
    seen: ({ caller }, body) => rules.seenAnswer(body, caller.scopes),
    onEnd: ({ caller }) => limits.leave(caller.credentialId),
  });

  /** Without a place the answer is final at once: as things stand, timed out. */
  const settle =
    (call: Call, hasPlace: boolean) =>
    (context: Context, base: unknown): Effect => {
      const turnId = waitOf(call) === 0 ? null : rules.turnOf(context.sql, base);
      if (turnId === null) return { body: base, held: null };
      if (hasPlace) return { body: base, held: { turnId, until: context.now + waitOf(call) } };
      return { body: rules.answerAfterWait(context.sql, base, turnId), held: null };
    };

  return {
    async call(record, call, commit) {
      const { caller, idempotency } = call;
      let hasPlace = waitOf(call) > 0 && limits.enter(caller.credentialId);
      try {
        const { body: base, held, replayed } = await commit(settle(call, hasPlace));
        const answer = { body: rules.seenAnswer(base, caller.scopes), replayed };
        if (held === null) return answer;
        if (!hasPlace) throw inProgress();
        hasPlace = false; // it is the hold's from here on
        return { ...answer, hold: holds.hold({ record, caller, key: idempotency?.key ?? null, base, held }) };
      } finally {
        if (hasPlace) limits.leave(caller.credentialId);
      }
    },
    get isBusy() {
      return holds.isBusy;
    },
    idle: () => holds.idle(),
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
