/**
 * `npm run test:speech`: recordings through the whole path, with real speech recognition: uploaded, transcribed by a server
 * with OpenAI's interface, summed up, todos suggested. Wants Python 3 and espeak-ng; the recogniser comes from PyPI into a
 * folder of its own. Ends with 1 where more words are wrong than a small model gets wrong, or a todo is suggested that
 * nobody asked for.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Upload } from "tus-js-client";
import { createClient, type Client } from "dayshift/client";
import { signIn } from "../bench/client.ts";
import { type Running, startProgram } from "../helpers/program.ts";
import { tempDir } from "../helpers/temp-dir.ts";
import { type Recording, recordings } from "./recordings.ts";
import { wordErrorRate } from "./word-errors.ts";

/** Of the todos that a meeting asks for, how many must be suggested. */
const LEAST_FOUND = 0.6;
const here = import.meta.dirname;
const environment = "node_modules/.cache/speech";
const python = join(environment, "bin", "python");
const endings: (() => unknown)[] = [];

try {
  await main();
} finally {
  for (const end of endings.reverse()) await end();
}

async function main(): Promise<void> {
  install();
  const folder = tempDir({ after: (end) => endings.push(end) });
  const recogniser = await start(python, [join(here, "recognizer.py")], {});
  const service = await start(process.execPath, ["--import", "tsx", "src/server.ts"], {
    DAYSHIFT_DATA_DIR: join(folder, "data"),
    DAYSHIFT_TRANSCRIBE_MODEL: "moonshine-tiny",
    DAYSHIFT_TRANSCRIBE_BASE_URL: `${recogniser.url}/v1`,
  });
  const session = await signIn(service.url);
  const client = createClient({
    url: service.url,
    token: session.token,
    workspaceId: session.workspaces[0]?.id ?? "",
  });
  const assets = spawnSync(python, [join(here, "recognizer.py"), "--assets"], { encoding: "utf8" }).stdout.trim();
  for (const recording of recordings(assets, folder)) await judge(client, recording);
}

/** Makes the recogniser's own Python environment, once. */
function install(): void {
  if (!existsSync(python)) run("python3", ["-m", "venv", environment]);
  run(python, ["-m", "pip", "install", "--quiet", "-r", join(here, "requirements.txt")]);
}

function run(command: string, args: readonly string[]): void {
  const { error, status } = spawnSync(command, args, { stdio: "inherit" });
  if (error !== undefined || status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed: ${error?.message ?? `it ended with ${status}`}`);
}

async function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const running = await startProgram({
    command,
    args,
    cwd: process.cwd(),
    env: { PATH: process.env["PATH"] ?? "", ...env },
  });
  endings.push(() => running.end("SIGTERM"));
  return running;
}

/** Says how a recording went, and makes this process end with 1 where it went badly. */
async function judge(client: Client, recording: Recording): Promise<void> {
  const captureId = await send(client, recording);
  const heard = (await client.getCapture({ captureId })).transcript ?? "";
  const titles = (await client.listSuggestions({ captureId })).data.map(({ title }) => title ?? "");
  const errors = wordErrorRate(recording.said, heard);
  const found = recording.todos.filter((todo) => titles.some((title) => todo.test(title)));
  const others = titles.filter((title) => !recording.todos.some((todo) => todo.test(title)));
  const { name, todos, mostErrors } = recording;
  console.log(
    `${name}: ${(100 * errors).toFixed(1)} % of its words wrong, ${found.length} of ${todos.length} todos suggested`,
  );
  for (const title of titles) console.log(`  ${others.includes(title) ? "nobody asked for: " : ""}${title}`);
  if (errors <= mostErrors && others.length === 0 && found.length >= LEAST_FOUND * todos.length) return;
  console.log(`  heard: ${heard}`);
  process.exitCode = 1;
}

/** Uploads the recording; answers its capture when it is processed. Throws when it failed. */
async function send(client: Client, { file, name }: Recording): Promise<string> {
  const { id: captureId, stream } = await client.createCapture({ type: "recording", source: "upload", title: name });
  if (stream === undefined) throw new Error("The recording was given no address to upload to.");
  await upload(readFileSync(file), stream);
  for (;;) {
    const { status } = await client.getCapture({ captureId });
    if (status === "completed") return captureId;
    if (status === "failed") throw new Error(JSON.stringify(await client.getCaptureProgress({ captureId })));
    await setTimeout(500);
  }
}

function upload(file: Buffer, stream: { readonly url: string; readonly token: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${stream.token}` };
    new Upload(file, { endpoint: stream.url, headers, onSuccess: () => resolve(), onError: reject }).start();
  });
}
