/** Notes to this browser, where it has a service worker and a push service. */

export interface Subscribed {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

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
  const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}

/** Ends it at the push service; nothing happens without one. */
export async function unsubscribe(): Promise<void> {
  if (!canBePushed()) return;
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}
