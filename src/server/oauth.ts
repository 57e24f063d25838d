/** The OAuth endpoints, put together. */
import { createClientDocuments, type FetchDocument } from "../gateway/oauth/clients/documents.ts";
import { createFetchDocument } from "../gateway/oauth/clients/fetch-document.ts";
import type { OAuth } from "../gateway/oauth/protocol/parts.ts";
import type { Pipeline } from "../gateway/pipeline.ts";
import { createThrottle } from "../gateway/auth/throttle.ts";

/** Registrations, and documents of clients read from the network, a minute and address. */
const newClients = 30;

export function createOAuth({ services }: Pipeline, secret: Uint8Array, fetchDocument?: FetchDocument): OAuth {
  const { clock } = services;
  return {
    services,
    secret,
    newClients: createThrottle(newClients, clock),
    clientDocuments: createClientDocuments({ fetchDocument: fetchDocument ?? createFetchDocument(), clock }),
  };
}
