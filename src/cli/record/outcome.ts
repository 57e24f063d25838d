/** What becomes of a recording: waited for, then shown. */
import { mayCall, operationById, type OperationId, type OutputOf } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";
import { CliFailure, exitCodes } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { noteList } from "../session/last-list.ts";
import { sayNotes } from "../output/notes.ts";
import { createStatusLine, clockOf } from "../output/status.ts";
import { plain, plainLines, styleFor, wrap } from "../output/text.ts";

type Capture = OutputOf<"getCapture">;
type Progress = OutputOf<"getCaptureProgress">;

/** What the credential may look at. */
export type May = (id: OperationId) => boolean;

/** Asks what the credential may call. */
export async function rightsOf(api: Api): Promise<May> {
  const { credential } = (await api.call(operationById("getIdentity"))) as OutputOf<"getIdentity">;
  return (id) => mayCall(operationById(id), credential.scopes, credential.type === "session");
}

/** Milliseconds between two looks. */
const pollMs = 1000;

/** The capture when nothing is done with it any more; says in the meantime how far it is. Throws when it failed. */
export async function processed(io: Io, api: Api, may: May, captureId: string): Promise<Capture> {
  const status = createStatusLine(io.stderr);
  try {
    for (;;) {
      const capture = (await api.call(operationById("getCapture"), { captureId })) as Capture;
      if (capture.status === "completed") return await sayUnheard(io, api, may, capture);
      const progress = may("getCaptureProgress") ? await progressOf(api, captureId) : null;
      if (capture.status === "failed") throw failure(captureId, progress);
      status.show(`… ${wordsOf(progress)}   Ctrl-C leaves it to the service`);
      await io.sleep(pollMs);
    }
  } finally {
    status.clear();
  }
}

/** Says of a recording that nobody listened to what is to be done about it. */
async function sayUnheard(io: Io, api: Api, may: May, capture: Capture): Promise<Capture> {
  const progress = capture.transcript === null && may("getCaptureProgress") ? await progressOf(api, capture.id) : null;
  if (progress?.errorCode === "not_configured")
    sayNotes(io, [progress.errorMessage ?? "", `Then: dayshift captures retry ${capture.id}`]);
  return capture;
}

async function progressOf(api: Api, captureId: string): Promise<Progress> {
  return (await api.call(operationById("getCaptureProgress"), { captureId })) as Progress;
}

function wordsOf(progress: Progress | null): string {
  if (progress === null || progress.phase === "recording") return "being processed";
  const { phase, transcribedSeconds, totalSeconds, errorMessage } = progress;
  const far = totalSeconds === null ? "" : ` ${clockOf(transcribedSeconds * 1000)} of ${clockOf(totalSeconds * 1000)}`;
  const trouble = errorMessage === null ? "" : ` · tried again after: ${plain(errorMessage)}`;
  return phase === "transcribing" ? `being transcribed${far}${trouble}` : `being summarised${trouble}`;
}

function failure(captureId: string, progress: Progress | null): CliFailure {
  const why = progress?.errorMessage ?? "The recording could not be processed.";
  const retry = `dayshift captures retry ${captureId}`;
  const hints: Readonly<Record<string, string>> = {
    no_audio: `There is nothing to try again. Record again, and take this one away: dayshift captures delete ${captureId}`,
    audio_unreadable: `What was sent is saved as it came. Does it play elsewhere? Then try again: ${retry}`,
  };
  // Who may not read why it failed is not promised that there is sound.
  const hint = progress === null ? `Try again: ${retry}` : `The sound is saved. Try again: ${retry}`;
  return new CliFailure(why, exitCodes.error, hints[progress?.errorCode ?? ""] ?? hint);
}

/** Title, summary and suggested todos, for people. */
export async function showCapture(io: Io, api: Api, may: May, capture: Capture): Promise<void> {
  const style = styleFor(io.stdout.isTerminal, io.env);
  const { title, subtitle, summary } = capture;
  const texts = [
    title === null ? null : style.bold(plain(title)),
    subtitle === null ? null : style.dim(plain(subtitle)),
  ];
  const head = texts.filter((text) => text !== null).join("\n");
  const parts = [head, summary === null ? "" : lines(io, summary), await suggestions(io, api, may, capture.id)];
  io.stdout.write(`${parts.filter((part) => part !== "").join("\n\n")}\n`);
}

function lines({ stdout }: Io, text: string): string {
  return plainLines(text)
    .split("\n")
    .flatMap((line) => wrap(line, stdout.columns ?? Number.POSITIVE_INFINITY))
    .join("\n");
}

/** At a terminal they have numbers, which the next command may call them by. */
async function suggestions(io: Io, api: Api, may: May, captureId: string): Promise<string> {
  if (!may("listTodos")) return "";
  const { data } = (await api.call(operationById("listTodos"), { captureId, limit: 100 })) as OutputOf<"listTodos">;
  noteList(io, "listTodos", data);
  const lines = data.map(({ id, title, dueDate }, at) => {
    const handle = io.stdout.isTerminal ? String(at + 1) : id;
    return `  ${handle}  ${plain(title ?? "")}${dueDate === null ? "" : `  (${dueDate})`}`;
  });
  return lines.length === 0 ? "" : ["Suggested todos", ...lines].join("\n");
}
