/** The files of recordings: made whole once a recording has ended, erased with their capture. */
import { mediaIsWhole } from "../../workspace/captures/recordings.ts";
import { forgetUnsent } from "../../workspace/images/queries.ts";
import { findRecording } from "../../workspace/recordings/queries.ts";
import { complete, type Work } from "../../workspace/work/queue.ts";
import { makeWhole, type WholeFile } from "../audio/whole.ts";
import type { WorkContext } from "../parts/work-context.ts";

type MediaContext = Pick<WorkContext, "workspaceId" | "mailbox" | "clock" | "blobs" | "recordings">;

/** Makes the file whole, so that it can be transcribed and played. */
export async function finishMedia(context: MediaContext, work: Work): Promise<void> {
  const { mailbox, clock, recordings, blobs, workspaceId } = context;
  const captureId = work.subjectId;
  const found = await recordings.alone(captureId, { type: "closing" }, () => wholeFile(context, captureId));
  if (found !== null) await blobs.finish(workspaceId, captureId);
  await mailbox.write((sql) => {
    mediaIsWhole({ sql, now: clock.now() }, captureId, found?.media ?? null, found === null ? 0 : found.durationMs);
    complete(sql, work.id);
  });
}

/** Null when no sound arrived: then there is no file either. */
async function wholeFile({ blobs, mailbox, workspaceId }: MediaContext, captureId: string): Promise<WholeFile | null> {
  const recording = mailbox.read((sql) => findRecording(sql, captureId));
  if (recording === undefined || (await blobs.size(workspaceId, captureId)) === null) return null;
  const blob = await blobs.open(workspaceId, captureId);
  try {
    const found = recording.format && (await makeWhole(blob, captureId, recording.format));
    if (found !== null) return found;
  } finally {
    await blob.close();
  }
  await blobs.erase(workspaceId, captureId);
  return null;
}

/** Erases the file of an erased capture, and that of an image that no message has taken in its time or whose chat was erased. */
export async function eraseMedia({ blobs, mailbox, recordings, workspaceId }: MediaContext, work: Work): Promise<void> {
  const id = work.subjectId;
  if (await mailbox.write((sql) => forgetUnsent(sql, id))) {
    await recordings.alone(id, { type: "stopped", reason: "erased", receivedMs: 0 }, () =>
      blobs.erase(workspaceId, id),
    );
  }
  await mailbox.write((sql) => complete(sql, work.id));
}
