/** What pages that are closed left of recordings: what they had not sent yet goes to the service, and what was discarded is erased there. */
import { DayshiftError } from "../../client/errors.ts";
import { describe } from "../store/describe.ts";
import { isPassing } from "../store/retry.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { Channel, type SoundStream } from "./channel.ts";
import { type HeldRecording, type HeldSound, soundOnDevice, unlessHeld } from "./device.ts";
import { eraseDiscarded } from "./discarded.ts";
import { makeRecording } from "./make-recording.ts";
import { Outbox } from "./outbox.ts";
import { connectSound } from "./socket.ts";
import { lengthOf, saveSound } from "./sound-file.ts";

/** Brings what this browser holds of recordings of the person to its end. Those that another page makes now are left alone. */
export async function recoverSound(store: Store): Promise<void> {
  const session = store.session.value;
  if (session.kind !== "in") return;
  const { user, workspaces } = session;
  const held = (await soundOnDevice.all()).filter(
    ({ userId, workspaceId }) => userId === user.id && workspaces.some(({ id }) => id === workspaceId),
  );
  await Promise.all(held.map(({ key }) => unlessHeld(key, () => recoverOne(store, key))));
}

async function recoverOne(store: Store, key: string): Promise<void> {
  const held = await soundOnDevice.get(key);
  if (held === undefined) return; // another page has ended it by now
  const make = () => makeRecording(store.ports, store.clientOf(held.workspaceId), key);
  if (held.isDiscarded) return eraseDiscarded(store, held, make);
  const sound = await soundOnDevice.soundOf(key);
  if (sound.blocks.length === 0) return soundOnDevice.end(key);
  try {
    const stream = held.stream ?? (await make());
    await soundOnDevice.put({ ...held, stream });
    await send(store, { ...stream, sampleRate: held.sampleRate }, sound);
    await soundOnDevice.end(key);
    store.notices.show({ text: words.record.recovered, isProblem: false });
  } catch (error) {
    if (!isPassing(error)) notTaken(store, held, sound, error);
  }
}

function notTaken({ notices }: Store, { key, sampleRate }: HeldRecording, { blocks }: HeldSound, error: unknown): void {
  const run = (): void => {
    saveSound(key, sampleRate, blocks);
    void soundOnDevice.end(key);
  };
  const text = words.record.notTaken(error instanceof DayshiftError ? describe(error) : (error as Error).message);
  notices.show({ text, isProblem: true, action: { label: words.record.save, run } });
}

async function send({ ports }: Store, stream: SoundStream, { first, blocks }: HeldSound): Promise<void> {
  const outbox = new Outbox(first);
  for (const block of blocks) outbox.add(block, lengthOf(block, stream.sampleRate));
  const onSafe = (safeMs: number): void => void outbox.acknowledge(safeMs);
  const channel = new Channel({ ports, stream, outbox, connect: connectSound, onSafe });
  channel.stop();
  await channel.ended;
}
