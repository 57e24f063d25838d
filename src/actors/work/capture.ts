/** Works out what was said in a recording that has ended. */
import { findCapture, setCaptureFailed, setCaptureStatus } from "../../workspace/captures/queries.ts";
import { findRecording } from "../../workspace/recordings/queries.ts";
import { hasSegments } from "../../workspace/segments/queries.ts";
import { complete, type Work } from "../../workspace/work.ts";
import type { Place } from "../parts.ts";

/** Completes the capture, or fails it when nothing arrived. */
export async function processCapture(place: Pick<Place, "mailbox" | "clock">, work: Work): Promise<void> {
  const { mailbox, clock } = place;
  await mailbox.write((sql) => {
    const capture = findCapture(sql, work.subjectId);
    complete(sql, work.id);
    if (capture?.status !== "processing") return;
    const isEmpty = findRecording(sql, capture.id)?.media == null && !hasSegments(sql, capture.id);
    if (isEmpty) setCaptureFailed(sql, capture.n, "no_audio", "No audio and no speech arrived.", clock.now());
    else setCaptureStatus(sql, capture.n, "completed", clock.now());
  });
}
