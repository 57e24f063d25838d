/** The OAuth endpoints, put together. */
import { createClientDocuments, type FetchDocument } from "../gateway/oauth/clients/documents.ts";
import { createFetchDocument } from "../gateway/oauth/clients/fetch-document.ts";
import type { OAuth } from "../gateway/oauth/protocol/parts.ts";
import type { Pipeline } from "../gateway/pipeline.ts";
import { createThrottle } from "../gateway/auth/throttle.ts";
import { limits } from "../schema/limits.ts";

const hour = 3_600_000;

export function createOAuth({ services }: Pipeline, secret: Uint8Array, fetchDocument?: FetchDocument): OAuth {
  const { clock } = services;
  return {
    services,
    secret,
    newClients: createThrottle(limits.newClients.address.max, { clock, window: hour }),
    newDocuments: createThrottle(limits.newDocuments.address.max, { clock }),
    clientDocuments: createClientDocuments({ fetchDocument: fetchDocument ?? createFetchDocument(), clock }),
  };
}
