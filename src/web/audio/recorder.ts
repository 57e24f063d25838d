/** Records: from the press to the last acknowledged sample. What is heard stays on this device until the service has it on its disk. */
import { DayshiftError } from "../../client/errors.ts";
import { describe } from "../store/describe.ts";
import type { RecordingState } from "../store/recording.ts";
import { isRefusal, persistently } from "../store/retry.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { Channel } from "./channel.ts";
import { SoundOnDevice } from "./device.ts";
import { type Microphone, NoMicrophone, openMicrophone } from "./microphone.ts";
import { Outbox } from "./outbox.ts";
import { connectSound } from "./socket.ts";
import { lengthOf, saveSound } from "./sound-file.ts";

/** The recording that this page makes; null when it makes none. */
let current: Recorder | null = null;

export function currentRecorder(): Recorder | null {
  return current;
}

/** Begins a recording. Call it in the tick of a press. */
export function startRecording(store: Store): void {
  if (current !== null) return;
  current = new Recorder(store);
  void current.start();
}

const levelsShown = 96;
/** A louder block than this is no silence; so many quiet ones in a row are worth a word. */
const quietLevel = 0.004;
const quietBlocks = 200;
const soundWithin = 2000;

const begun: RecordingState = {
  phase: "asking",
  captureId: null,
  takenMs: 0,
  safeMs: 0,
  isConnected: false,
  trouble: null,
  levels: [],
  notes: [],
};

