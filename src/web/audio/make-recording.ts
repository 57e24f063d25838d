/** What is asked of the service about a recording that cannot wait for the next press: until it answers. */
import type { Client } from "../../client/types.ts";
import type { Ports } from "../base/ports.ts";
import { isRefusal, persistently } from "../store/retry.ts";
import type { HeldStream } from "./device.ts";

/** The answer of `send`, however long none comes. Rejects with the refusal. */
export async function untilAnswered<T>(ports: Ports, send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await persistently(ports, send);
    } catch (error) {
      if (isRefusal(error)) throw error;
    }
  }
}

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
