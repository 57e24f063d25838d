/**
 * Clients whose id is the address of a document about themselves (Client ID Metadata Documents,
 * draft-ietf-oauth-client-id-metadata-document-00): read when they are first met, and remembered for a while.
 */
import type { Clock } from "../../../actors/runtime/ports.ts";
import type { OAuthClient } from "../../directory/oauth/clients.ts";
import { readMetadata } from "./metadata.ts";
import { OAuthError } from "../protocol/errors.ts";
import type { ClientDocuments } from "../protocol/parts.ts";

export interface FetchedDocument {
  readonly text: string;
  /** Seconds for which the server says it holds; null when it does not say. */
  readonly maxAge: number | null;
}

/** Reads a document from the network. Rejects when it is not available, or must not be requested. */
export type FetchDocument = (address: URL) => Promise<FetchedDocument>;

const capacity = 500;
const minute = 60_000;
/** Milliseconds for which a document is believed. */
const usualAge = 60 * minute;
const [leastAge, mostAge] = [minute, 24 * 60 * minute];

/** Whether a client id is the address of a document: https with a path, in its usual spelling. */
export function isDocumentAddress(clientId: string): boolean {
  if (clientId.length > 2000 || !/^https:\/\/[\x21-\x7e]+$/.test(clientId) || !URL.canParse(clientId)) return false;
  const { href, pathname, hash, username, password } = new URL(clientId);
  return href === clientId && pathname !== "/" && `${hash}${username}${password}` === "" && !clientId.endsWith("#");
}

/** A reader that remembers what it read. */
export function createClientDocuments(options: {
  readonly fetchDocument: FetchDocument;
  readonly clock: Pick<Clock, "monotonic">;
}): ClientDocuments {
  const known = new Map<string, { readonly client: OAuthClient; readonly until: number }>();
  return async (clientId, beforeFetch) => {
    const remembered = known.get(clientId);
    if (remembered !== undefined && options.clock.monotonic() < remembered.until) return remembered.client;
    beforeFetch();
    const { text, maxAge } = await options.fetchDocument(new URL(clientId)).catch(refuse);
    const client = readDocument(clientId, text);
    const age = maxAge === null ? usualAge : Math.min(mostAge, Math.max(leastAge, maxAge * 1000));
    known.delete(clientId);
    known.set(clientId, { client, until: options.clock.monotonic() + age });
    if (known.size > capacity) known.delete(known.keys().next().value as string);
    return client;
  };
}

function refuse(): never {
  throw new OAuthError(
    "invalid_client",
    "The document at the address of the client cannot be read: expected JSON over https, from a public address, at once.",
  );
}

function readDocument(clientId: string, text: string): OAuthClient {
  const document = parse(text);
  if (document?.["client_id"] !== clientId) throw invalid("its client_id is not the address it was read from.");
  const method = document["token_endpoint_auth_method"] ?? "none";
  if (method !== "none" || document["client_secret"] !== undefined) {
    throw invalid("only public clients are served: token_endpoint_auth_method none, and no secret.");
  }
  try {
    return { ...readMetadata(document), id: clientId };
  } catch (error) {
    throw error instanceof OAuthError ? invalid(error.message) : error;
  }
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  } catch {
    throw invalid("it is not JSON.");
  }
}

function invalid(why: string): OAuthError {
  return new OAuthError("invalid_client", `The document of the client is not accepted: ${why}`);
}
