/**
 * Words of turns in progress, as models say them. They are in no table: followers that ask in time are sent them, for the others the
 * message that is recorded afterwards has them all. What waits to be asked for is bounded for all followers together.
 */
import type { Caller } from "../../schema/caller.ts";
import { mayReadCaptures } from "../../workspace/captures/boundary.ts";

/** The next words of the step that a turn is at. */
export interface Said {
  readonly chatId: string;
  readonly turnId: string;
  /** True when what the model was shown carries content of captures. */
  readonly carries: boolean;
  readonly text: string;
}

/** Where turns put the words of their models. */
export interface Words {
  say(said: Said): void;
  /** The step was recorded, or failed, or is tried again: what was said in it is forgotten, and the next words begin it. */
  end(turnId: string): void;
}

/** Words that somebody may hear, as frames. */
export interface Heard {
  /** To be given with the next question. */
  readonly position: number;
  readonly texts: readonly string[];
}

export interface SaidWords extends Words {
  /** The position behind all that was said. */
  readonly newest: number;
  /** What was said behind that position, as far as it is still there and for this caller; null, or one that is not known: from the beginning. */
  after(caller: Caller, position: number | null): Heard;
}

/** Characters that wait to be asked for, in one workspace. */
const maxCharacters = 65_536;

interface Piece extends Said {
  readonly position: number;
  /** Characters of the step before these. */
  readonly at: number;
}

/** Calls `onSaid` whenever something was said. */
export function createWords(onSaid: () => void): SaidWords {
  let pieces: Piece[] = [];
  let newest = 0;
  let size = 0;
  const lengths = new Map<string, number>();

  return {
    get newest() {
      return newest;
    },
    say(said) {
      if (said.text === "") return;
      const at = lengths.get(said.turnId) ?? 0;
      lengths.set(said.turnId, at + said.text.length);
      newest += 1;
      pieces.push({ ...said, position: newest, at });
      size += said.text.length;
      while (size > maxCharacters) size -= pieces.shift()?.text.length ?? 0;
      onSaid();
    },
    end(turnId) {
      if (!lengths.delete(turnId)) return;
      pieces = pieces.filter((piece) => piece.turnId !== turnId);
      size = pieces.reduce((sum, { text }) => sum + text.length, 0);
    },
    after(caller, position) {
      const isKnown = position !== null && position <= newest;
      const from = !isKnown ? 0 : pieces.findLastIndex((piece) => piece.position <= position) + 1;
      const seen = pieces.slice(from).filter(({ carries }) => mayHear(caller, carries));
      return { position: newest, texts: joined(seen).map(frameOf) };
    },
  };
}

function mayHear({ scopes }: Caller, carries: boolean): boolean {
  return scopes.includes("chats:read") && (!carries || mayReadCaptures(scopes));
}

/** What was said of a turn, as one piece; where the step began again in between, or words are missing, as several. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  const last = new Map<string, number>();
  for (const piece of pieces) {
    const index = last.get(piece.turnId);
    const before = index === undefined ? undefined : all[index];
    if (before !== undefined && index !== undefined && before.at + before.text.length === piece.at)
      all[index] = { ...before, text: before.text + piece.text };
    else last.set(piece.turnId, all.push(piece) - 1);
  }
  return all;
}

function frameOf({ chatId, turnId, at, text }: Piece): string {
  return JSON.stringify({ type: "delta", chatId, turnId, at, text });
}
