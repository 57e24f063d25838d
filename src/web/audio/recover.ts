/** A page that was closed while it recorded: what it had not sent yet goes to the service now. */
import { describe } from "../store/describe.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { Channel } from "./channel.ts";
import { type HeldRecording, type HeldSound, SoundOnDevice } from "./device.ts";
import { Outbox } from "./outbox.ts";
import { lockOf } from "./recorder.ts";
import { connectSound } from "./socket.ts";
import { lengthOf, saveSound } from "./sound-file.ts";

/** Sends what this browser holds of recordings of the person, and says so. Those that another page makes now are left alone. */
export async function recoverSound(store: Store): Promise<void> {
  const session = store.session.value;
  if (session.kind !== "in") return;
  const device = new SoundOnDevice();
  for (const recording of await device.recordings()) {
    if (recording.userId !== session.user.id || recording.workspaceId !== session.workspaceId) continue;
    await navigator.locks.request(lockOf(recording.captureId), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await recoverOne(store, device, recording);
    });
  }
}

async function recoverOne(store: Store, device: SoundOnDevice, recording: HeldRecording): Promise<void> {
  const sound = await device.soundOf(recording);
  const { notices } = store;
  try {
    await send(store, sound);
    await device.end(recording.captureId);
    notices.show({ text: words.record.recovered, isProblem: false });
  } catch (error) {
    const run = (): void => {
      saveSound(sound);
      void device.end(recording.captureId);
    };
    const isLost = sound.blocks.length > 0;
    if (!isLost) return device.end(recording.captureId);
    const text = words.record.notTaken(error instanceof Error ? error.message : describe(error));
    notices.show({ text, isProblem: true, action: { label: words.record.save, run } });
  }
}

async function send({ ports }: Store, { first, blocks, ...stream }: HeldSound): Promise<void> {
  const outbox = new Outbox(first);
  for (const block of blocks) outbox.add(block, lengthOf(block, stream.sampleRate));
  const onSafe = (safeMs: number): void => void outbox.acknowledge(safeMs);
  const channel = new Channel({ ports, stream, outbox, connect: connectSound, onSafe });
  channel.stop();
  await channel.ended;
}
