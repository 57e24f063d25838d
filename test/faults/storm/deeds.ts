/** What is done while the storage fails, each with what must be there once it was acknowledged. */
import { readFile } from "node:fs/promises";
import { setTimeout as rest } from "node:timers/promises";
import { join } from "node:path";
import { workspaceFolder } from "../../../src/actors/store/files.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { begin } from "../../helpers/recordings.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { ask, type Asked, type World } from "./world.ts";

/** Something acknowledged: `look` answers what is wrong with it, or null. */
export interface Receipt {
  readonly kind: string;
  readonly look: (world: World) => Promise<string | null>;
}

/** Does one; null when it was refused, or no answer came. */
export type Deed = (world: World, name: string) => Promise<Receipt | null>;

export const deeds: Readonly<Record<string, Deed>> = { todo, note, schedule, key, approval, upload, recording };

const api = "/api/v1";

async function made(world: World, path: string, body: unknown): Promise<Asked["body"] | null> {
  const answer = await ask(world, `${api}${path}`, { credential: world.key, body });
  return answer !== null && answer.status < 300 ? answer.body : null;
}

/** Whether it is there and as it was when it was acknowledged. */
function there(kind: string, path: string, isAsWas: (body: Asked["body"]) => boolean): Receipt {
  return {
    kind,
    async look(world) {
      const answer = await ask(world, `${api}${path}`, { credential: world.key });
      if (answer?.status !== 200) return `${kind} ${path} answers ${answer?.status} ${JSON.stringify(answer?.body)}`;
      return isAsWas(answer.body)
        ? null
        : `${kind} ${path} is not as it was: ${JSON.stringify(answer.body).slice(0, 300)}`;
    },
  };
}

async function todo(world: World, title: string): Promise<Receipt | null> {
  const body = await made(world, "/todos", { title });
  return body && there("todo", `/todos/${String(body["id"])}`, (found) => found["title"] === title);
}

async function note(world: World, content: string): Promise<Receipt | null> {
  const body = await made(world, "/captures", { type: "note", content });
  return body && there("note", `/captures/${String(body["id"])}`, (found) => found["object"] === body["object"]);
}

async function schedule(world: World, title: string): Promise<Receipt | null> {
  const body = await made(world, "/todos", { title, schedule: { rrule: "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1" } });
  return body && there("schedule", `/todos/${String(body["id"])}`, (found) => found["nextRunAt"] === body["nextRunAt"]);
}

async function key(world: World, name: string): Promise<Receipt | null> {
  const body = { workspaceId: world.workspaceId, name, scopes: ["todos:read"] };
  const answer = await ask(world, `${api}/api-keys`, { credential: world.session, body });
  if (answer === null || answer.status >= 300) return null;
  const credential = String(answer.body["secret"]);
  return {
    kind: "key",
    async look(later) {
      const seen = await ask(later, `${api}/todos?limit=1`, { credential });
      return seen?.status === 200 ? null : `key ${name} answers ${seen?.status}`;
    },
  };
}

/** A chat whose agent waits for a decision, which is to be acknowledged: the todo is made then. */
async function approval(world: World, name: string): Promise<Receipt | null> {
  const title = plainTitle(name);
  const message = `Add a todo: ${title}`;
  const chat = await made(world, "/chats", { agentId: world.carefulId, message, waitSeconds: 5 });
  if (chat === null) return null;
  const open = await ask(world, `/app/v1/approvals?chatId=${String(chat["id"])}`, { credential: world.session });
  const [first] = (open?.body["data"] ?? []) as { id: string }[];
  if (first === undefined) return null;
  const path = `/app/v1/approvals/${first.id}/decide`;
  const decided = await ask(world, path, { credential: world.session, body: { decision: "approve" } });
  if (decided?.status !== 200) return null;
  return { kind: "approval", look: (later) => inTime(() => expectTodo(later, title)) };
}

const letters = "bcdfghjklm";

/** Without digits, so that the rules engine takes it for nothing but a title: no day, no number. */
function plainTitle(name: string): string {
  return name.replace(/\d/g, (digit) => letters.charAt(Number(digit)));
}

async function expectTodo(world: World, title: string): Promise<string | null> {
  const answer = await ask(world, `${api}/todos?query=${encodeURIComponent(title)}`, { credential: world.key });
  const count = ((answer?.body["data"] ?? []) as unknown[]).length;
  return count === 1 ? null : `the todo ${title}, which was approved, is there ${count} times`;
}

const soundMs = 1000;
const sound = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, soundMs * 32), pcm(soundMs)]);

async function upload(world: World): Promise<Receipt | null> {
  const capture = await made(world, "/captures", { type: "recording", source: "upload" });
  if (capture === null) return null;
  const id = String(capture["id"]);
  const { url, token } = capture["stream"] as { url: string; token: string };
  const status = await sendFile(new URL(new URL(url).pathname, world.origin).href, token);
  if (status !== 204) return null;
  return { kind: "upload", look: (later) => inTime(() => expectSound(later, id, sound)) };
}

async function sendFile(url: string, token: string): Promise<number | null> {
  const headers = {
    Authorization: `Bearer ${token}`,
    "Tus-Resumable": "1.0.0",
    "Upload-Length": String(sound.length),
    "Upload-Offset": "0",
    "Content-Type": "application/offset+octet-stream",
  };
  const signal = AbortSignal.timeout(20_000);
  return fetch(url, { method: "PATCH", headers, body: sound, signal }).then(
    ({ status }) => status,
    () => null,
  );
}

const ackWithin = 3000;

async function gone(): Promise<never> {
  await rest(ackWithin);
  throw new Error("The channel does not begin.");
}

/** What was acknowledged of it stays, however it ended. */
async function recording(world: World): Promise<Receipt | null> {
  const capture = await made(world, "/captures", { type: "recording" });
  if (capture === null) return null;
  const { url, token } = capture["stream"] as { url: string; token: string };
  const address = url.replace(/^ws:\/\/[^/]+/, world.origin.replace("http", "ws"));
  try {
    const channel = await Promise.race([begin({ url: address, token }), gone()]);
    channel.audio(pcm(soundMs));
    await rest(ackWithin);
    channel.cut();
    const acked = Math.max(0, ...channel.said.map(({ type, receivedMs }) => (type === "ack" ? (receivedMs ?? 0) : 0)));
    if (acked === 0) return null;
    const least = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 0), pcm(acked)]);
    return { kind: "recording", look: (later) => inTime(() => expectSound(later, String(capture["id"]), least)) };
  } catch {
    return null;
  }
}

/** The sound behind the header of 44 bytes, which says how long it is. */
async function expectSound(world: World, id: string, least: Buffer): Promise<string | null> {
  const answer = await ask(world, `${api}/captures/${id}`, { credential: world.key });
  if (answer?.status !== 200) return `the capture ${id} answers ${answer?.status}`;
  const file = join(workspaceFolder(world.dataDir, world.workspaceId), "media", id);
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  if (bytes.subarray(44, least.length).equals(least.subarray(44))) return null;
  return `of the sound of ${id} ${least.length} bytes were acknowledged, ${bytes.length} are there, or others`;
}

/** What comes of an acknowledged request later: it is looked for until it is there. */
async function inTime(look: () => Promise<string | null>): Promise<string | null> {
  let problem = await look();
  for (let tries = 0; problem !== null && tries < 60; tries++) {
    await rest(250);
    problem = await look();
  }
  return problem;
}
