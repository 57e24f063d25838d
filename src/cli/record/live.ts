/** A recording while it runs: sound goes to the service as it comes, people see how loud it is and how much of it is safe. */
import { wavHeader } from "../../schema/pcm.ts";
import { CliFailure, exitCodes } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import { clockOf, createStatusLine } from "../output/status.ts";
import { quoted } from "../output/text.ts";
import { createLevel } from "./level.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import { createSending, type Sending } from "./sending.ts";
import type { Source } from "./sources.ts";

export interface LiveRecording {
  readonly captureId: string;
  readonly stream: { readonly url: string; readonly token: string };
  readonly source: Source;
}

/** Sends the sound until it ends, a person or the service ends it. Rejects when the service refuses it, or a person gives up. */
export async function recordLive(io: Io, { captureId, stream, source }: LiveRecording): Promise<void> {
  const isTyped = io.stdin.isTerminal && source.isLive;
  const outbox = createOutbox(source.sound.format);
  const level = createLevel();
  const status = createStatusLine(io.stderr, isTyped);
  let isEnding = false;
  let shownMs = Number.NEGATIVE_INFINITY;

  const show = (): void => {
    shownMs = outbox.takenMs;
    status.show(lineOf(outbox, sending, isEnding ? null : level.look(), isTyped));
  };
  const sending = createSending({
    stream,
    outbox,
    machine: io.machine,
    sleep: (milliseconds) => io.sleep(milliseconds),
    onChange: () => {
      if (isEnding || sending.state === "lost") show();
    },
  });
  let endedAt = 0;
  /** The first time it ends the recording, the second time the wait for the service. */
  const stop = (): void => {
    if (isEnding) return io.now() - endedAt < doubleMs ? undefined : sending.abandon();
    isEnding = true;
    endedAt = io.now();
    source.stop();
  };
  const release = io.machine.onInterrupt(stop);
  if (isTyped) void typeNotes(io, sending, stop, () => status.leave());

  const isOver = sending.ended.then(
    () => source.stop(),
    () => source.stop(),
  );
  try {
    for await (const part of source.sound.parts) {
      outbox.add(part);
      level.add(part);
      sending.push();
      if (outbox.takenMs - shownMs >= lookMs) show();
      if (!source.isLive) await Promise.race([outbox.room(), isOver]);
    }
    isEnding = true;
    sending.finish();
    const reason = await sending.ended;
    status.clear();
    io.stderr.write(
      `${endings[reason ?? ""] ?? `The service ended the recording: ${reason}.`} ${clockOf(outbox.safeMs)}.\n`,
    );
    if (reason === null)
      throw new CliFailure(
        "Not all of it reached the service.",
        exitCodes.error,
        `To end it: dayshift captures stop ${captureId}`,
      );
  } finally {
    release();
    status.clear();
    keepRest(io, captureId, outbox);
  }
}

/** A signal that comes again within so many milliseconds is the same one: a launcher passes on what the terminal sent to both. */
const doubleMs = 500;

/** So much sound passes until the level is shown again, in milliseconds. */
const lookMs = 200;

const endings: Readonly<Record<string, string>> = {
  stopped: "Recorded:",
  silence: "The service ended the recording, as nothing came for five minutes. Safe:",
  limit: "The recording is as long as one can be:",
  expired: "The recording was open for a day, and ended. Safe:",
  erased: "The recording was erased. It had:",
  "": "Given up. Safe:",
};

const troubles = { connecting: " · connecting", live: "", lost: " · no connection, trying again" } as const;

function lineOf(outbox: Outbox, sending: Sending, level: string | null, isTyped: boolean): string {
  const far = `safe ${clockOf(outbox.safeMs)}`;
  const trouble = troubles[sending.state];
  if (level === null) return `… sending the rest of ${clockOf(outbox.takenMs)}, ${far}${trouble}`;
  const hint = isTyped && trouble === "" ? " · Enter ends it, a line becomes a note" : "";
  return `● ${clockOf(outbox.takenMs)} ${level} ${far}${trouble}${hint}`;
}

/** Lines become notes; an empty one, and the end of the input, end the recording. */
async function typeNotes(io: Io, sending: Sending, stop: () => void, onLine: () => void): Promise<void> {
  for (;;) {
    const line = await io.stdin.line("");
    onLine();
    if (line === null || line.trim() === "") return stop();
    sending.note(line.trim());
  }
}

/** What did not reach the service is not lost: it becomes a file, which can be uploaded. */
function keepRest({ machine, stderr }: Io, captureId: string, outbox: Outbox): void {
  const parts = outbox.rest();
  const bytes = parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes === 0) return;
  const path = machine.save(`dayshift-${captureId}.wav`, [wavHeader(outbox.format, bytes), ...parts]);
  stderr.write(`What did not reach the service is saved: dayshift captures record ${quoted(path)}\n`);
}
