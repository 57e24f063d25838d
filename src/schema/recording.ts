/** What a client and the service say on the audio channel of a recording, as JSON text frames. */
import * as v from "valibot";
import { integer, line, message } from "./common.ts";

const milliseconds = integer(0, 24 * 60 * 60 * 1000);

/** Sample rates that recorders use and WAV players play. */
export const sampleRates = [8000, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;

const startFrame = v.strictObject({
  type: v.literal("start"),
  encoding: v.picklist(["pcm_s16le", "opus"]),
  sampleRate: v.picklist(sampleRates),
  channels: integer(1, 2),
  resumeFromMs: v.optional(milliseconds),
});
const noteFrame = v.strictObject({ type: v.literal("note"), text: message(100_000) });
const segmentFrame = v.strictObject({
  type: v.literal("segment"),
  startMs: milliseconds,
  endMs: milliseconds,
  speaker: v.optional(v.nullable(line(200))),
  text: message(10_000),
});
const keepAliveFrame = v.strictObject({ type: v.literal("keepAlive") });
const stopFrame = v.strictObject({ type: v.literal("stop") });

/** The shape of each frame by its type. */
export const clientFrames = {
  start: startFrame,
  note: noteFrame,
  segment: segmentFrame,
  keepAlive: keepAliveFrame,
  stop: stopFrame,
} as const;

export type ClientFrame = v.InferOutput<(typeof clientFrames)[keyof typeof clientFrames]>;
export type StartFrame = v.InferOutput<typeof startFrame>;
export type SegmentFrame = v.InferOutput<typeof segmentFrame>;

/** What the service says on the channel. */
export type ServerFrame =
  | { readonly type: "started"; readonly receivedMs: number }
  | { readonly type: "ack"; readonly receivedMs: number }
  | { readonly type: "note" }
  | { readonly type: "segment"; readonly position: number; readonly startMs: number; readonly endMs: number }
  | { readonly type: "stopped"; readonly reason: string; readonly receivedMs: number }
  | {
      readonly type: "error";
      readonly code: string;
      readonly message: string;
      readonly param: string | null;
      readonly receivedMs: number;
    };
