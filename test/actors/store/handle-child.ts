/** Opens files of a data folder, once for each call that can fail, and says what was left open or does not work afterwards. */
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { createMediaFiles } from "../../../src/actors/store/media-files.ts";
import { makeFolder, nameFileAside, putFile } from "../../../src/actors/store/files.ts";
import { openAlarmFile } from "../../../src/actors/alarms/alarm-file.ts";
import { fakeId } from "../../helpers/ids.ts";
import { type Call, controlOf, type Failure } from "../../helpers/faults.ts";

const [dataDir = "", source = ""] = process.argv.slice(2);
const control = controlOf(process.env["FAULTS_CONTROL"] ?? "");
const media = createMediaFiles(dataDir);
const alarms = await openAlarmFile(dataDir, "zones");
const kinds = ["media", "alarms", "other"] as const;
const faults: readonly (readonly [Call, Failure])[] = [
  ["open", "EMFILE"],
  ["stat", "EIO"],
  ["write", "ENOSPC"],
  ["sync", "EIO"],
];

let count = 0;
const next = (): string => fakeId(++count);

async function write(id: string, bytes: Uint8Array): Promise<void> {
  const writer = await media.open(fakeId(0), id);
  try {
    await writer.write(0, [bytes]);
  } finally {
    await writer.close();
  }
}

const piece = new Uint8Array(1000);

/** Each does something new with a file; nothing of it may stay open. */
const actions: Readonly<Record<string, () => Promise<void>>> = {
  "a new recording": () => write(next(), piece),
  "a recording of a new workspace": async () => (await media.open(next(), fakeId(0))).close(),
  "more of a recording": () => write(fakeId(0), piece),
  "a recording that is read": async () => {
    for await (const part of media.read(fakeId(0), fakeId(0), 0, 1000)) if (part.length === 0) break;
  },
  "a recording that is erased": async () => {
    const id = next();
    await write(id, piece);
    await media.erase(fakeId(0), id);
  },
  "an alarm": () => alarms.set(next(), { dueAt: 1, plannedAt: 1 }),
  "the file of the alarms": async () => (await openAlarmFile(dataDir, "zones")).close(),
  "a folder": async () => makeFolder(`${dataDir}/${next()}/${next()}`),
  "a file that is put in its place": async () => putFile(source, `${dataDir}/${next()}`),
  "a file that gets its name": async () => {
    const path = `${dataDir}/${next()}`;
    putFile(source, path);
    await nameFileAside(path, `${path}.named`);
  },
};

/** The files of the data folder that are open. */
function openFiles(): string[] {
  return readdirSync("/proc/self/fd")
    .flatMap((name) => (existsSync(`/proc/self/fd/${name}`) ? [readlinkSync(`/proc/self/fd/${name}`)] : []))
    .filter((path) => path.startsWith(dataDir) && !path.includes("/alarms"))
    .sort();
}

/** Collects garbage until what was dropped has been seen. */
async function collect(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    globalThis.gc?.();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Why it failed; null when it did not. */
async function attempt(action: () => Promise<void>): Promise<string | null> {
  return action().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : "thrown"),
  );
}

await write(fakeId(0), piece);
let failures = 0;
for (const [name, action] of Object.entries(actions)) {
  for (const [call, error] of faults) {
    for (let n = 1; n <= 8; n++) {
      const what = `${name}, ${call} ${n}`;
      control.set({ calls: [call], kinds, error, mode: "once", n });
      const failed = await attempt(action);
      const isHit = (control.counts()[0]?.hit ?? 0) > 0;
      control.set();
      if (!isHit) break;
      failures += failed === null ? 0 : 1;
      await collect();
      for (const path of openFiles()) console.log(`${what}: ${path} stayed open`);
      const again = await attempt(action);
      if (again !== null) console.log(`${what}: does not work afterwards: ${again}`);
    }
  }
}
await alarms.close();
await collect();
console.log(`${failures > 20 ? "many" : failures} failures, and the process lives`);
