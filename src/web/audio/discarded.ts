/** A recording that was discarded: nothing of it is sent any more, and what the service has of it is erased. */
import { describe } from "../store/describe.ts";
import { isGone, isPassing } from "../store/retry.ts";
import type { Store } from "../store/store.ts";
import { words } from "../words/index.ts";
import { type HeldRecording, type HeldStream, soundOnDevice } from "./device.ts";
import { untilAnswered } from "./until-answered.ts";

/**
 * Erases it as soon as the service answers; a page that is closed before leaves that to the next one. `make` asks for a recording of
 * which no answer came: the service may have it.
 */
export async function eraseDiscarded(
  store: Store,
  { key, workspaceId, stream }: HeldRecording,
  make: () => Promise<HeldStream>,
): Promise<void> {
  const { captures, notices, ports } = store;
  const client = store.clientOf(workspaceId);
  let id = stream?.captureId;
  const shown = captures.get(id ?? "");
  try {
    if (id !== undefined) captures.remove(id);
    const captureId = (id ??= (await make()).captureId);
    await untilAnswered(ports, () => client.deleteCapture({ captureId, permanent: true }));
  } catch (error) {
    if (isPassing(error)) return; // the person is asked to sign in
    if (id !== undefined && !isGone(error)) {
      if (shown !== undefined) captures.put(shown);
      notices.show({ text: words.refused(words.record.discard, describe(error)), isProblem: true });
    }
  }
  await soundOnDevice.end(key);
}
