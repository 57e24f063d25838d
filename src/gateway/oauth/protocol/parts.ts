/** What the OAuth endpoints work with. */
import type { OAuthClient } from "../../directory/oauth/clients.ts";
import type { Services } from "../../exchange.ts";
import type { Throttle } from "../../auth/throttle.ts";

export interface OAuth {
  readonly services: Services;
  /** Authenticates the forms we hand out. */
  readonly secret: Uint8Array;
  /** Registrations, by client address. */
  readonly newClients: Throttle;
  /** Documents of clients read from the network, by client address. */
  readonly newDocuments: Throttle;
  readonly clientDocuments: ClientDocuments;
}

/**
 * Reads what the document at the address of a client says. Rejects with `invalid_client`; `beforeFetch` may refuse to go to the
 * network.
 */
export type ClientDocuments = (clientId: string, beforeFetch: () => void) => Promise<OAuthClient>;
