/** What pages that are closed left of recordings: what they had not sent yet goes to the service, and what was discarded is erased there. */
import type { Client } from "../../client/types.ts";
import type { Ports } from "../base/ports.ts";
import { describe } from "../store/describe.ts";
import { isPassing } from "../store/retry.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { Channel, Refused } from "./channel.ts";
import { type HeldRecording, type HeldSound, type HeldStream, soundOnDevice, unlessHeld } from "./device.ts";
import { eraseDiscarded } from "./discarded.ts";
import { makeRecording, whyNotTaken } from "./make-recording.ts";
import { Outbox } from "./outbox.ts";
import { keepRefused } from "./refused.ts";
import { connectSound } from "./socket.ts";
import { lengthOf } from "./sound-file.ts";

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
  if (held === undefined || held.refusal !== null) return; // another page has ended it by now, or the person is to say
  await bringToEnd(store, held, words.record.recovered);
}

/** Brings the recording to its end, and says so once its sound is on the service. Call it while no other page can. */
export async function bringToEnd(store: Store, held: HeldRecording, said: string): Promise<void> {
  const { key, asNew } = held;
  const { ports, notices } = store;
  const client = store.clientOf(held.workspaceId);
  const make = () => makeRecording(ports, client, asNew?.key ?? key);
  if (held.isDiscarded) return eraseDiscarded(store, held, make);
  const outbox = filled(await soundOnDevice.soundOf(key), held);
  if (outbox.isEmpty) return soundOnDevice.end(key);
  try {
    const stream = held.stream ?? (await make());
    await soundOnDevice.put({ ...held, stream });
    await send({ ports, client, outbox }, { ...held, stream });
    await soundOnDevice.end(key);
    notices.show({ text: said, isProblem: false });
  } catch (error) {
    if (isPassing(error)) return; // the person is asked to sign in
    await keepRefused(notices, held, outbox, error instanceof Refused ? error.message : describe(error));
  }
}

function filled({ first, blocks }: HeldSound, { sampleRate, notes, asNew }: HeldRecording): Outbox {
  const begin = asNew?.first ?? 0;
  const outbox = new Outbox(first ?? begin, notes, begin);
  for (const block of blocks) outbox.add(block, lengthOf(block, sampleRate));
  return outbox;
}

interface Sending {
  readonly ports: Ports;
  readonly client: Client;
  readonly outbox: Outbox;
}

async function send({ ports, client, outbox }: Sending, held: HeldRecording & { stream: HeldStream }): Promise<void> {
  const { stream, sampleRate } = held;
  const channel = new Channel({
    ports,
    outbox,
    stream: { ...stream, sampleRate },
    connect: connectSound,
    whyNot: (said) => whyNotTaken(client, stream.captureId, said),
    onSafe(safeMs) {
      if (outbox.acknowledge(safeMs)) void soundOnDevice.release(held.key, outbox.first);
    },
    onNoted() {
      outbox.acknowledgeNote();
      void soundOnDevice.put({ ...held, notes: [...outbox.notes] });
    },
  });
  channel.stop();
  await channel.ended;
}
