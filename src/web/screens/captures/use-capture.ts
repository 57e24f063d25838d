/** A note or a recording in full: its texts, what was said, and what it gave rise to; read again when the feed reports a change. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { CaptureFull } from "../../../schema/capture.ts";
import { useRecord, useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";

type Answer<Id extends "listSegments" | "listSuggestions"> = Awaited<ReturnType<Client[Id]>>["data"][number];
export type Segment = Answer<"listSegments">;
export type Suggestion = Answer<"listSuggestions">;
export type Progress = Awaited<ReturnType<Client["getCaptureProgress"]>>;

export interface CaptureState {
  readonly capture: CaptureFull;
  readonly segments: readonly Segment[];
  readonly suggestions: readonly Suggestion[];
  readonly progress: Progress | null;
}

/** In milliseconds: how often one that is worked through is looked at. */
const lookEvery = 2000;

export function useCapture(id: string) {
  const { client, captures, ports, caughtUp } = useStore();
  const light = useRecord(captures, id);
  const [state, setState] = useState<CaptureState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): Promise<void> =>
    readCapture(client, id).then(
      (fresh) => {
        // The link to the sound is new each time: what plays goes on.
        setState((old) => (old === null ? fresh : { ...fresh, capture: withLink(fresh.capture, old.capture) }));
        setProblem(null);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  useEffect(() => {
    void read();
    return caughtUp.subscribe(() => void read());
  }, [id, light?.updatedAt]);
  const isMoving = state !== null && ["recording", "processing"].includes(state.capture.status);
  useEffect(() => (isMoving ? ports.later(lookEvery, () => void read()) : undefined), [state]);
  return { state, problem, read };
}

async function readCapture(client: Client, captureId: string): Promise<CaptureState> {
  const capture = await client.getCapture({ captureId });
  const isRecording = capture.type === "recording";
  const segments: Segment[] = [];
  if (isRecording) for await (const one of client.each.listSegments({ captureId, limit: 100 })) segments.push(one);
  const { data: suggestions } = await client.listSuggestions({ captureId });
  const progress =
    isRecording && capture.status !== "completed" ? await client.getCaptureProgress({ captureId }) : null;
  return { capture, segments, suggestions, progress };
}

function withLink(fresh: CaptureFull, { mediaUrl, durationSeconds }: CaptureFull): CaptureFull {
  const isSame = mediaUrl !== null && durationSeconds === fresh.durationSeconds;
  return isSame ? { ...fresh, mediaUrl } : fresh;
}
