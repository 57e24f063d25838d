/** Scheduled runs through kill -9, with the service as its users start it: a process of its own, a provider over HTTP, real time. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScheduledOccurrence } from "../../src/schema/schedule.ts";
import type { Todo } from "../../src/schema/todo.ts";
import { completion, type Part, scripted } from "../actors/models/scripted-server.ts";
import { call, signIn } from "../bench/client.ts";
import { createLives } from "../helpers/lives.ts";
import { untilServed } from "../helpers/real-time.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const making = completion(null, [{ id: "call_1", name: "create_todo", arguments: '{"title":"Made once"}' }]);
const done = completion("Done.");

test("kill -9 in mid-run: the occurrence ends once", { rules: ["schedules.once", "schedules.kill"] }, async (t) => {
  let isSlow = true;
  const stall: Part = () => undefined;
  // The first step makes a todo; the second never comes back while the provider is slow.
  const script: Part = (response, request) => {
    const { messages, tools } = provider.bodies.at(-1) as { messages: { role: string }[]; tools?: unknown[] };
    const isLater = messages.at(-1)?.role === "tool";
    if (tools === undefined) return done(response, request);
    return (isLater ? (isSlow ? stall : done) : making)(response, request);
  };
  const provider = await scripted(script);
  t.after(() => provider[Symbol.asyncDispose]());
  const start = createLives(t, tempDir(t), provider);
  let service = await start();
  const { token: credential } = await signIn(service.url);
  const at = (path: string): string => `${service.url}/api/v1${path}`;
  const agent = { name: "Worker", requiresApproval: false };
  const { id: agentId } = await call<{ id: string }>(at("/agents"), { credential, body: agent });
  const { id, runAt } = await soon((schedule) => {
    const body = { title: "Report", assignees: [{ id: agentId, type: "agent" }], schedule };
    return call<{ id: string }>(at("/todos"), { credential, body });
  });
  const occurrences = async (token = credential): Promise<ScheduledOccurrence[]> =>
    (await call<{ data: ScheduledOccurrence[] }>(at(`/todos/${id}/scheduled-occurrences`), { credential: token })).data;

  // Each life ends while the second step is out: after the todo was made, before the run could end.
  for (const life of [1, 2, 3]) {
    await laterSteps(provider, life);
    const [running] = await occurrences();
    assert.deepEqual([running?.status, running?.scheduledFor], ["running", runAt]);
    await service.kill();
    isSlow = life < 3;
    service = await start();
  }
  const [last, ...others] = await untilServed(
    service,
    "the occurrence ends",
    occurrences,
    ([one]) => one?.status !== "running" && one?.status !== "queued",
  );
  assert.deepEqual([last?.status, last?.error, others], ["completed", null, []]);
  const todo = await call<Todo>(at(`/todos/${id}`), { credential });
  assert.deepEqual(
    [todo.scheduleStatus, todo.latestRun?.status, todo.latestRun?.id],
    ["completed", "completed", last?.runId],
  );
  const runs = await call<{ data: unknown[] }>(at(`/todos/${id}/runs`), { credential });
  const made = await call<{ data: unknown[] }>(at("/todos?query=Made"), { credential });
  assert.deepEqual([runs.data.length, made.data.length], [1, 1]);
});

/** Makes something that is due soon: in a second, or later where the machine is so slow that this is past when it arrives. */
async function soon<T>(make: (schedule: { runAt: string }) => Promise<T>): Promise<T & { readonly runAt: string }> {
  for (let ahead = 1000; ; ahead *= 2) {
    const runAt = new Date(Date.now() + ahead).toISOString();
    const made = await make({ runAt }).catch((error: Error) => {
      if (!error.message.includes("expected an instant in the future")) throw error;
    });
    if (made !== undefined) return { ...made, runAt };
  }
}

/** Resolves when the second step has been asked for so many times. */
async function laterSteps(provider: Awaited<ReturnType<typeof scripted>>, count: number): Promise<void> {
  const asked = (): number =>
    provider.bodies.filter(
      ({ messages, tools }) => tools !== undefined && (messages as { role: string }[]).at(-1)?.role === "tool",
    ).length;
  for (let seen = provider.bodies.length; asked() < count; seen += 1) await provider.received(seen + 1);
}
