/** Operations that wait (`waitSeconds`): a slot among the pending requests, the commit, then the wait. */
import type { Context } from "../../workspace/protocol/context.ts";
import { type Effect, finishPending } from "../../workspace/protocol/idempotency.ts";
import { createLongPolls, type LongPollLimits } from "../long-polls/long-polls.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { TurnRules } from "../parts/rules.ts";
import type { Access, Clock } from "../runtime/ports.ts";
import type { Waiters } from "../long-polls/waiters.ts";
import type { Call, Polling } from "./actor.ts";
import type { Caller } from "../../schema/caller.ts";
import { credentialEnded } from "../../schema/ended-credential.ts";
import { ApiError } from "../../schema/errors.ts";
import type { Operation } from "../../schema/operation.ts";
import { mayCall } from "../../schema/operations/index.ts";

export interface PollingParts {
  readonly mailbox: Pick<Mailbox, "read" | "write">;
  readonly waiters: Waiters;
  readonly clock: Clock;
  readonly limits: LongPollLimits;
  readonly access: Access;
  readonly rules: Pick<TurnRules, "turnOf" | "answerAfterWait" | "answerAsStored" | "seenAnswer">;
  /** Returns those of the turns that have ended; a turn that cannot be read is left out, and its wait ends at its deadline. */
  readonly ended: (turnIds: readonly string[]) => readonly string[];
}

export function createPolling({ mailbox, waiters, clock, limits, access, rules, ended }: PollingParts): Polling {
  const polls = createLongPolls({
    waiters,
    clock,
    hasEnded: (turnId) => ended([turnId]).length > 0,
    async answer({ record, caller, base, pending }) {
      await reauthorise(access, record, caller);
      return mailbox.read((sql) => rules.answerAfterWait(sql, base, pending.turnId));
    },
    finish: ({ caller }, key, body) =>
      mailbox.write((sql) => finishPending(sql, caller.credentialId, key, rules.answerAsStored(sql, body))),
  });

  /** Without a slot the call is answered at once, with the current state, as timed out. */
  const settle =
    (call: Call, hasSlot: boolean) =>
    (context: Context, base: unknown): Effect => {
      const turnId = waitOf(call) === 0 ? null : rules.turnOf(context.sql, base);
      if (turnId === null) return { body: base, pending: null };
      if (hasSlot) return { body: base, pending: { turnId, until: context.now + waitOf(call) } };
      return { body: rules.answerAfterWait(context.sql, base, turnId), pending: null };
    };

  return {
    async call(record, call, commit) {
      const { caller, idempotency, client } = call;
      const hasSlot = waitOf(call) > 0 && limits.enter(caller.credentialId);
      try {
        const { body: base, pending, replayed } = await commit(settle(call, hasSlot));
        if (pending === null) return { body: rules.seenAnswer(base, caller.scopes), replayed };
        if (!hasSlot) throw inProgress();
        const waiting = { record, caller, key: idempotency?.key ?? null, base, pending, longest: waitOf(call) };
        const body = await polls.wait(waiting, client?.signal);
        return { body: rules.seenAnswer(body, caller.scopes), replayed };
      } finally {
        if (hasSlot) limits.leave(caller.credentialId);
      }
    },
    get isBusy() {
      return polls.isBusy;
    },
    idle: () => polls.idle(),
  };
}

/** Milliseconds for which the caller wants to wait. */
function waitOf({ input }: Call): number {
  const { body } = input as { readonly body?: { readonly waitSeconds?: number } };
  return (body?.waitSeconds ?? 0) * 1000;
}

function inProgress(): ApiError {
  return new ApiError(
    "idempotency_request_in_progress",
    "The first request with this Idempotency-Key is still waiting, and no more requests can wait: try again in a second.",
    { retryAfter: 1 },
  );
}

/** Resolves when the credential may call the operation now; rejects with 401 when it was revoked, 403 when it lost the scope. */
async function reauthorise(access: Access, record: Operation, caller: Caller): Promise<void> {
  const scopes = await access.currentScopes(caller);
  if (scopes.length === 0) throw credentialEnded(caller);
  if (mayCall(record, scopes, caller.credentialType === "session")) return;
  throw new ApiError(
    "missing_scope",
    `The credential no longer has the scope ${record.auth}, which ${record.id} needs.`,
  );
}
