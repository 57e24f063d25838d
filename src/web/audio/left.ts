/** Sound of the person that the service takes no more, and what becomes of it. */
import type { Session } from "../store/session.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { type HeldRecording, soundOnDevice, unlessHeld } from "./device.ts";
import { blockMs } from "./outbox.ts";
import { bringToEnd } from "./recover.ts";
import { saveSound } from "./sound-file.ts";

export interface LeftSound {
  readonly held: HeldRecording;
  readonly seconds: number;
  readonly why: string;
  /** Whether the person may record in its workspace. */
  readonly isSendable: boolean;
}

/** The oldest first. */
export async function readLeft(session: Session): Promise<readonly LeftSound[]> {
  if (session.kind !== "in") return [];
  const all = (await soundOnDevice.all()).filter(({ userId }) => userId === session.user.id);
  const left = all.map(async (held) => {
    const isSendable = session.workspaces.some(({ id }) => id === held.workspaceId);
    const why = held.refusal ?? (isSendable ? null : words.record.noRight);
    const seconds = ((await soundOnDevice.count(held.key)) * blockMs) / 1000;
    return { held, seconds, why, isSendable };
  });
  return (await Promise.all(left)).filter(
    (one): one is LeftSound => one.why !== null && (one.seconds > 0 || one.held.notes.length > 0),
  );
}

/** Gives it as a file; it stays here all the same, as a browser says of no file that it was written. */
export async function saveLeft({ key, startedAt, sampleRate }: HeldRecording): Promise<void> {
  const { blocks } = await soundOnDevice.soundOf(key);
  saveSound(startedAt, sampleRate, blocks);
}

/** Sends it as a new recording; what the service refuses is left once more. */
export async function sendLeft(store: Store, held: HeldRecording): Promise<void> {
  await unlessHeld(held.key, async () => {
    if ((await soundOnDevice.get(held.key)) === undefined) return;
    const begin = held.asNew?.first ?? 0;
    const first = (await soundOnDevice.soundOf(held.key)).first ?? begin;
    // No block moves: a device that is full has no place for another one.
    const asNew = { key: store.ports.newKey(), first };
    const notes = held.notes.map(({ atMs, text }) => ({ atMs: Math.max(0, atMs - (first - begin) * blockMs), text }));
    const next = { ...held, asNew, notes, stream: null, refusal: null };
    await soundOnDevice.put(next);
    await bringToEnd(store, next, words.record.left.sent);
  });
}
