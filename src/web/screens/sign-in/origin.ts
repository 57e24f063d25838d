/** Whether the address takes a sign-in. */
import { useEffect, useState } from "preact/hooks";
import { useStore } from "../../parts/use.ts";

/** A session travels in a cookie, and changes with it are taken from the address that the service is known by. */
export function useOrigin(): string | null {
  const { client } = useStore();
  const [origin, setOrigin] = useState<string | null>(null);
  useEffect(() => {
    void client.getServiceInfo().then(
      ({ openapiUrl }) => setOrigin(new URL(openapiUrl).origin),
      () => undefined,
    );
  }, []);
  return origin;
}

const loopback = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether the service is to be used under another address. All names of this computer are one; and a service that has no public
 * URL and listens everywhere names `localhost`, and works under any.
 */
export function isElsewhere(origin: string): boolean {
  const { hostname } = new URL(origin);
  const isLocal = loopback.includes(hostname) && loopback.includes(location.hostname);
  return origin !== location.origin && !isLocal && hostname !== "localhost";
}
