/** What is made once: sent again after no answer came, it goes under the key of the time before, and the service makes no second one. */
import type { CallOptions } from "../../client/options.ts";
import type { Ports } from "../base/ports.ts";
import { isRefusal } from "./retry.ts";

/** What was sent last and had no answer, by the name of its draft. */
export type Unanswered = Map<string, { readonly body: string; readonly idempotencyKey: string }>;

interface Sender {
  readonly ports: Pick<Ports, "newKey">;
  readonly unanswered: Unanswered;
}

/** The answer of `send`. Rejects as it does; the key of that name stands until the body changes, or an answer comes. */
export async function once<Body, T>(
  { ports, unanswered }: Sender,
  name: string,
  given: Body,
  send: (body: Body, options: CallOptions) => Promise<T>,
): Promise<T> {
  const body = JSON.stringify(given);
  const before = unanswered.get(name);
  const idempotencyKey = before?.body === body ? before.idempotencyKey : ports.newKey();
  unanswered.set(name, { body, idempotencyKey });
  try {
    const answer = await send(given, { idempotencyKey });
    unanswered.delete(name);
    return answer;
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(name);
    throw error;
  }
}
