/** What signing in at a provider works with. */
import type { Throttle } from "./throttle.ts";
import type { Provider } from "./provider.ts";

export interface Oidc {
  readonly provider: Provider;
  /** Signs the cookies of attempts. */
  readonly secret: Uint8Array;
  /** How often an address is sent to the provider. */
  readonly visits: Throttle;
  /** What failed between the service and the provider, for the log. */
  readonly onFailure: (error: unknown) => void;
}
