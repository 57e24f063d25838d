/** A recording of which the service takes no more: what it does not have stays on this device until the person says what becomes of it. */
import { go } from "../base/routes.ts";
import type { Notices } from "../store/notices.ts";
import { words } from "../words/index.ts";
import { type HeldRecording, soundOnDevice } from "./device.ts";
import type { Outbox } from "./outbox.ts";
import { saveSound } from "./sound-file.ts";

/** Keeps what the outbox has, and says so. A browser that keeps nothing gives it as a file. */
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
  const isKept = (await soundOnDevice.get(held.key)) !== undefined;
  const blocks = outbox.all();
  const action = isKept
    ? { label: record.left.show, run: () => (notices.close(), go("/captures")) }
    : { label: record.left.save, run: () => saveSound(held.startedAt, held.sampleRate, blocks) };
  notices.show({ text, isProblem: true, action });
}
