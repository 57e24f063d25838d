/** Notes to this browser, where it has a service worker and a push service. */

export interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** For whom this browser is sent notes, and by which id the service knows it. */
export interface NotedHere {
  readonly personId: string;
  readonly subscriptionId: string;
}

const name = "dayshift.push";

/** Whether this page can be sent notes: on secure addresses alone. */
export function canBePushed(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

/** Asks the person, then the push service of the browser. Null when the person says no. `publicKey`: of the service, in base64url. */
export async function subscribe(publicKey: string): Promise<Subscribed | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const text = publicKey.replaceAll("-", "+").replaceAll("_", "/");
  const applicationServerKey = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return named(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

/** What the push service has for this browser now; null where there is nothing. */
export async function subscribed(): Promise<Subscribed | null> {
  const found = await current();
  return found === null ? null : named(found);
}

/** Who asked for notes in this browser; null where nobody did, or the browser stores nothing. */
export function notedHere(): NotedHere | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") as NotedHere | null;
  } catch {
    return null;
  }
}

export function noteHere(noted: NotedHere): void {
  localStorage.setItem(name, JSON.stringify(noted));
}

/** Ends it at the push service; nothing happens without one. Answers false when the push service did not end it. */
export async function unsubscribe(): Promise<boolean> {
  const isEnded = (await (await current())?.unsubscribe()) ?? true;
  if (isEnded) localStorage.removeItem(name);
  return isEnded;
}

async function current(): Promise<PushSubscription | null> {
  if (!canBePushed()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function named(subscription: PushSubscription): Subscribed {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}
