/** `captures record`: from a microphone, from stdin, or from a file. */
import { type Command, Option } from "commander";
import { DayshiftError } from "../../client/errors.ts";
import { platform } from "../../client/ports.ts";
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";
import { CliFailure, exitCodes, noAnswer, Refused, usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import type { SourceFile } from "../ports/machine.ts";
import { bar, createStatusLine, megabytes } from "../output/status.ts";
import { show } from "../output/show.ts";
import { quoted } from "../output/text.ts";
import { recordLive } from "../record/live.ts";
import { processed, rightsOf, showCapture } from "../record/outcome.ts";
import { openInput, openMicrophone } from "../record/sources.ts";
import { upload } from "../record/upload.ts";
import { connect, type Flags, flagsOf } from "../session/context.ts";
import { type Field, fieldsOf, readField } from "./fields.ts";
import { optionOf } from "./operations.ts";

type Opened = OutputOf<"createCapture">;

interface RecordFlags extends Flags {
  readonly device?: string;
  readonly wait?: boolean;
  readonly idempotencyKey?: string;
}

const record = operationById("createCapture");
const taken: ReadonlySet<string> = new Set(["title", "language", "tags", "source"]);
const fields: readonly Field[] = fieldsOf(record).filter(({ name }) => taken.has(name));

const words = `
Without a file it records from the microphone, with the first of parecord, pw-record, arecord, sox and ffmpeg
that works here, until Enter or Ctrl-C. What you type becomes notes. A lost connection is resumed where it broke. - streams WAV, or bare 16 kHz 16-bit mono samples, from stdin as they come.
A file of any kind (WAV, MP3, M4A, Ogg, WebM, FLAC) is uploaded.

Needs captures:write; with captures:read it waits for the summary, with todos:read it shows the suggested todos.`;

/** Adds it to the commands of captures, which are there already. */
export function addRecord(program: Command, io: Io): void {
  const group = program.commands.find((command) => command.name() === "captures") ?? program;
  const command = group
    .command("record")
    .description("Record from the microphone, or send an audio file")
    .argument("[file]", "audio file to upload, or - for stdin; the microphone when left out")
    .option("--device <name>", "microphone, as the recording program names it")
    .option("--no-wait", "leave it to the service as soon as the sound is there")
    .addOption(new Option("--wait", "wait until it is summed up, as it does anyway").hideHelp());
  for (const field of fields) command.addOption(optionOf(field));
  command.option("--idempotency-key <key>", "for a file: continues the upload that was begun with it");
  command.addHelpText("after", words);
  command.action(async (path: string | undefined) => {
    const flags = flagsOf(command) as RecordFlags;
    const { api } = await connect(io, flags);
    const opened = await send({ io, api }, path, flags, bodyOf(io, command.opts()));
    await finish(io, api, opened, flags);
  });
}

function bodyOf(io: Io, options: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = fields.filter(({ name }) => options[name] !== undefined);
  return Object.fromEntries(given.map((field) => [field.name, readField(field, options[field.name], io)]));
}

/** The capture, when its sound is with the service. */
async function send(
  { io, api }: { readonly io: Io; readonly api: Api },
  path: string | undefined,
  flags: RecordFlags,
  body: Readonly<Record<string, unknown>>,
): Promise<Opened> {
  const isFile = path !== undefined && path !== "-";
  if (isFile !== ((body["source"] ?? "upload") === "upload") && body["source"] !== undefined)
    throw usage(isFile ? "A file has the source upload." : "Only a file has the source upload.");
  if (isFile) return sendFile({ io, api }, path, flags, body);
  const source = path === "-" ? await openInput(io.machine) : await openMicrophone(io.machine, flags.device ?? null);
  try {
    const opened = (await api.call(record, { type: "recording", source: "microphone", ...body })) as Opened;
    io.stderr.write(`Recording ${opened.id} from ${source.name}.\n`);
    await recordLive(io, { captureId: opened.id, stream: streamOf(opened), source });
    return opened;
  } finally {
    source.stop();
  }
}

async function sendFile(
  { io, api }: { readonly io: Io; readonly api: Api },
  path: string,
  flags: RecordFlags,
  body: Readonly<Record<string, unknown>>,
): Promise<Opened> {
  const file = openFile(io, path);
  const idempotencyKey = flags.idempotencyKey ?? platform.newKey();
  const status = createStatusLine(io.stderr);
  const stopping = new AbortController();
  const release = io.machine.onInterrupt(() =>
    stopping.abort(new CliFailure("Not all of it reached the service.", exitCodes.error)),
  );
  const onProgress = (bytes: number): void =>
    status.show(`${bar(bytes / file.size, 20)} ${megabytes(bytes)} of ${megabytes(file.size)}`);
  try {
    const input = { type: "recording", source: "upload", ...body };
    const opened = (await api.call(record, input, { idempotencyKey })) as Opened;
    const { signal } = stopping;
    const sleep = (milliseconds: number): Promise<void> => io.sleep(milliseconds, signal);
    await upload({ stream: streamOf(opened), file, sleep, onProgress, signal }).catch(async (error: unknown) => {
      status.clear();
      throw await brokenOff(api, opened.id, error, again(path, body, idempotencyKey));
    });
    return opened;
  } finally {
    release();
    status.clear();
    file.close();
  }
}

/** The command that continues the upload: the same key stands for the same request alone. */
function again(path: string, body: Readonly<Record<string, unknown>>, key: string): string {
  const given = fields.filter(({ name }) => body[name] !== undefined);
  const flags = given.map(({ name, flag }) => `--${flag} ${quoted(String(body[name]))}`);
  return ["dayshift captures record", quoted(path), ...flags, "--idempotency-key", quoted(key)].join(" ");
}

function openFile({ machine }: Io, path: string): SourceFile {
  const file = machine.open(path);
  if (file.size > 0) return file;
  file.close();
  throw usage(`${path} is empty.`);
}

/** Why an upload ended before its end. What the service will never take is taken back; anything else can be gone on with. */
async function brokenOff(api: Api, captureId: string, error: unknown, toContinue: string): Promise<unknown> {
  const failure = error instanceof DayshiftError ? new Refused(error) : noAnswer(api.url, error);
  if (!(failure instanceof CliFailure)) return failure;
  if (error instanceof DayshiftError && refused.has(error.code)) {
    await takeBack(api, captureId).catch(() => undefined);
    return failure;
  }
  return new CliFailure(failure.message, failure.exitCode, `To continue: ${toContinue}`);
}

/** A recording that runs is not erased: it is stopped first. */
async function takeBack(api: Api, captureId: string): Promise<void> {
  await api.call(operationById("stopCapture"), { captureId });
  await api.call(operationById("deleteCapture"), { captureId, permanent: true });
}

/** No repetition makes the service take the file. */
const refused: ReadonlySet<string> = new Set(["unsupported_media_type", "payload_too_large"]);

function streamOf({ stream }: Opened): { readonly url: string; readonly token: string } {
  if (stream !== undefined) return stream;
  throw new CliFailure("The service opened the recording, and did not say where its sound goes.", exitCodes.error);
}

/** Waits, where that is wanted and allowed, and shows what came of it. */
async function finish(io: Io, api: Api, sent: Opened, { json, wait }: RecordFlags): Promise<void> {
  const { stream: _, ...opened } = sent;
  const may = await rightsOf(api);
  if (!may("getCapture")) {
    const why =
      "This credential may not read captures (captures:read), so what becomes of it is for another one to see";
    io.stderr.write(`${why}: dayshift captures get ${opened.id}\n`);
    return showId(io, opened, json);
  }
  if (wait === false) return showId(io, await api.call(operationById("getCapture"), { captureId: opened.id }), json);
  const capture = await processed(io, api, may, opened.id);
  if (json === true) return show(io, capture, true);
  await showCapture(io, api, may, capture);
  io.stderr.write(`All of it: dayshift captures get ${opened.id}\n`);
}

function showId(io: Io, capture: unknown, json: boolean | undefined): void {
  if (json === true) show(io, capture, true);
  else io.stdout.write(`${(capture as { readonly id: string }).id}\n`);
}
