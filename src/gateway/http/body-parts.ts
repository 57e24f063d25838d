/** A body part by part, for what is too large to be held as a whole. */
import type { IncomingMessage } from "node:http";
import type { ApiError } from "../../schema/errors.ts";
import { cutShort } from "./body-limit.ts";

/**
 * The body of `request` part by part, as fast as they are taken. Ends with a throw when the client goes away, or when `onFail`'s
 * function is called. Whoever stops taking leaves the request paused: to destroy it would take the answer along. `onWait` is
 * called when nothing has come, and what it answers when something does.
 */
export async function* readParts(
  request: IncomingMessage,
  onFail: (fail: (error: ApiError) => void) => void,
  onWait: () => () => void,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let fault: ApiError | null = null;
  let isEnded = false;
  let wake: (() => void) | null = null;
  const onData = (part: Buffer): void => {
    parts.push(part);
    request.pause();
    wake?.();
  };
  const onEnd = (): void => {
    isEnded = true;
    wake?.();
  };
  const fail = (error: ApiError): void => {
    fault ??= error;
    wake?.();
  };
  const onClose = (): void => fail(cutShort());
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  onFail(fail);
  try {
    for (;;) {
      const taken = parts;
      parts = [];
      yield* taken;
      if (parts.length > 0) continue;
      if (isEnded) return;
      if (fault !== null) throw fault;
      request.resume();
      await new Promise<void>((resolve) => (wake = resolve)).finally(onWait());
    }
  } finally {
    request.off("data", onData).off("end", onEnd).off("close", onClose);
    request.pause();
  }
}
