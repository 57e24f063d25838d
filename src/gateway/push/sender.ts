/** Sends notes to the browsers of a person: a kind, an id and the language of the person, encrypted for each; one that its push service has forgotten is removed. */
import type { Clock, Log, PushNote } from "../../actors/runtime/ports.ts";
import type { Push, PushTarget } from "../directory/push.ts";
import { newPushKeys } from "../directory/secrets/push-keys.ts";
import { authorization } from "../directory/secrets/push-authorization.ts";
import { encryptNote } from "../directory/secrets/push-encryption.ts";
import { randomSecret } from "../directory/secrets/secrets.ts";

/** Answers the status. Rejects where the address is none of the public internet. */
export type PostNote = (endpoint: URL, body: Uint8Array, headers: Readonly<Record<string, string>>) => Promise<number>;

export interface SenderParts {
  readonly directory: Push;
  readonly post: PostNote;
  readonly clock: Clock;
  /** Origin of the service, as it is known by then. */
  readonly publicUrl: () => string;
  readonly log: Log;
}

/** Seconds for which a push service keeps a note for a browser that is not there. */
const timeToLive = 24 * 3600;

/** Sends one note to all browsers of its person, once; never rejects. */
export function createPushSender(parts: SenderParts): (note: PushNote) => Promise<void> {
  return async (note) => {
    const targets = await parts.directory.pushTargetsOf(note.userId);
    await Promise.all(targets.map((target) => sendTo(parts, target, note)));
  };
}

async function sendTo(
  { directory, post, clock, publicUrl, log }: SenderParts,
  target: PushTarget,
  { kind, id }: PushNote,
): Promise<void> {
  const endpoint = new URL(target.endpoint);
  try {
    const keys = await directory.pushKeys();
    const fresh = { salt: randomSecret(16), privateKey: Buffer.from(newPushKeys().privateKey, "base64url") };
    const body = encryptNote(JSON.stringify({ kind, id, locale: target.locale }), { ...target, ...fresh });
    const status = await post(endpoint, body, {
      authorization: authorization(keys, endpoint, subjectOf(publicUrl()), clock.now()),
      "content-encoding": "aes128gcm",
      "content-type": "application/octet-stream",
      ttl: String(timeToLive),
      urgency: kind === "approval_waiting" ? "high" : "normal",
    });
    if (status === 404 || status === 410) await directory.forgetPushTarget(target.id);
    else if (status >= 300) log("warn", "a push service refused a note", { service: endpoint.host, status });
  } catch (error) {
    // Its path is the browser's own and stays out of the log; no message of a network failure holds it.
    const reason = error instanceof Error ? error.message : "unknown";
    log("warn", "a note could not be sent to a browser", { service: endpoint.host, reason });
  }
}

/** Push services take an https address or an e-mail address. */
function subjectOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? publicUrl : `mailto:postmaster@${new URL(publicUrl).hostname}`;
}
