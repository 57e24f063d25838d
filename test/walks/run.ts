/**
 * `npm run walks [-- --files]`: counts how far one request goes through the source: the files of ours that it enters and the calls that it makes, by V8's precise
 * coverage around one real request in this process, after a first one like it. Prints a table, with `--files` the files and functions,
 * too; docs/architecture.md has the targets.
 */
import assert from "node:assert/strict";
import type { Profiler } from "node:inspector";
import { Session } from "node:inspector/promises";
import { setTimeout } from "node:timers/promises";
import { scriptArguments } from "../../build/script.ts";
import { startDayshift } from "../../src/testing/index.ts";

interface Walk {
  readonly name: string;
  /** The most that docs/architecture.md wants it to be; null: no target. */
  readonly files: number;
  readonly calls: number | null;
  /** What has to happen before each round, uncounted. */
  readonly prepare: () => Promise<unknown>;
  /** One round; it is run twice, and the second one is counted. */
  readonly go: () => Promise<unknown>;
}

const { values } = scriptArguments({ files: { type: "boolean" } });
await using dayshift = await startDayshift();
const { client, clock, model } = dayshift;
const inspector = new Session();
inspector.connect();
await inspector.post("Profiler.enable");

/** A request without the typed client, whose calls would be counted, too. */
async function ask(method: string, path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${dayshift.key}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(`${dayshift.url}/api/v1${path}`, { method, headers, ...sent });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

const agent = await client.createAgent({ name: "Walker", requiresApproval: false });
const ids: string[] = [];
for (let n = 0; n < 60; n += 1) ids.push((await client.createTodo({ title: `Todo ${n}`, priority: "low" })).id);
const nextId = (): string => ids.pop() ?? assert.fail("More todos are needed.");
/** A millisecond before it is due, and not at a full second, at which the service looks after itself. */
const planned = async (): Promise<void> => {
  const inMs = 1300;
  const runAt = new Date(clock.now() + inMs).toISOString();
  await client.createTodo({ title: "Planned", assignees: [{ id: agent.id, type: "agent" }], schedule: { runAt } });
  await dayshift.advance(inMs - 1);
};
/** So that no list is answered from the cache of answers. */
const change = () => client.updateTodo({ todoId: nextId(), priority: "medium" });

const walks: readonly Walk[] = [
  {
    name: "PATCH a todo's priority",
    files: 40,
    calls: 250,
    prepare: change,
    go: () => ask("PATCH", `/todos/${nextId()}`, { priority: "high" }),
  },
  {
    name: "List after a change",
    files: 30,
    calls: null,
    prepare: change,
    go: () => ask("GET", "/todos?status=active&sort=dueDate&order=asc&limit=20"),
  },
  {
    name: "A schedule fires, with its turn",
    files: 80,
    calls: null,
    prepare: planned,
    go: () => dayshift.advance(1),
  },
  { name: "A turn with one tool call", files: 80, calls: null, prepare: change, go: turn },
];

async function turn(): Promise<unknown> {
  model.play({ calls: [{ name: "create_todo", input: { title: "By the agent" } }] }, { text: "Done." });
  return ask("POST", "/chats", { message: "Add a todo", waitSeconds: 30 });
}

/** How often each function of each file was called. */
type Entered = Map<string, Map<string, number>>;

/** What the round entered in `src`, without the test kit and the client, and what it set off, until that is at rest. */
async function entered({ prepare, go }: Walk): Promise<Entered> {
  await prepare();
  await go();
  await prepare();
  await settle();
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await go();
  const files: Entered = new Map();
  while (addCalls(files, (await inspector.post("Profiler.takePreciseCoverage")).result) > 0) await settle();
  await inspector.post("Profiler.stopPreciseCoverage");
  return files;
}

/** The clock of the instance stands still, so what goes on is on its way to the disk or in a thread. */
const settle = (): Promise<void> => setTimeout(100);

/** Adds the calls since the last look, and answers how many those were. A function without a name counts with the one around it. */
function addCalls(files: Entered, scripts: readonly Profiler.ScriptCoverage[]): number {
  let added = 0;
  for (const { url, functions } of scripts) {
    if (!/\/src\/(?!testing\/|client\/)/.test(url)) continue;
    const file = url.replace(/^.*\/src\//, "src/");
    for (const { functionName, ranges } of functions) {
      const count = ranges[0]?.count ?? 0;
      if (functionName === "" || count === 0) continue;
      const calls = files.get(file) ?? new Map<string, number>();
      files.set(file, calls.set(functionName, (calls.get(functionName) ?? 0) + count));
      added += count;
    }
  }
  return added;
}

console.log("| Walk | Files (at most) | Calls (at most) |\n|---|---|---|");
for (const walk of walks) {
  const files = [...(await entered(walk))].sort(([one], [other]) => (one < other ? -1 : 1));
  const sum = files.flatMap(([, calls]) => [...calls.values()]).reduce((all, count) => all + count, 0);
  console.log(
    `| ${walk.name} | ${files.length} (${walk.files}) | ${sum}${walk.calls === null ? "" : ` (${walk.calls})`} |`,
  );
  if (values.files !== true) continue;
  for (const [file, calls] of files) {
    console.log(`  ${file}: ${Array.from(calls, ([name, count]) => `${name} ${count}`).join(", ")}`);
  }
}
