/** Where live sound comes from: a microphone, by whichever program records from it here, or stdin. */
import { CliFailure, exitCodes, usage } from "../ports/failure.ts";
import type { Incoming, Machine } from "../ports/machine.ts";
import { readSound, type Sound } from "./containers.ts";
import { recorderAdvice, recorderRate, recordersFor } from "./recorders.ts";

export interface Source {
  readonly sound: Sound;
  /** Comes whether anybody takes it or not. */
  readonly isLive: boolean;
  /** What is heard, for people. */
  readonly name: string;
  /** Ends it; what is on its way still comes. */
  stop(): void;
}

const bare = { sampleRate: recorderRate, channels: 1 };

/** The first recorder that gives sound. Throws when there is none, or none does. */
export async function openMicrophone(machine: Machine, device: string | null): Promise<Source> {
  const recorders = recordersFor(machine.platform).filter(({ program }) => machine.has(program));
  if (recorders.length === 0) {
    const wanted = new Set(recordersFor(machine.platform).map(({ program }) => program));
    const message = `There is no program here that records from a microphone: none of ${[...wanted].join(", ")}.`;
    throw new CliFailure(message, exitCodes.error, recorderAdvice(machine.platform));
  }
  const said: string[] = [];
  for (const { program, args } of recorders) {
    const running = machine.start(program, args(device));
    const sound = await soundOf(running);
    if (sound !== null) return { sound, isLive: true, name: program, stop: () => running.stop() };
    said.push(`${program}: ${(await running.ended).split("\n").at(-1) ?? ""}`);
  }
  throw new CliFailure(
    `No sound came from the microphone. ${said.join("; ")}`,
    exitCodes.error,
    "Is one plugged in, and may this program use it? --device names another.",
  );
}

/** Sound that is written to stdin. Throws when nothing comes. */
export async function openInput(machine: Machine): Promise<Source> {
  const input = machine.input();
  const stopped = Promise.withResolvers<null>();
  const stop = (): void => {
    stopped.resolve(null);
    input.stop();
  };
  const sound = await soundOf({ output: until(input.output, stopped.promise), stop });
  if (sound === null) {
    const expected =
      "Expected WAV, AU or bare 16 kHz 16-bit mono samples. A file is uploaded: dayshift captures record <file>";
    throw usage("No sound came on stdin.", expected);
  }
  return { sound, isLive: false, name: "stdin", stop };
}

/** The sound that comes; null when there is none. What brings none that can be streamed is stopped: it may never end by itself. */
async function soundOf(incoming: Incoming): Promise<Sound | null> {
  let sound: Sound | null = null;
  try {
    sound = await readSound(incoming.output, bare);
  } finally {
    if (sound === null) incoming.stop();
  }
  return sound;
}

/** The parts up to a moment. */
async function* until(parts: AsyncIterable<Uint8Array>, end: Promise<null>): AsyncIterable<Uint8Array> {
  const source = parts[Symbol.asyncIterator]();
  for (;;) {
    const next = await Promise.race([source.next(), end]);
    if (next === null || next.done === true) return;
    yield next.value;
  }
}
