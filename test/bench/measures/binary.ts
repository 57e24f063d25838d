/** The single binary: its size, its start, what it takes when nothing happens. Built before by `npm run build:binary`. */
import { execFileSync } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { root } from "../../../build/targets.ts";
import { binary, serve } from "../../binary/service.ts";
import type { Bench } from "../bench.ts";
import { memoryMegabytes } from "../process-stats.ts";
import { median } from "../stats.ts";

const group = "Single binary";
const settled = 2000;

export async function measureBinary(bench: Bench): Promise<void> {
  bench.say("the single binary");
  const command = unpacked(bench);
  if (command === null) return bench.say("  there is none: npm run build:binary");
  const size = statSync(command).size / 1e6;
  bench.add({ id: "binary-size", group, what: "size of the file", value: size, unit: "MB", target: null, note: "" });
  const folder = bench.folder();
  const first = await serve(folder, {}, command);
  await first.end("SIGTERM");
  const starts: number[] = [];
  const memory: number[] = [];
  while (starts.length < bench.scale.starts) {
    const service = await serve(folder, {}, command);
    starts.push(service.startedIn);
    await rest(settled);
    memory.push(memoryMegabytes(service.pid).now);
    await service.end("SIGTERM");
  }
  const what = "start until listening, from the binary, one workspace";
  const note = `first start, which creates the owner and takes the native part out: ${first.startedIn.toFixed(0)} ms`;
  bench.add({ id: "binary-start", group, what, value: median(starts), unit: "ms", target: { atMost: 200 }, note });
  bench.add({
    id: "binary-idle",
    group,
    what: "resident memory after the start, two seconds idle",
    value: median(memory),
    unit: "MB",
    target: { atMost: 100 },
    note: "",
  });
}

/**
 * As people have it: out of the archive. How a file was written decides how large the pieces are in which the system maps it, and
 * that counts as resident memory (the file as the build leaves it: some 45 MB more). Null when none was built.
 */
function unpacked(bench: Bench): string | null {
  const [archive] = globSync(join(root, "dist", `*-${process.platform}-${process.arch}.tar.gz`));
  if (archive === undefined) return null;
  const folder = bench.folder();
  execFileSync("tar", ["-xzf", archive, "-C", folder]);
  return join(folder, basename(binary));
}
