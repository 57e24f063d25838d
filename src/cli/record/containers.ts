/**
 * Samples in what programs write: bare, behind the header of a WAV file, or of an AU file (big-endian, as pw-record gives it). Read as it
 * comes, so lengths in headers do not count. Sources: RIFF WAVE; "Audio File Formats", Sun Microsystems.
 */
import { frameSize, type PcmFormat, readWavFormat, textAt, wavCodings } from "../../schema/pcm.ts";
import { sampleRates } from "../../schema/recording.ts";
import { usage } from "../ports/failure.ts";

export interface Sound {
  readonly format: PcmFormat;
  /** Samples of 16 bits, little-endian; parts may end within one. */
  readonly parts: AsyncIterable<Uint8Array>;
}

/**
 * The sound in those bytes; bare samples are taken to be of that format. Null when not even one sample comes. Throws when it is of another
 * kind, or text.
 */
export async function readSound(bytes: AsyncIterable<Uint8Array>, bare: PcmFormat): Promise<Sound | null> {
  const reader = createReader(bytes);
  const head = await reader.peek(headBytes);
  const mark = textAt(head, 0);
  if (head.byteLength > 0 && mark !== "RIFF" && mark !== ".snd") refuseOthers(head);
  const format = mark === "RIFF" ? await readWav(reader) : mark === ".snd" ? await readAu(reader) : bare;
  const sample = frameSize(format);
  if ((await reader.peek(sample)).byteLength < sample) return null;
  return { format, parts: mark === ".snd" ? swapped(reader.rest()) : reader.rest() };
}

/** Enough to know text by: no sound has so many bytes in a row that are all letters. */
const headBytes = 64;

const marks: readonly (readonly [kind: string, at: number, mark: string])[] = [
  ["an MP3 file", 0, "ID3"],
  ["an M4A or MP4 file", 4, "ftyp"],
  ["an Ogg file", 0, "OggS"],
  ["a WebM file", 0, "\u001aE\u00df\u00a3"],
  ["a FLAC file", 0, "fLaC"],
];

/** Throws for what would be noise if it were taken for samples. */
function refuseOthers(head: Uint8Array): void {
  for (const [kind, at, mark] of marks) if (textAt(head, at, mark.length) === mark) throw unreadable(`it is ${kind}`);
  if (isText(head)) throw unreadable("it is text");
}

function isText(bytes: Uint8Array): boolean {
  try {
    // A character may be cut at the end.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    // oxlint-disable-next-line no-control-regex -- no text has them
    return !/[\u0000-\u0008\u000e-\u001f]/.test(text);
  } catch {
    return false;
  }
}

interface Reader {
  /** Returns that many bytes without taking them; fewer at the end. */
  peek(count: number): Promise<Uint8Array>;
  /** Takes so many bytes. Throws when there are fewer. */
  take(count: number): Promise<DataView>;
  /** What follows. */
  rest(): AsyncIterable<Uint8Array>;
}

function createReader(bytes: AsyncIterable<Uint8Array>): Reader {
  const source = bytes[Symbol.asyncIterator]();
  let waiting = new Uint8Array(0);
  const peek = async (count: number): Promise<Uint8Array> => {
    while (waiting.byteLength < count) {
      const { done, value } = await source.next();
      if (done === true) break;
      const joined = new Uint8Array(waiting.byteLength + value.byteLength);
      joined.set(waiting);
      joined.set(value, waiting.byteLength);
      waiting = joined;
    }
    return waiting.subarray(0, count);
  };
  return {
    peek,
    async take(count) {
      const taken = await peek(count);
      if (taken.byteLength < count) throw unreadable("it ends within its header");
      waiting = waiting.slice(count);
      return new DataView(taken.slice().buffer);
    },
    async *rest() {
      if (waiting.byteLength > 0) yield waiting;
      yield* { [Symbol.asyncIterator]: () => source };
    },
  };
}

async function readWav(reader: Reader): Promise<PcmFormat> {
  const riff = await reader.take(12);
  if (textOf(riff, 8) !== "WAVE") throw unreadable("it is no WAV file");
  let format: PcmFormat | null = null;
  for (;;) {
    const chunk = await reader.take(8);
    const [name, size] = [textOf(chunk), chunk.getUint32(4, true)];
    if (name === "data") return format ?? unreadable("its header says nothing of its samples");
    if (size > 1 << 20) throw unreadable("its header is too long");
    const body = await reader.take(size + (size % 2));
    if (name === "fmt ") format = formatIn(new Uint8Array(body.buffer));
  }
}

function formatIn(chunk: Uint8Array): PcmFormat {
  const { coding, bits, sampleRate, channels } = readWavFormat(chunk) ?? unreadable("its header is too short");
  return formatOf(coding === wavCodings.pcm && bits === 16, sampleRate, channels);
}

/** 16-bit linear PCM, as AU files number it. */
const auPcm = 3;

async function readAu(reader: Reader): Promise<PcmFormat> {
  const head = await reader.take(24);
  const format = formatOf(head.getUint32(12) === auPcm, head.getUint32(16), head.getUint32(20));
  await reader.take(Math.max(0, Math.min(head.getUint32(4), 1 << 20) - 24));
  return format;
}

function formatOf(isPcm: boolean, sampleRate: number, channels: number): PcmFormat {
  const format = { sampleRate, channels };
  const isKnown = isPcm && channels >= 1 && channels <= 2 && sampleRates.some((one) => one === sampleRate);
  if (isKnown && frameSize(format) > 0) return format;
  throw unreadable(`expected 16-bit PCM in one or two channels at ${sampleRates.join(", ")} Hz`);
}

/** Each two bytes the other way round. */
async function* swapped(parts: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let odd = new Uint8Array(0);
  for await (const part of parts) {
    const bytes = new Uint8Array(odd.byteLength + part.byteLength);
    bytes.set(odd);
    bytes.set(part, odd.byteLength);
    const even = bytes.byteLength - (bytes.byteLength % 2);
    odd = bytes.slice(even);
    const view = new DataView(bytes.buffer, 0, even);
    for (let at = 0; at < even; at += 2) view.setInt16(at, view.getInt16(at), true);
    yield bytes.subarray(0, even);
  }
}

function textOf(bytes: Uint8Array | DataView, at = 0): string {
  return String.fromCharCode(...new Uint8Array(bytes.buffer, bytes.byteOffset + at, 4));
}

function unreadable(why: string): never {
  throw usage(
    `The sound cannot be streamed: ${why}.`,
    "An audio file of any kind is uploaded: dayshift captures record <file>",
  );
}
