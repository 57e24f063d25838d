/** Records: from the press to the last acknowledged sample. What is heard stays on this device until the service has it on its disk. */
import { DayshiftError } from "../../client/errors.ts";
import { describe } from "../store/describe.ts";
import type { RecordingState } from "../store/recording.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { Channel } from "./channel.ts";
import { type HeldRecording, type HeldStream, holdAlone, soundOnDevice } from "./device.ts";
import { eraseDiscarded } from "./discarded.ts";
import { makeRecording, whyNotTaken } from "./make-recording.ts";
import { type Microphone, NoMicrophone, openMicrophone } from "./microphone.ts";
import { Outbox } from "./outbox.ts";
import { keepRefused } from "./refused.ts";
import { connectSound } from "./socket.ts";
import { lengthOf } from "./sound-file.ts";

/** The recording that this page makes; null when it makes none. */
let current: Recorder | null = null;

export function currentRecorder(): Recorder | null {
  return current;
}

/** Begins a recording. Call it in the tick of a press. */
export function startRecording(store: Store): void {
  const { value } = store.session;
  if (current !== null || value.kind !== "in") return;
  current = new Recorder(store, { userId: value.user.id, workspaceId: value.workspaceId });
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
  draft: "",
};

class Recorder {
  readonly #store: Store;
  readonly #outbox = new Outbox();
  #held: HeldRecording;
  #made: Promise<HeldStream> | null = null;
  #microphone: Microphone | null = null;
  #channel: Channel | null = null;
  #isStopping = false;
  #quiet = 0;
  #cancelWait: () => void = () => undefined;
  #letGo: () => void = () => undefined;

  constructor(store: Store, of: Pick<HeldRecording, "userId" | "workspaceId">) {
    this.#store = store;
    const startedAt = new Date(store.ports.now()).toISOString();
    this.#held = {
      ...of,
      key: store.ports.newKey(),
      sampleRate: 1,
      stream: null,
      notes: [],
      isDiscarded: false,
      refusal: null,
      startedAt,
    };
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
    this.#held = { ...this.#held, sampleRate: this.#microphone.sampleRate };
    this.#show({ phase: "recording" });
    this.#awaitSound();
    addEventListener("beforeunload", warn);
    this.#letGo = await holdAlone(this.#held.key);
    try {
      await this.#open();
    } catch (error) {
      if (this.#held.isDiscarded) return;
      const isSpent = error instanceof DayshiftError && error.status === 402;
      noRecording.set({ reason: describe(error), isSpent });
      await this.#refused(describe(error));
    }
  }

  /** The note that is being written: it is one as soon as `note` is called, or the recording ends. */
  write(draft: string): void {
    this.#show({ draft });
  }

  /** Writes the note into the recording, with its second. */
  note(): void {
    const { takenMs, notes, draft } = this.#state;
    const note = { atMs: takenMs, text: draft.trim() };
    if (note.text === "") return;
    this.#show({ notes: [...notes, note], draft: "" });
    this.#outbox.addNote(note);
    this.#channel?.note(note);
    void this.#hold();
  }

