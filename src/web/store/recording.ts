/** How a recording stands that this page makes: shown everywhere, also where its own screen is not. */

/** Why a browser gives no sound. */
export type Refusal = "insecure" | "denied" | "none" | "broken";

export interface RecordingState {
  /** `asking`: the person is asked for the microphone. `ending`: the rest is on its way. */
  readonly phase: "asking" | "recording" | "ending";
  /** Null until the service knows it. */
  readonly captureId: string | null;
  /** Milliseconds that were heard, and those of them that are on the service's disk. */
  readonly takenMs: number;
  readonly safeMs: number;
  readonly isConnected: boolean;
  readonly trouble: "noSound" | "quiet" | null;
  /** Of the last blocks, from 0 to 1. */
  readonly levels: readonly number[];
  readonly notes: readonly TimedNote[];
  /** The note that is being written. */
  readonly draft: string;
}

/** What somebody wrote during a recording, when so many milliseconds of it had been heard. */
export interface TimedNote {
  readonly atMs: number;
  readonly text: string;
}

/** Why none is made. */
export type NoRecording =
  | { readonly refusal: Refusal }
  /** `isSpent`: the minutes of the month are used up. */
  | { readonly reason: string; readonly isSpent: boolean };
