/** The microphone as blocks of samples. What asks the browser for it is begun in the tick of the press: a later one may be refused. */
import { sampleRates } from "../../schema/recording.ts";
import type { Refusal } from "../store/recording.ts";
import { blockMs } from "./outbox.ts";

/** Why there is no sound. */
export class NoMicrophone extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

export interface Microphone {
  /** Samples a second of what is given. */
  readonly sampleRate: number;
  /** Gives what is left, and lets the device go; once, however often it is called. */
  close(): Promise<void>;
}

/**
 * Opens it, and gives each block; `onGone` when the device is unplugged, or not allowed any more. Call it in the tick of a press.
 * Rejects with NoMicrophone.
 */
export async function openMicrophone(
  onBlock: (block: Int16Array<ArrayBuffer>) => void,
  onGone: () => void,
): Promise<Microphone> {
  if (!isSecureContext || navigator.mediaDevices === undefined) throw new NoMicrophone("insecure");
  const context = new AudioContext();
  try {
    const stream = await askFor({ audio: { channelCount: 1, autoGainControl: true } });
    await context.audioWorklet.addModule(workletAddress());
    // Not waited for: where no sound comes, the recording says so.
    context.resume().catch(() => undefined);
    for (const track of stream.getTracks()) track.addEventListener("ended", onGone);
    return connect(context, stream, onBlock);
  } catch (error) {
    await context.close();
    throw error instanceof NoMicrophone ? error : new NoMicrophone("broken");
  }
}

async function askFor(constraints: MediaStreamConstraints): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia(constraints);
  } catch (error) {
    const { name } = error as DOMException;
    if (name === "NotAllowedError") throw new NoMicrophone("denied");
    throw new NoMicrophone(name === "NotFoundError" ? "none" : "broken");
  }
}

/** The build names its file in the page. */
function workletAddress(): string {
  return document.querySelector<HTMLMetaElement>("meta[name=worklet]")?.content ?? "";
}

function connect(
  context: AudioContext,
  stream: MediaStream,
  onBlock: (block: Int16Array<ArrayBuffer>) => void,
): Microphone {
  const factor = factorOf(context.sampleRate);
  const sampleRate = context.sampleRate / factor;
  const processorOptions = { factor, length: (sampleRate * blockMs) / 1000 };
  const node = new AudioWorkletNode(context, "gather", { numberOfOutputs: 0, processorOptions });
  const ended = Promise.withResolvers<void>();
  node.port.addEventListener("message", ({ data }: MessageEvent<Int16Array<ArrayBuffer> | null>) => {
    if (data === null) ended.resolve();
    else onBlock(data);
  });
  node.port.start();
  // Without this, tones above half of the rate would come back as lower ones.
  const filters = [0, 1].map(() => new BiquadFilterNode(context, { type: "lowpass", frequency: sampleRate * 0.44 }));
  [context.createMediaStreamSource(stream), ...filters].reduce((from, to) => from.connect(to) as never).connect(node);
  const close = async (): Promise<void> => {
    node.port.postMessage(null, []);
    // A context that never began has nothing left to give.
    if (context.state === "running") await ended.promise;
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  };
  let closed: Promise<void> | null = null;
  return { sampleRate, close: () => (closed ??= close()) };
}

/** The most samples to make one of: speech needs no more than 16,000 a second. */
function factorOf(rate: number): number {
  const known: readonly number[] = sampleRates;
  for (let factor = Math.floor(rate / 16_000); factor > 1; factor -= 1)
    if (known.includes(rate / factor)) return factor;
  if (!known.includes(rate)) throw new NoMicrophone("broken");
  return 1;
}