  /** Ends it. Resolves with its id when all of it is safe; null when it could not be brought to an end. */
  async stop(): Promise<string | null> {
    if (this.#isStopping) return null;
    this.note();
    this.#isStopping = true;
    this.#cancelWait();
    this.#show({ phase: "ending", trouble: null });
    await this.#microphone?.close();
    this.#channel?.stop();
    await this.#channel?.ended.catch(() => undefined);
    return this.#held.isDiscarded ? null : this.#state.captureId;
  }

  /** Nothing more is heard: what was is brought to its end. */
  #microphoneGone(): void {
    if (this.#isStopping) return;
    this.#store.notices.show({ text: words.record.gone, isProblem: true });
    void this.stop();
  }

  /** Ends it. Nothing of it is sent from here on, and it is removed from both disks: from that of the service once it answers. */
  async discard(): Promise<void> {
    const { isConnected } = this.#state;
    this.#isStopping = true;
    this.#cancelWait();
    this.#held = { ...this.#held, notes: [], isDiscarded: true };
    this.#channel?.leave();
    await soundOnDevice.discard(this.#held);
    await this.#microphone?.close();
    this.#leave();
    if (!isConnected) this.#store.notices.show({ text: words.record.discarded, isProblem: false });
    void eraseDiscarded(this.#store, this.#held, () => this.#make()).finally(() => this.#letGo());
  }

  get #state(): RecordingState {
    return this.#store.recording.value ?? begun;
  }

  /** Nothing after the end: the connection, which closes later, must not begin another recording. */
  #show(fields: Partial<RecordingState>): void {
    if (current === this) this.#store.recording.set({ ...this.#state, ...fields });
  }

  #take(samples: Int16Array<ArrayBuffer>): void {
    if (this.#held.isDiscarded) return;
    this.#awaitSound();
    const block = new Uint8Array(samples.buffer);
    const number = this.#outbox.add(block, lengthOf(block, this.#held.sampleRate));
    const level = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 0x7fff;
    this.#quiet = level < quietLevel ? this.#quiet + 1 : 0;
    const levels = [...this.#state.levels, level].slice(-levelsShown);
    const trouble = this.#quiet >= quietBlocks ? "quiet" : null;
    this.#show({ takenMs: this.#outbox.takenMs, levels, trouble });
    void soundOnDevice.add(this.#held.key, number, block);
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
    await this.#hold();
    const stream = await this.#make();
    if (this.#held.isDiscarded) return;
    await this.#hold({ stream });
    this.#send(stream);
    this.#show({ captureId: stream.captureId });
  }

  /** Holds on this device what is known of it, with the notes that the service does not have. */
  #hold(fields: Partial<HeldRecording> = {}): Promise<void> {
    this.#held = { ...this.#held, ...fields, notes: [...this.#outbox.notes] };
    return soundOnDevice.put(this.#held);
  }

  #make(): Promise<HeldStream> {
    const { ports, client } = this.#store;
    return (this.#made ??= makeRecording(ports, client, this.#held.key));
  }

  #send(stream: HeldStream): void {
    if (this.#held.isDiscarded) return;
    const { ports, client } = this.#store;
    const { captureId } = stream;
    this.#channel = new Channel({
      ports,
      outbox: this.#outbox,
      stream: { ...stream, sampleRate: this.#held.sampleRate },
      connect: connectSound,
      whyNot: (said) => whyNotTaken(client, captureId, said),
      onSafe: (safeMs) => this.#safe(safeMs),
      onNoted: () => this.#noted(),
    });
    const { isConnected, ended } = this.#channel;
    isConnected.changed.subscribe(() => this.#show({ isConnected: isConnected.value }));
    ended.then(
      () => this.#ended(),
      (error: Error) => this.#refused(error.message),
    );
    if (this.#isStopping) this.#channel.stop();
  }

  #safe(safeMs: number): void {
    if (this.#outbox.acknowledge(safeMs)) void soundOnDevice.release(this.#held.key, this.#outbox.first);
    this.#show({ safeMs: Math.min(safeMs, this.#outbox.takenMs) });
  }

  #noted(): void {
    this.#outbox.acknowledgeNote();
    void this.#hold();
  }

  /** All of it is safe: it was stopped here, or by the service. */
  async #ended(): Promise<void> {
    if (this.#held.isDiscarded) return;
    if (!this.#isStopping) {
      if (this.#state.draft.trim() !== "") return this.#refused(words.record.endedThere);
      this.#isStopping = true;
      this.#store.notices.show({ text: words.record.endedElsewhere, isProblem: true });
      await this.#microphone?.close();
    }
    await soundOnDevice.end(this.#held.key);
    this.#leave();
    this.#letGo();
  }

  /** The service takes no more: what it does not have stays here. */
  async #refused(reason: string): Promise<void> {
    this.#isStopping = true;
    this.#cancelWait();
    await this.#microphone?.close();
    if (this.#held.isDiscarded) return;
    this.note();
    await keepRefused(this.#store.notices, this.#held, this.#outbox, reason);
    this.#leave();
    this.#letGo();
  }

  #leave(): void {
    this.#cancelWait();
    if (current !== this) return;
    removeEventListener("beforeunload", warn);
    this.#store.recording.set(null);
    current = null;
  }
}

/** The browser asks before the page is closed. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
