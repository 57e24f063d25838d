/**
 * Requests to addresses that people name. As for the documents of OAuth clients, the name is resolved once, every address that it has must
 * be allowed, and the connection goes to the one that was checked: a name that answers differently the second time (DNS rebinding) is
 * not asked a second time. No redirect is followed.
 */
import { lookup } from "node:dns/promises";
import type { IncomingMessage, RequestOptions } from "node:http";
import { isIP } from "node:net";
import { limits } from "../../schema/limits.ts";
import { isPublicAddress } from "../oauth/clients/addresses.ts";

export interface OutsideRequest {
  readonly url: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Called with each piece that arrives; true when no more is needed. */
  readonly isEnough?: (piece: string) => boolean;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly text: string;
}

// An import would load a whole HTTP client with the start.
const requestHttp = () => process.getBuiltinModule("node:http").request;
const requestHttps = () => process.getBuiltinModule("node:https").request;

/** Sends a request once. Rejects with OutsideFailure. */
export type Reach = (request: OutsideRequest) => Promise<OutsideAnswer>;

/** `message` is for a person; `wasSent` is true when the request may have reached the other side. */
export class OutsideFailure extends Error {
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

const timeoutMs = limits.outsideCalls.each.max * 1000;
const sizeLimit = limits.outsideAnswers.each.max;

export interface ReachOptions {
  /** The operator allows loopback and private addresses, and plain http to them. */
  readonly allowsPrivate: boolean;
  /** Every address of a host name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
}

/** Reaches addresses of the public internet over https, and others where the operator allows them. */
export function createReach({ allowsPrivate, resolve = addressesOf }: ReachOptions): Reach {
  return async (request) => {
    const url = new URL(request.url);
    const signal = AbortSignal.timeout(timeoutMs);
    const address = await Promise.race([checkedAddress(url, allowsPrivate, resolve), endOf(signal)]);
    return send(request, url, address, signal);
  };
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

async function checkedAddress(
  url: URL,
  allowsPrivate: boolean,
  resolve: NonNullable<ReachOptions["resolve"]>,
): Promise<string> {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (url.username !== "" || url.password !== "") throw refused("An address with a user or a password is not asked.");
  const addresses = isIP(host) !== 0 ? [host] : await resolve(host).catch(() => []);
  const [first] = addresses;
  if (first === undefined) throw refused(`The host ${host} was not found.`);
  const isPublic = addresses.every(isPublicAddress);
  if (!isPublic && !allowsPrivate)
    throw refused(
      "The address is one of this machine or of a private network: the operator of the service allows those with DAYSHIFT_PRIVATE_ADDRESSES.",
    );
  if (isPublic && url.protocol !== "https:") throw refused("Expected an address with https.");
  return first;
}

function refused(message: string): OutsideFailure {
  return new OutsideFailure(message, false);
}

/** Rejects when the time is over: a resolver cannot be stopped. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(refused("The name was not resolved in time.")), { once: true });
  });
}

async function send(
  { method, headers, body, isEnough }: OutsideRequest,
  url: URL,
  address: string,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  const isSecure = url.protocol === "https:";
  const options: RequestOptions & { servername?: string } = {
    host: address,
    ...(isSecure && isIP(url.hostname) === 0 && { servername: url.hostname }),
    port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
    path: url.pathname + url.search,
    method,
    headers: { ...headers, host: url.host, "user-agent": "Dayshift", "accept-encoding": "identity" },
    agent: false,
    signal,
  };
  let response: IncomingMessage | null = null;
  try {
    response = await new Promise<IncomingMessage>((resolve, reject) => {
      (isSecure ? requestHttps() : requestHttp())(options, resolve).on("error", reject).end(body);
    });
    const text = await readText(response, isEnough);
    const { statusCode = 0, headers: answered } = response;
    return { status: statusCode, text, header: (name) => [answered[name] ?? null].flat()[0] ?? null };
  } catch (error) {
    if (error instanceof OutsideFailure) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (signal.aborted) throw new OutsideFailure("It did not answer in time.", true);
    const why = /^E[A-Z]+$/.test(code) ? ` (${code})` : "";
    throw new OutsideFailure(`It could not be reached${why}.`, code !== "ECONNREFUSED");
  } finally {
    response?.destroy();
  }
}

async function readText(response: IncomingMessage, isEnough: OutsideRequest["isEnough"]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > sizeLimit) throw new OutsideFailure(`It answered with more than ${sizeLimit} bytes.`, true);
    const piece = decoder.decode(chunk, { stream: true });
    text += piece;
    if (isEnough?.(piece) === true) return text;
  }
  return text + decoder.decode();
}
