/** A recording of which the service takes no more: what it does not have stays on this device until the person says what becomes of it. */
import { go } from "../base/routes.ts";
import type { Notices } from "../store/notices.ts";
import type { TimedNote } from "../store/recording.ts";
import { words } from "../words/index.ts";
import { type HeldRecording, soundOnDevice } from "./device.ts";
import type { Block, Outbox } from "./outbox.ts";
import { saveNotes, saveSound } from "./sound-file.ts";

/** Keeps what the outbox has, and says so. A browser that does not keep all of it gives it as files. */
export async function keepRefused(
  notices: Notices,
  held: HeldRecording,
  outbox: Outbox,
  refusal: string,
): Promise<void> {
  const { record } = words;
  const text = record.notTaken(refusal);
  if (!outbox.hasRest) {
    await soundOnDevice.end(held.key);
    return notices.show({ text, isProblem: true });
  }
  await soundOnDevice.put({ ...held, notes: [...outbox.notes], refusal });
  const { notes, first } = outbox;
  const blocks = outbox.all();
  // A device that is full holds a part of it, or what it held before.
  const isWritten = (await soundOnDevice.get(held.key))?.refusal === refusal;
  const isKept = isWritten && (await soundOnDevice.count(held.key, first)) >= blocks.length;
  const action = isKept
    ? { label: record.left.show, run: () => (notices.close(), go("/captures")) }
    : { label: record.left.save, run: () => saveAll(held, blocks, notes) };
  notices.show({ text, isProblem: true, action });
}

function saveAll(
  { startedAt, sampleRate }: HeldRecording,
  blocks: readonly Block[],
  notes: readonly TimedNote[],
): void {
  if (blocks.length > 0) saveSound(startedAt, sampleRate, blocks);
  if (notes.length > 0) saveNotes(startedAt, notes);
}
