/** A text of a note or a recording is written over the one that the person saw, and over no other. */
import type { CaptureFull } from "../../schema/capture.ts";
import { Crossed } from "./crossed.ts";
import type { SaveParts } from "./save-fields.ts";
import { persistently } from "./retry.ts";
import { saveVersioned } from "./save-versioned.ts";

export type CaptureTexts = Readonly<Partial<Pick<CaptureFull, "content" | "notes">>>;

export interface SavedCapture {
  /** As the service has it then. */
  readonly capture: CaptureFull;
  /** False when somebody else wrote another text in the meantime: nothing was written, and `capture` has theirs. */
  readonly isSaved: boolean;
}

/** Writes the texts in place of those of `seen`. Rejects with the refusal. */
export async function saveCapture(
  { ports, client }: SaveParts,
  seen: CaptureFull,
  fields: CaptureTexts,
): Promise<SavedCapture> {
  const captureId = seen.id;
  try {
    const capture = await saveVersioned({
      known: seen,
      seen,
      fields,
      write: ({ updatedAt }) =>
        persistently(ports, () => client.updateCapture({ captureId, ...fields, expectedUpdatedAt: updatedAt })),
      read: () => client.getCapture({ captureId }),
    });
    // The answer is a light one, without texts.
    return { capture: { ...seen, ...fields, ...capture }, isSaved: true };
  } catch (error) {
    if (error instanceof Crossed) return { capture: error.theirs as CaptureFull, isSaved: false };
    throw error;
  }
}
