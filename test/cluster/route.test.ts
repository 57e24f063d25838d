/** The way to the owner of a shard, with a clock that the test holds: what is asked again, and what who asks is answered when it is in vain. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NotOwner } from "../../src/actors/workspace/not-owner.ts";
import { PeerLost } from "../../src/cluster/peers/peers.ts";
import { createRoute, type Question } from "../../src/cluster/route.ts";
import { ApiError } from "../../src/schema/errors.ts";
import { createFakeClock } from "../../src/testing/clock.ts";
import { asTimePasses, eventually } from "../helpers/settle.ts";

const url = "tls://here:1";
const patienceMs = 10_000;

/** A node that asks another one, whose answers are these, one after the other: the last one again and again. */
function asking(answers: readonly (Error | string)[], more: Partial<Question> = {}) {
  const clock = createFakeClock();
  let asked = 0;
  const route = createRoute({
    url,
    owns: () => false,
    answerHere: () => assert.fail("this node owns nothing"),
    owners: { of: async () => "tls://there:1", ask: () => undefined },
    peers: {
      async ask() {
        const answer = answers[Math.min(asked++, answers.length - 1)] as Error | string;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    clock,
    patienceMs,
  });
  let isOver = false;
  const answer = route({ shard: 1, method: "workspace", args: [], mayRepeat: false, ...more }).finally(() => {
    isOver = true;
  });
  answer.catch(() => undefined);
  return {
    clock,
    count: () => asked,
    answer: async () => {
      await asTimePasses(clock, "an answer", () => isOver);
      return answer;
    },
  };
}

const unreachable = new PeerLost("tls://there:1", false, null);
const inDoubt = new PeerLost("tls://there:1", true, null);

function isAway(message: RegExp): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.code, error.status, error.headers["Retry-After"]], ["internal_error", 503, "1"]);
    assert.match(error.message, message);
    return true;
  };
}

test("whoever could not be asked, or owns it no more, is looked for until there is an answer", async () => {
  const { answer, count } = asking([unreachable, new NotOwner(), unreachable, "done"]);
  assert.equal(await answer(), "done");
  assert.equal(count(), 4);
});

test("one that is never reached is given up after a while, and nothing was done", async () => {
  const { answer, clock } = asking([unreachable]);
  const since = clock.monotonic();
  await assert.rejects(answer(), isAway(/cannot be reached at the moment: nothing was changed/));
  assert.ok(clock.monotonic() - since >= patienceMs);
});

test("what is in doubt is not asked twice, unless that does the same as once", async () => {
  const once = asking([inDoubt, "done"]);
  await assert.rejects(once.answer(), isAway(/may or may not be stored.*same Idempotency-Key/));
  assert.equal(once.count(), 1);
  assert.equal(await asking([inDoubt, "done"], { mayRepeat: true }).answer(), "done");
});

test("what was in doubt once stays so, however it ends", async () => {
  const { answer } = asking([inDoubt, unreachable], { mayRepeat: true });
  await assert.rejects(answer(), isAway(/may or may not be stored/));
});

test("for who has gone no owner is asked any more", async () => {
  const client = new AbortController();
  const left = asking([unreachable], { signal: client.signal });
  await eventually("the owner is looked for", () => left.count() === 1);
  client.abort();
  await assert.rejects(left.answer(), (error) => error === client.signal.reason);
  assert.equal(left.count(), 1);
});

test("who has gone, or only closed their side, is answered what may be asked twice, and no other change is begun", async () => {
  const signal = AbortSignal.abort();
  assert.equal(await asking(["done"], { signal, mayRepeat: true }).answer(), "done");
  const change = asking(["done"], { signal });
  await assert.rejects(change.answer(), (error) => error === signal.reason);
  assert.equal(change.count(), 0);
});

test("what the owner refuses is what it was", async () => {
  const refusal = new ApiError("resource_conflict", "No.");
  await assert.rejects(asking([refusal]).answer(), (error) => error === refusal);
});
