/** Notes on this device: switched on and off at the service and at the push service of the browser. */
import { isGone } from "../../store/retry.ts";
import type { Client } from "../../../client/types.ts";
import { noteHere, notedHere, subscribe, subscribed, unsubscribe } from "../../base/push.ts";

/**
 * Whether this browser is sent notes of the person. The service ended its part with the session that asked for it, so it is asked for
 * again with this one. Rejects with the refusal.
 */
export async function renewNotes(client: Client, personId: string): Promise<boolean> {
  if (notedHere()?.personId !== personId) return false;
  const found = await subscribed();
  if (found === null) return false;
  const { id: subscriptionId } = await client.createPushSubscription(found);
  noteHere({ personId, subscriptionId });
  return true;
}

/** Answers false when the person or the browser refused. Rejects with the refusal of the service. */
export async function switchNotesOn(client: Client, personId: string): Promise<boolean> {
  const { publicKey } = await client.getPushKey();
  const made = await subscribe(publicKey);
  if (made === null) return false;
  const { id: subscriptionId } = await client.createPushSubscription(made);
  noteHere({ personId, subscriptionId });
  return true;
}

/**
 * The service first, so that nothing more is sent whatever the push service answers; a refusal of the service rejects, and leaves all
 * as it was. Answers false when the push service did not end it.
 */
export async function switchNotesOff(client: Client): Promise<boolean> {
  const subscriptionId = notedHere()?.subscriptionId;
  if (subscriptionId !== undefined) await client.removePushSubscription({ subscriptionId }).catch(unlessGone);
  return unsubscribe().catch(() => false);
}

function unlessGone(error: unknown): void {
  if (!isGone(error)) throw error;
}
