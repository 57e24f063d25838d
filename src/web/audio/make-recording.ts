/** What is asked of the service about a recording: to make it, and why it takes no more of it. */
import type { Client } from "../../client/types.ts";
import type { Ports } from "../base/ports.ts";
import { describe } from "../store/describe.ts";
import { isGone, isPassing, isRefusal } from "../store/retry.ts";
import { words } from "../words/index.ts";
import type { NotTaken, SaidError } from "./channel.ts";
import type { HeldStream } from "./device.ts";
import { untilAnswered } from "./until-answered.ts";

/** Where the sound of the recording with that key goes: until it is known it is on this device alone. Rejects with the refusal. */
export async function makeRecording(
  ports: Ports,
  client: Pick<Client, "createCapture">,
  idempotencyKey: string,
): Promise<HeldStream> {
  const body = { type: "recording", source: "microphone" } as const;
  const { id, stream } = await untilAnswered(ports, () => client.createCapture(body, { idempotencyKey }));
  if (stream === undefined) throw new Error("The service does not say where the sound goes.");
  return { captureId: id, url: stream.url, token: stream.token };
}

/**
 * Why the service takes no more of the recording; null while it does, or does not answer. `said` is what its connection was ended
 * with: one that is refused at once says nothing to a page.
 */
export async function whyNotTaken(
  client: Pick<Client, "getCapture">,
  captureId: string,
  said: SaidError | null,
): Promise<NotTaken | null> {
  const { noRight, endedThere, erasedThere } = words.record;
  if (said?.code === "missing_scope") return { why: noRight };
  try {
    const { status, durationSeconds, notes } = await client.getCapture({ captureId });
    // The seconds are rounded: the service has half a second less at the worst.
    const safeMs = Math.max(0, (durationSeconds ?? 0) * 1000 - 500);
    if (status !== "recording") return { why: endedThere, has: { safeMs, notes: notes ?? "" } };
  } catch (error) {
    if (isGone(error)) return { why: erasedThere };
    if (isRefusal(error) && !isPassing(error)) return { why: describe(error) };
  }
  return said && { why: said.message };
}
