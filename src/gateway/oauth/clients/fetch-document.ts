/**
 * Reads the document of a client from the public internet. Anybody can make us ask for an address, so the name is resolved once,
 * every address it has must be a public one, and the connection goes to the address that was checked: a name that answers
 * differently the second time (DNS rebinding) is not asked a second time. No redirect is followed.
 */
import { lookup } from "node:dns/promises";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import { limits } from "../../../schema/limits.ts";
import { isPublicAddress } from "./addresses.ts";
import type { FetchDocument, FetchedDocument } from "./documents.ts";

/** The network, as far as it is needed. */
export interface Network {
  /** Every address of a host name. */
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Sends a GET; resolves with the head of the answer. */
  readonly get: (options: RequestOptions) => Promise<IncomingMessage>;
}

const sizeLimit = limits.clientDocuments.each.max;
const timeoutMs = 5000;

const internet: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  get: (options) =>
    new Promise((resolve, reject) => {
      httpsRequest(options, resolve).on("error", reject).end();
    }),
};

/** Rejects with an Error for an address that is not public, and for any answer but a small JSON document with status 200. */
export function createFetchDocument(network: Network = internet): FetchDocument {
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const address = await Promise.race([publicAddress(network, url.hostname), endOf(signal)]);
    const response = await network.get(optionsFor(url, address, signal));
    try {
      return await readDocument(response);
    } finally {
      response.destroy();
    }
  };
}

/** Posts to an address that somebody else named, under the same guard; answers the status. Rejects after five seconds. */
export async function postPublicly(
  url: URL,
  body: Uint8Array,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs);
  const address = await Promise.race([publicAddress(internet, url.hostname), endOf(signal)]);
  const usual = optionsFor(url, address, signal);
  const sent = { ...headers, host: url.host, "user-agent": "Dayshift", "content-length": String(body.byteLength) };
  return new Promise((resolve, reject) => {
    const request = httpsRequest({ ...usual, method: "POST", headers: sent });
    request.on("response", (response) => {
      response.destroy();
      resolve(response.statusCode ?? 0);
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** Rejects when the time is over: a resolver cannot be stopped. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The name was not resolved in time.")), { once: true });
  });
}

async function publicAddress(network: Network, host: string): Promise<string> {
  if (isIP(host) !== 0 || host.startsWith("[")) throw new Error("Expected a host name, got an address.");
  const addresses = await network.resolve(host);
  const [first] = addresses;
  if (first !== undefined && addresses.every(isPublicAddress)) return first;
  throw new Error("Expected a host on the public internet.");
}

/** The certificate is checked against the name, whatever the address. */
function optionsFor(url: URL, address: string, signal: AbortSignal): RequestOptions {
  return {
    host: address,
    servername: url.hostname,
    port: url.port === "" ? 443 : Number(url.port),
    path: url.pathname + url.search,
    method: "GET",
    headers: { host: url.host, accept: "application/json", "user-agent": "Dayshift" },
    agent: false,
    signal,
  };
}

async function readDocument(response: IncomingMessage): Promise<FetchedDocument> {
  const type = response.headers["content-type"] ?? "";
  if (response.statusCode !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) {
    throw new Error("Expected status 200 and a JSON document.");
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sizeLimit) throw new Error(`Expected at most ${sizeLimit} bytes.`);
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString("utf8"), maxAge: maxAgeOf(response.headers["cache-control"]) };
}

function maxAgeOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/\bno-(?:store|cache)\b/i.test(header)) return 0;
  const match = /\bmax-age=(\d{1,9})\b/i.exec(header);
  return match === null ? null : Number(match[1]);
}
