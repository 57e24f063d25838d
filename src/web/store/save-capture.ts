/** A text of a note or a recording is written over the one that the person saw, and over no other. */
import type { CaptureFull } from "../../schema/capture.ts";
import { Crossed } from "./crossed.ts";
import type { SaveParts } from "./save-fields.ts";
import { persistently } from "./retry.ts";
import { saveVersioned } from "./save-versioned.ts";

export type CaptureTexts = Readonly<Partial<Pick<CaptureFull, "content" | "notes">>>;

/** Whether it was written: false when somebody else wrote another text in the meantime. Rejects with the refusal. */
export async function saveCapture(
  { ports, client }: SaveParts,
  seen: CaptureFull,
  fields: CaptureTexts,
): Promise<boolean> {
  const captureId = seen.id;
  try {
    await saveVersioned({
      known: seen,
      seen,
      fields,
      write: ({ updatedAt }) =>
        persistently(ports, () => client.updateCapture({ captureId, ...fields, expectedUpdatedAt: updatedAt })),
      read: () => client.getCapture({ captureId }),
    });
    return true;
  } catch (error) {
    if (error instanceof Crossed) return false;
    throw error;
  }
}
