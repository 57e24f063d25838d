/** How loud a recording is along its time, read from its sound by the browser. */
import { cutOf, type PieceAt, piecesAlong, type SoundBytes } from "./cut-pieces.ts";
import { levelsOf, loudnessOf, ofLoudest } from "./levels.ts";
import { piecesOfMp4 } from "./mp4.ts";

/** In hertz: enough to see where somebody speaks, and the lowest that every browser decodes to. */
const rate = 8000;
/** In seconds. Of a longer one pieces alone are read: all of it would be too much to load only to draw it. */
const longestWhole = 15 * 60;
/** How many levels there are, of a whole and of pieces, each of which is a request. */
const counts = { whole: 200, pieces: 100 } as const;
/** Of the beginning, which says how the file is cut, and of a piece at most: a third of a second of what a microphone gives. */
const maxBytes = 32 * 1024;
/** In seconds, of a piece at most: a page of Ogg has one, and a piece begins somewhere in the page before it. */
const longestPiece = 4;
/** Pieces that are asked for at the same time. */
const atOnce = 4;

/** Levels as `levelsOf` gives them. Rejects where the sound does not come, or the browser cannot decode it or pieces of it. */
export function readLevels(url: string, seconds: number, signal: AbortSignal): Promise<readonly number[]> {
  return seconds <= longestWhole ? levelsOfWhole(url, signal) : levelsOfPieces(url, seconds, signal);
}

async function levelsOfWhole(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const response = await answered(fetch(url, { signal }));
  return levelsOf(await decoded(await response.arrayBuffer()), counts.whole);
}

async function levelsOfPieces(url: string, seconds: number, signal: AbortSignal): Promise<readonly number[]> {
  const ask = async (from: number, bytes: number): Promise<Response> => {
    const headers = { Range: `bytes=${from}-${from + bytes - 1}` };
    return answered(fetch(url, { signal, headers }));
  };
  const read = async (from: number, bytes: number) => new Uint8Array(await (await ask(from, bytes)).arrayBuffer());
  const first = await ask(0, maxBytes);
  const size = Number(/\/(\d+)$/.exec(first.headers.get("content-range") ?? "")?.[1]);
  if (!(size > 0)) throw new Error("The sound cannot be read in parts.");
  const type = first.headers.get("content-type") ?? "";
  const cut = cutOf(type, new Uint8Array(await first.arrayBuffer()));
  const bytes = Math.min(maxBytes, Math.ceil((longestPiece * size) / seconds));
  const file = { size, read };
  const pieceAt = cut === null ? await others[type]?.(file) : piecesAlong(cut, file, bytes);
  if (!pieceAt) throw new Error("The sound cannot be read in pieces.");
  const levels: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next; at < counts.pieces; at = next) {
      next += 1;
      const piece = await pieceAt(at / counts.pieces);
      levels[at] = piece === null ? 0 : loudnessOf(await decoded(await piece.arrayBuffer()));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ofLoudest(levels);
}

/** Files that are not cut at places which their bytes show. */
const others: Readonly<Record<string, (file: SoundBytes) => Promise<PieceAt | null>>> = { "audio/mp4": piecesOfMp4 };

async function answered(asked: Promise<Response>): Promise<Response> {
  const response = await asked;
  if (!response.ok) throw new Error(`The sound was answered with ${response.status}.`);
  return response;
}

/** The samples of the first channel. */
async function decoded(bytes: ArrayBuffer): Promise<Float32Array> {
  return (await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes)).getChannelData(0);
}
