/** News of what was changed at a node: every other one that lives hears them, and the one that made the change waits for none that cannot be reached. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnnounce } from "../../src/cluster/announce.ts";
import { newsQuestion } from "../../src/cluster/answers.ts";
import { PeerLost } from "../../src/cluster/peers/peers.ts";
import { createFakeClock } from "../../src/testing/clock.ts";
import { asTimePasses, turns } from "../helpers/settle.ts";

interface Others {
  readonly nodes: string[];
  /** Answers for the node of that address. */
  answer: (url: string) => Promise<unknown>;
}

function prepare(others: Others) {
  const clock = createFakeClock();
  const asked: unknown[] = [];
  const failures: unknown[] = [];
  const announce = createAnnounce({
    url: "here",
    membership: { look: async () => ({ nodes: others.nodes, free: [] }) },
    peers: {
      ask(url, ...question) {
        asked.push([url, ...question]);
        return others.answer(url);
      },
    },
    clock,
    patienceMs: 10_000,
    onFailure: (error) => failures.push(error),
  });
  return { clock, asked, failures, announce };
}

async function unreachable(url: string): Promise<never> {
  throw new PeerLost(url, false, null);
}

test("every other node is notified once, and this one is not", async () => {
  const { asked, announce, clock } = prepare({ nodes: ["a", "here", "b"], answer: async () => null });
  await announce("news");
  assert.deepEqual(asked, [
    ["a", newsQuestion, ["news"]],
    ["b", newsQuestion, ["news"]],
  ]);
  assert.equal(clock.pending, 0);
});

test("a node that cannot be reached is tried again, and waited for no longer than a second", async () => {
  const others: Others = { nodes: ["a", "here"], answer: unreachable };
  const { clock, asked, failures, announce } = prepare(others);
  const before = clock.monotonic();
  let isAnswered = false;
  const announcing = announce("news").then(() => (isAnswered = true));
  await asTimePasses(clock, "the one who made the change is answered", () => isAnswered);
  await announcing;
  assert.ok(clock.monotonic() - before <= 1100);
  const tried = asked.length;
  assert.ok(tried > 1);
  others.answer = async () => null;
  await asTimePasses(clock, "it is reached", () => asked.length > tried);
  await turns(10);
  assert.deepEqual([clock.pending, failures], [0, []]);
});

test("a node that lives no more is not tried again", async () => {
  const others: Others = { nodes: ["a", "here"], answer: unreachable };
  const { clock, asked, failures, announce } = prepare(others);
  const announcing = announce("news");
  await turns(5);
  others.nodes.shift();
  clock.advance(100);
  await announcing;
  assert.deepEqual([asked.length, clock.pending, failures], [1, 0, []]);
});

test("a node that lives and is never reached, and one of a release that knows no news, are reported", async () => {
  const others: Others = { nodes: ["a", "here"], answer: unreachable };
  const { clock, failures, announce } = prepare(others);
  const announcing = announce("news");
  await asTimePasses(clock, "it is given up", () => failures.length > 0, 100);
  await announcing;
  assert.ok(failures[0] instanceof PeerLost);
  others.answer = async () => Promise.reject(new Error("A node was asked news, which it does not know."));
  await announce("news");
  assert.match(String(failures[1]), /does not know/);
});
