/** How far long work of the operator is, on a terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { byWorkspace, type Screen, withProgress } from "../../src/server/backup/progress.ts";

function screenOf(about: Pick<Screen, "isTTY" | "columns">): Screen & { readonly written: string[] } {
  const written: string[] = [];
  return { ...about, written, write: (text) => written.push(text) };
}

const step = { done: 3, total: 12, sent: 1_400_000 };
const words = byWorkspace("Backing up:");
const line = "Backing up: 3 of 12 workspaces, 1.40 MB";
const clear = "\r\u001b[K";

for (const [about, written] of [
  [{ isTTY: true, columns: 100 }, [`${clear}${line}`, clear]],
  [{ isTTY: true, columns: line.length + 1 }, [`${clear}${line}`, clear]],
  [{ isTTY: true, columns: 20 }, [`${clear}${line.slice(0, 19)}`, clear]],
  [{ isTTY: true, columns: 0 }, [`${clear}${line}`, clear]],
  [{ isTTY: true }, [`${clear}${line}`, clear]],
  [{ isTTY: false, columns: 100 }, []],
  [{}, []],
] as const) {
  test(`one line that fits is written over and gone in the end: ${JSON.stringify(about)}`, async () => {
    const screen = screenOf(about);
    const outcome = await withProgress(words, async (show) => (show(step), "done"), screen);
    assert.equal(outcome, "done");
    assert.deepEqual(screen.written, written);
  });
}

test("the line is gone when the work fails, so that what went wrong stands on a line of its own", async () => {
  const screen = screenOf({ isTTY: true, columns: 80 });
  const work = async (show: (shown: typeof step) => void) => {
    show(step);
    throw new Error("No space is left.");
  };
  await assert.rejects(withProgress(words, work, screen), { message: "No space is left." });
  assert.equal(screen.written.at(-1), clear);
});