class Recorder {
  readonly #store: Store;
  readonly #device = new SoundOnDevice();
  readonly #outbox = new Outbox();
  #microphone: Microphone | null = null;
  #channel: Channel | null = null;
  #isStopping = false;
  #isDiscarded = false;
  #quiet = 0;
  #cancelWait: () => void = () => undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  async start(): Promise<void> {
    const { recording, noRecording } = this.#store;
    noRecording.set(null);
    recording.set(begun);
    try {
      this.#microphone = await openMicrophone(
        (block) => this.#take(block),
        () => this.#microphoneGone(),
      );
    } catch (error) {
      noRecording.set({ refusal: error instanceof NoMicrophone ? error.refusal : "broken" });
      return this.#leave();
    }
    this.#show({ phase: "recording" });
    this.#awaitSound();
    addEventListener("beforeunload", warn);
    try {
      await this.#open();
    } catch (error) {
      if (this.#isDiscarded) return;
      const isSpent = error instanceof DayshiftError && error.status === 402;
      noRecording.set({ reason: describe(error), isSpent });
      await this.#microphone.close();
      this.#leave();
    }
  }

  /** Writes a note into the recording, with its second. */
  note(text: string): void {
    const { takenMs, notes } = this.#state;
    this.#show({ notes: [...notes, { atMs: takenMs, text }] });
    this.#channel?.note(`[${words.clock(takenMs / 1000)}] ${text}`);
  }

  /** Ends it. Resolves with its id when all of it is safe; null when it could not be brought to an end. */
  async stop(): Promise<string | null> {
    if (this.#isStopping) return null;
    this.#isStopping = true;
    this.#cancelWait();
    this.#show({ phase: "ending", trouble: null });
    await this.#microphone?.close();
    this.#channel?.stop();
    await this.#channel?.ended.catch(() => undefined);
    return this.#state.captureId;
  }

  /** Nothing more is heard: what was is brought to its end. */
  #microphoneGone(): void {
    if (this.#isStopping) return;
    this.#store.notices.show({ text: words.record.gone, isProblem: true });
    void this.stop();
  }

  /** Ends it, and removes it from the disk. */
  async discard(): Promise<void> {
    this.#isDiscarded = true;
    const captureId = await this.stop();
    if (captureId === null) this.#leave();
    else await this.#remove(captureId);
  }

  async #remove(captureId: string): Promise<void> {
    const { client, notices } = this.#store;
    try {
      await client.deleteCapture({ captureId, permanent: true });
    } catch (error) {
      notices.show({ text: words.refused(words.record.discard, describe(error)), isProblem: true });
    }
  }

  get #state(): RecordingState {
    return this.#store.recording.value ?? begun;
  }

  /** Nothing after the end: the connection, which closes later, must not begin another recording. */
  #show(fields: Partial<RecordingState>): void {
    if (current === this) this.#store.recording.set({ ...this.#state, ...fields });
  }

  #take(samples: Int16Array<ArrayBuffer>): void {
    this.#awaitSound();
    const block = new Uint8Array(samples.buffer);
    const number = this.#outbox.add(block, lengthOf(block, this.#microphone?.sampleRate ?? 1));
    const level = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 0x7fff;
    this.#quiet = level < quietLevel ? this.#quiet + 1 : 0;
    const levels = [...this.#state.levels, level].slice(-levelsShown);
    const trouble = this.#quiet >= quietBlocks ? "quiet" : null;
    this.#show({ takenMs: this.#outbox.takenMs, levels, trouble });
    const { captureId } = this.#state;
    if (captureId !== null) void this.#device.add(captureId, number, block);
    this.#channel?.flush();
  }

  /** A microphone that is open and gives nothing is said so. */
  #awaitSound(): void {
    this.#cancelWait();
    if (!this.#isStopping)
      this.#cancelWait = this.#store.ports.later(soundWithin, () => this.#show({ trouble: "noSound" }));
  }

  /** Makes the capture, and sends to it what was heard in the meantime. */
  async #open(): Promise<void> {
    const { ports, session } = this.#store;
    const { id, stream } = await this.#make();
    if (this.#isDiscarded) return this.#remove(id);
    if (stream === undefined || session.value.kind !== "in" || this.#microphone === null) return;
    const { url, token } = stream;
    const { sampleRate } = this.#microphone;
    const { user, workspaceId } = session.value;
    await this.#device.begin({ captureId: id, userId: user.id, workspaceId, url, token, sampleRate });
    const outbox = this.#outbox;
    outbox.all().forEach((block, at) => void this.#device.add(id, at, block));
    const onSafe = (safeMs: number): void => this.#safe(id, safeMs);
    this.#channel = new Channel({ ports, outbox, connect: connectSound, onSafe, stream: { url, token, sampleRate } });
    this.#show({ captureId: id });
    const { isConnected, ended } = this.#channel;
    isConnected.changed.subscribe(() => this.#show({ isConnected: isConnected.value }));
    for (const { text, atMs } of this.#state.notes) this.#channel.note(`[${words.clock(atMs / 1000)}] ${text}`);
    // Held as long as this page records: another one of this browser leaves its sound alone.
    void navigator.locks.request(lockOf(id), () => ended.catch(() => undefined));
    ended.then(
      () => this.#ended(id),
      (error: Error) => this.#refused(id, error.message),
    );
    if (this.#isStopping) this.#channel.stop();
  }

  /** Asks for it until the service says something: what is heard in the meantime is here alone. */
  async #make() {
    const { ports, client } = this.#store;
    const idempotencyKey = ports.newKey();
    const make = () => client.createCapture({ type: "recording", source: "microphone" }, { idempotencyKey });
    for (;;) {
      try {
        return await persistently(ports, make);
      } catch (error) {
        if (isRefusal(error)) throw error;
      }
    }
  }

  #safe(captureId: string, safeMs: number): void {
    if (this.#outbox.acknowledge(safeMs)) void this.#device.release(captureId, this.#outbox.first);
    this.#show({ safeMs: Math.min(safeMs, this.#outbox.takenMs) });
  }

  /** All of it is safe: it was stopped here, or by the service. */
  async #ended(captureId: string): Promise<void> {
    if (!this.#isStopping) {
      this.#isStopping = true;
      this.#store.notices.show({ text: words.record.endedElsewhere, isProblem: true });
      await this.#microphone?.close();
    }
    await this.#device.end(captureId);
    this.#leave();
  }

  /** The service takes no more: what it does not have is given to the person. */
  async #refused(captureId: string, reason: string): Promise<void> {
    if (!this.#isStopping) await this.#microphone?.close();
    this.#isStopping = true;
    const blocks = this.#outbox.all();
    const { first } = this.#outbox;
    const sampleRate = this.#microphone?.sampleRate ?? 1;
    const run = (): void =>
      saveSound({ captureId, userId: "", workspaceId: "", url: "", token: "", sampleRate, first, blocks });
    const action = { label: words.record.save, run };
    this.#store.notices.show({ text: words.record.notTaken(reason), isProblem: true, action });
    await this.#device.end(captureId);
    this.#leave();
  }

  #leave(): void {
    this.#cancelWait();
    removeEventListener("beforeunload", warn);
    this.#store.recording.set(null);
    current = null;
  }
}

/** The name under which a page says that it records. */
export function lockOf(captureId: string): string {
  return `dayshift-recording-${captureId}`;
}

/** The browser asks before the page is closed. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
