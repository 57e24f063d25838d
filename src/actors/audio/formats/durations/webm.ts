/** WebM: Duration by TimestampScale in Segment/Info. Source: RFC 9559 §5.1.2; elements as in RFC 8794. */
import { type FileBytes, viewAt } from "./reading.ts";

const segment = 0x18538067;
const info = 0x1549a966;
const timestampScale = 0x2ad7b1;
const duration = 0x4489;
const mostElements = 1000;
const usualScale = 1_000_000;

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function webmMs(file: FileBytes): Promise<number | null> {
  const within = await find(file, segment, 0, file.size);
  const facts = within && (await find(file, info, within.start, within.end));
  if (!facts) return null;
  const length = await find(file, duration, facts.start, facts.end);
  if (length === null) return null;
  const scale = await find(file, timestampScale, facts.start, facts.end);
  const nanoseconds = scale === null ? usualScale : await unsignedIn(file, scale);
  return ((await floatIn(file, length)) * nanoseconds) / 1_000_000;
}

interface Element {
  readonly start: number;
  readonly end: number;
}

/** The content of the first element of that id between two places. */
async function find(file: FileBytes, wanted: number, from: number, until: number): Promise<Element | null> {
  let at = from;
  for (let count = 0; count < mostElements && at < until; count++) {
    const head = await viewAt(file, at, 16);
    const idLength = Math.clz32(head.getUint8(0)) - 23;
    if (idLength > 4) return null;
    const size = sizeAt(head, idLength);
    if (size === null) return null;
    const start = at + idLength + size.length;
    const end = Math.min(until, start + size.value);
    if (bigEndian(head, 0, idLength) === wanted) return { start, end };
    at = end;
  }
  return null;
}

/** A length of all ones means that it is not known: the element goes to the end. */
function sizeAt(head: DataView, at: number): { readonly length: number; readonly value: number } | null {
  const length = Math.clz32(head.getUint8(at)) - 23;
  if (length > 8) return null;
  // Without the bit that says how long it is, which would leave too few for the others of eight bytes.
  const most = 255 >> length;
  const first = head.getUint8(at) & most;
  const rest = Array.from({ length: length - 1 }, (_, index) => head.getUint8(at + 1 + index));
  const isUnknown = first === most && rest.every((byte) => byte === 255);
  return { length, value: isUnknown ? Number.POSITIVE_INFINITY : rest.reduce((sum, byte) => sum * 256 + byte, first) };
}

function bigEndian(view: DataView, at: number, length: number): number {
  let value = 0;
  for (let index = 0; index < length; index++) value = value * 256 + view.getUint8(at + index);
  return value;
}

async function unsignedIn(file: FileBytes, { start, end }: Element): Promise<number> {
  const length = Math.min(8, end - start);
  return bigEndian(await viewAt(file, start, length), 0, length);
}

async function floatIn(file: FileBytes, { start, end }: Element): Promise<number> {
  const view = await viewAt(file, start, 8);
  return end - start === 4 ? view.getFloat32(0) : view.getFloat64(0);
}
