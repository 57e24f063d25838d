/** A turn in a process that is killed. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import test from "node:test";
import { fakeId } from "../helpers/ids.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { callOf, startBench, type Turn } from "./bench.ts";

/** Starts the process, lets its turn begin, and kills it without warning. */
async function killInMidTurn(dataDir: string): Promise<void> {
  const script = new URL("kill-child.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", script, dataDir], { stdio: ["pipe", "pipe", "inherit"] });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  assert.equal(said.toString(), "begun\n");
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("after a kill in mid-turn the next start takes the turn up again, unasked, and the request is replayed", async (t) => {
  const dataDir = tempDir(t);
  await killInMidTurn(dataDir);
  const begun: Turn[] = [];
  const { host, clock } = await startBench(t, { dataDir, script: async (turn) => void begun.push(turn) });
  clock.advance(0);
  await eventually("the turn goes on", () => begun.length === 1);
  assert.equal(begun[0]?.attempts, 2);
  const call = callOf(fakeId(1), "createChat", { message: "hello" }, { key: "k" });
  const { body, replayed } = await host.call(fakeId(1), call);
  assert.equal(replayed, true);
  assert.equal((body as { id: string }).id, begun[0]?.turnId);
});
