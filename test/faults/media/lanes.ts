/** Those who send at the same time: samples, Opus, a file in pieces, and notes. Each goes on where the service says that it is. */
import type { AudioFormat } from "../../../src/workspace/recordings/queries.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import type { Owner } from "./owner.ts";
import { bytesOf, packetsOf, type Piece, pieceBytes, pieceMs } from "./pieces.ts";

export const laneNames = ["pcm", "opus", "upload", "note"] as const;
export type LaneName = (typeof laneNames)[number];

export interface Lane {
  /** Sends one piece; resolves with those acknowledged by it, its own and one before it that had been refused. */
  send(id: string): Promise<readonly string[]>;
}

/** Hears of each piece before it is sent. */
export type OnPiece = (id: string, piece: Piece) => void;

export function createLane(name: LaneName, owner: Owner, onPiece: OnPiece): Lane {
  if (name === "note") return noteLane(owner, onPiece);
  return name === "upload" ? uploadLane(owner, onPiece) : liveLane(name, owner, onPiece);
}

function noteLane(owner: Owner, onPiece: OnPiece): Lane {
  return {
    async send(id) {
      const { id: captureId } = await owner.create({ type: "note", content: id });
      onPiece(id, { captureId, parts: [] });
      return [id];
    },
  };
}

/** Pieces of one recording, or of one file. */
const piecesOfOne = 4;

/** A piece that was refused: where it would have ended. */
interface Unsure {
  readonly id: string;
  readonly captureId: string;
  readonly end: number;
}

const known = (unsure: Unsure | null, captureId: string, received: number): string[] =>
  unsure !== null && unsure.captureId === captureId && received >= unsure.end ? [unsure.id] : [];

interface Live {
  readonly captureId: string;
  readonly session: string;
  readonly receivedMs: number;
}

const formats: Readonly<Record<"pcm" | "opus", AudioFormat>> = {
  pcm: { encoding: "pcm_s16le", sampleRate: 16_000, channels: 1 },
  opus: { encoding: "opus", sampleRate: 16_000, channels: 1 },
};

function liveLane(name: "pcm" | "opus", owner: Owner, onPiece: OnPiece): Lane {
  let live: Live | null = null;
  let unsure: Unsure | null = null;

  const resume = async (): Promise<Live> => {
    const captureId = await runningCapture(owner, name, "microphone");
    const { session, receivedMs } = await owner.audio("open", { captureId, format: formats[name], resumeFromMs: null });
    return { captureId, session, receivedMs };
  };

  const next = async (): Promise<Live> => {
    const current = live ?? (await resume());
    if (current.receivedMs < piecesOfOne * pieceMs) return current;
    live = null;
    await owner.audio("stop", current);
    return resume();
  };

  const append = async (id: string, current: Live): Promise<readonly string[]> => {
    const { captureId, receivedMs } = current;
    const before = known(unsure, captureId, receivedMs);
    const parts = name === "opus" ? packetsOf(id) : [bytesOf(id, pieceBytes)];
    unsure = { id, captureId, end: receivedMs + pieceMs };
    onPiece(id, { captureId, parts });
    const sent = { ...current, bytes: Buffer.concat(parts), sizes: parts.map(({ length }) => length) };
    const answer = await owner.audio("append", sent);
    live = { ...current, receivedMs: answer.receivedMs };
    unsure = null;
    return [...before, id];
  };

  return {
    async send(id) {
      const current = await next();
      try {
        return await append(id, current);
      } catch (error) {
        live = null;
        await owner.audio("leave", current).catch(() => undefined);
        throw error;
      }
    },
  };
}

const header = Buffer.from(wavHeader({ sampleRate: 16_000, channels: 1 }, piecesOfOne * pieceBytes));
const length = header.length + piecesOfOne * pieceBytes;

function uploadLane(owner: Owner, onPiece: OnPiece): Lane {
  let current: { readonly captureId: string; readonly offset: number } | null = null;
  let unsure: Unsure | null = null;

  /** Where the file is that is not whole yet: the service is asked after it has refused, and when this begins. */
  const resume = async (): Promise<{ readonly captureId: string; readonly offset: number }> => {
    const captureId = unsure?.captureId ?? (await runningCapture(owner, "upload", "upload"));
    const { offset } = await owner.audio("upload", { captureId, length });
    return { captureId, offset };
  };

  const patch = async (captureId: string, offset: number, bytes: Uint8Array): Promise<number> => {
    const { session } = await owner.audio("openUpload", { captureId, offset, length });
    try {
      await owner.audio("append", { captureId, session, bytes, sizes: [bytes.byteLength] });
    } catch (error) {
      await owner.audio("closeUpload", { captureId, session }).catch(() => undefined);
      throw error;
    }
    return (await owner.audio("closeUpload", { captureId, session })).offset;
  };

  return {
    async send(id) {
      let at = current ?? (await resume());
      current = null;
      const before = known(unsure, at.captureId, at.offset);
      unsure = null;
      if (at.offset === length) at = await resume();
      const { captureId, offset } = at;
      const own = bytesOf(id, Math.min(pieceBytes, length - Math.max(offset, header.length)));
      const bytes = offset < header.length ? Buffer.concat([header.subarray(offset), own]) : own;
      onPiece(id, { captureId, parts: [own] });
      unsure = { id, captureId, end: offset + bytes.length };
      current = { captureId, offset: await patch(captureId, offset, bytes) };
      unsure = null;
      if (current.offset === length) current = null;
      return [...before, id];
    },
  };
}

/** The one of that name that is not over; a new one where there is none. */
async function runningCapture(owner: Owner, title: string, source: "microphone" | "upload"): Promise<string> {
  const all = await owner.list();
  const found = all.find((capture) => capture.title === title && capture.status === "recording");
  return (found ?? (await owner.create({ type: "recording", title, source }))).id;
}
