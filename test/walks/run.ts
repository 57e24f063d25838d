/**
 * Counts how far one request goes through the source: the files of ours that it enters and the calls that it makes, by V8's precise
 * coverage around one real request in this process, after a first one like it. Prints a table; docs/architecture.md has the targets.
 */
import assert from "node:assert/strict";
import { Session } from "node:inspector/promises";
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
const planned = async (): Promise<void> => {
  const runAt = new Date(clock.now() + 60_000).toISOString();
  await client.createTodo({ title: "Planned", assignees: [{ id: agent.id, type: "agent" }], schedule: { runAt } });
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
    go: () => dayshift.advance(61_000),
  },
  { name: "A turn with one tool call", files: 80, calls: null, prepare: change, go: turn },
];

async function turn(): Promise<unknown> {
  model.play({ calls: [{ name: "create_todo", input: { title: "By the agent" } }] }, { text: "Done." });
  return ask("POST", "/chats", { message: "Add a todo", waitSeconds: 30 });
}

/** What the round entered and called in `src`, without the test kit and the client. */
async function counted({ prepare, go }: Walk): Promise<{ readonly files: readonly string[]; readonly calls: number }> {
  await prepare();
  await go();
  await prepare();
  await inspector.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await go();
  const { result } = await inspector.post("Profiler.takePreciseCoverage");
  await inspector.post("Profiler.stopPreciseCoverage");
  const ours = result
    .filter(({ url }) => /\/src\/(?!testing\/|client\/)/.test(url))
    .map(({ url, functions }) => ({
      file: url.replace(/^.*\/src\//, "src/"),
      calls: functions.reduce(
        (sum, { functionName, ranges }) => sum + (functionName === "" ? 0 : (ranges[0]?.count ?? 0)),
        0,
      ),
    }))
    .filter(({ calls }) => calls > 0);
  return { files: ours.map(({ file }) => file).sort(), calls: ours.reduce((sum, { calls }) => sum + calls, 0) };
}

console.log("| Walk | Files (at most) | Calls (at most) |\n|---|---|---|");
const named = process.argv.includes("--files");
for (const walk of walks) {
  const { files, calls } = await counted(walk);
  console.log(
    `| ${walk.name} | ${files.length} (${walk.files}) | ${calls}${walk.calls === null ? "" : ` (${walk.calls})`} |`,
  );
  if (named) console.log(files.map((file) => `  ${file}`).join("\n"));
}
