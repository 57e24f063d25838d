/** `captures record -` as a process of its own, behind a program that never ends: it ends by itself all the same. */
import assert from "node:assert/strict";
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { after, test, type TestContext } from "node:test";
import { fileOf } from "../helpers/recordings.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { startTestService } from "../helpers/service.ts";
import { asTimePasses, eventually, inPatience } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const service = await startTestService({ after });

interface Recording {
  readonly stdin: ChildProcessWithoutNullStreams["stdin"];
  /** What it has said on stderr. */
  readonly said: () => string;
  /** Its exit status, once it has ended. */
  readonly status: Promise<number | null>;
}

async function recording(t: TestContext): Promise<Recording> {
  const folder = tempDir(t);
  const child = spawn(process.execPath, [resolve("bin/dayshift.mjs"), "captures", "record", "-", "--no-wait"], {
    cwd: folder,
    env: {
      ...process.env,
      XDG_CONFIG_HOME: folder,
      DAYSHIFT_URL: service.url,
      DAYSHIFT_KEY: await service.keyFor(),
    },
  });
  t.after(() => child.stdin.end());
  // It may have let go of the pipe by now.
  child.stdin.on("error", () => undefined);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => void (said += piece));
  child.stdout.resume();
  const closed = once(child, "close") as Promise<[number | null]>;
  const status = inPatience("the command ends", closed, () => said).then(([code]) => code);
  return { stdin: child.stdin, said: () => said, status };
}

test("what is no sound is refused without waiting for the end of stdin", async (t) => {
  const { stdin, said, status } = await recording(t);
  stdin.write("A log that goes on and on, with a line for each request that was answered.\n");
  assert.equal(await status, 2, said());
  assert.match(said(), /it is text/);
});

test("a recording that is stopped elsewhere ends without waiting for the end of stdin", async (t) => {
  const { stdin, said, status } = await recording(t);
  stdin.write(pcm(1000));
  await eventually("it records", () => /Recording \S+ from stdin/.test(said()));
  const captureId = /Recording (\S+) from/.exec(said())?.[1] ?? "";
  const onDisk = (): boolean =>
    existsSync(fileOf(service, captureId)) && statSync(fileOf(service, captureId)).size > 44;
  await asTimePasses(service.clock, "sound on disk", onDisk);
  await service.ok("stopCapture", { path: { captureId } });
  assert.equal(await status, 0, said());
  assert.match(said(), /Recorded:/);
});
