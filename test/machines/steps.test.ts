/** The owner is killed at each step of what takes several: a turn of an agent, a recording. The next owner has all of it, once. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CaptureFull } from "../../src/schema/capture.ts";
import { createKey, signIn } from "../bench/client.ts";
import { noPostgres, type Postgres, startPostgres } from "../helpers/postgres.ts";
import type { OpenedRecording } from "../helpers/recordings.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { bytesPerSecond, frame, receivedMs, sampleRate, speak } from "../helpers/speech.ts";
import { until } from "../helpers/wait.ts";
import { type Group, startGroup } from "./nodes.ts";
import { askOwner, killHeld } from "./owner.ts";
import { holdAppend } from "./sessions.ts";

const options = { skip: noPostgres, timeout: 480_000 };
const database = "steps";
let postgres: Postgres;
let group: Group;
let session: string;
let key: string;

before(async () => {
  if (noPostgres !== false) return;
  postgres = await startPostgres();
  group = await startGroup(postgres.database(database), 2, async () => ({ DAYSHIFT_LEASE_SECONDS: "30" })); // none freezes here
  const { url } = await group.owner();
  const { token, workspaces } = await signIn(url);
  session = token;
  key = await createKey(url, token, workspaces[0]?.id ?? "");
});

after(async () => {
  if (noPostgres !== false) return;
  await group.stop();
  await postgres.stop();
});

function ask<Body>(path: string, body?: object, credential = key): Promise<Body> {
  return askOwner(group, path, credential, body && { body });
}

interface List<Item> {
  readonly data: readonly Item[];
}
interface Todo {
  readonly id: string;
  readonly title: string;
  readonly latestRun: { readonly status: string; readonly chatId: string } | null;
}
interface Message {
  readonly role: string;
  readonly text: string;
  readonly blocks: readonly { readonly type: string; readonly isError?: boolean }[];
}

async function runOf(todo: Todo): Promise<Todo["latestRun"]> {
  return (await ask<Todo>(`/todos/${todo.id}`)).latestRun;
}

/** Resolves with the run, once it has ended. */
async function untilEnded(todo: Todo): Promise<NonNullable<Todo["latestRun"]>> {
  const isOver = (run: Todo["latestRun"]): boolean => run !== null && !["queued", "running"].includes(run.status);
  return (await until(`the run of ${todo.title} has ended`, () => runOf(todo), isOver)) ?? assert.fail();
}

/** Without digits, so that the rules engine takes it for nothing but a title. */
function titleFor(step: number): string {
  return `Torture ${String(step).replaceAll(/\d/g, (digit) => "bcdfghjklm".charAt(Number(digit)))}xz`;
}

/** Has the agent make a todo, with the owner killed at that append of it; answers whether there were so many. */
async function killAtStep(agentId: string, step: number): Promise<boolean> {
  const title = titleFor(step);
  const todo = await ask<Todo>("/todos", { title: `Request ${step}` });
  const owner = await group.owner();
  const append = await holdAppend(postgres, database, { nth: step });
  const begun = ask(`/todos/${todo.id}/runs`, { agentId, message: `Add a todo: ${title}` });
  const ended = begun.then(() => untilEnded(todo));
  const isHeld = await Promise.race([ended.then(() => false), append.held().then(() => true)]);
  if (isHeld) await killHeld({ postgres, database, owner }, append, step % 2 === 0);
  else await append.release();
  const { status, chatId } = await ended;
  assert.equal(status, "completed", `step ${step}`);
  const made = await ask<List<Todo>>(`/todos?query=${encodeURIComponent(title)}`);
  assert.deepEqual(
    made.data.map(({ title }) => title),
    [title],
  );
  const { data: messages } = await ask<List<Message>>(`/chats/${chatId}/messages?limit=100`);
  const results = messages.flatMap(({ blocks }) => blocks.filter(({ type }) => type === "tool_result"));
  assert.deepEqual(
    results.map(({ isError }) => isError),
    [false],
    `step ${step}`,
  );
  assert.equal(messages.filter(({ role, text }) => role === "assistant" && text !== "").length, 1, `step ${step}`);
  return isHeld;
}

test("the owner is killed at each step of a turn, which is done once", options, async () => {
  const { data: agents } = await ask<List<{ id: string }>>("/agents");
  let steps = 0;
  while (await killAtStep(agents[0]?.id ?? "", steps + 1)) steps += 1;
  assert.ok(steps >= 4, `a turn took ${steps} appends`);
});

test("sound that was acknowledged is there for the next owner, byte for byte", options, async () => {
  const sound = Buffer.from(pcm(4000, { sampleRate }));
  const opened = await ask<OpenedRecording>("/captures", { type: "recording" }, session);
  let acknowledged = 0;
  for (const part of [1 / 3, 2 / 3]) {
    const to = frame * Math.floor((sound.length / frame) * part);
    const owner = await group.owner();
    const channel = await speak(opened, owner.url, sound, acknowledged, to);
    channel.audio(sound.subarray(to, to + frame)); // on its way when the process dies
    await owner.killAndWipe();
    await channel.ended();
    acknowledged = receivedMs(channel);
  }
  const last = await speak(opened, (await group.owner()).url, sound, acknowledged, sound.length);
  last.send({ type: "stop" });
  await last.next("stopped");
  await (await group.owner()).killAndWipe();
  const { url } = await group.owner();
  const read = (): Promise<CaptureFull> => ask<CaptureFull>(`/captures/${opened.id}`, undefined, session);
  const capture = await until("the recording is processed", read, ({ status }) => status !== "processing");
  assert.equal(capture.durationSeconds, Math.round(sound.length / bytesPerSecond));
  const media = Object.assign(new URL(capture.mediaUrl ?? ""), { host: new URL(url).host });
  const played = await fetch(media);
  const bytes = Buffer.from(await played.arrayBuffer());
  assert.equal(played.status, 200, bytes.toString());
  assert.equal(bytes.length - 44, sound.length);
  assert.ok(bytes.subarray(44).equals(sound), "what is stored is what was said");
});
