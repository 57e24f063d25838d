/**
 * What a request head must be before anything looks at it. Node lets through repeated headers (first one wins), odd hosts,
 * absolute-form targets and broken escapes; each has been somebody's bypass, so each is refused here.
 */
import type { IncomingMessage } from "node:http";
import { ApiError, invalid } from "../../schema/errors.ts";

// host[:port] of RFC 9110 §7.2, narrowed to what names a host: letters, digits, dots, hyphens, underscores, or an address in brackets.
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,253})|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/;
// Origin form (RFC 9112 §3.2.1): one slash, no fragment, visible ASCII only. `//evil` would become a host in a URL parser.
const TARGET = /^\/(?!\/)[\x21\x22\x24-\x7e]*$/;

/** The fault of a request head as 400 `validation_failed`, or null when it may pass. */
export function headFault({
  url,
  httpVersionMajor,
  httpVersionMinor,
  headers,
  rawHeaders,
}: IncomingMessage): ApiError | null {
  if (httpVersionMajor !== 1) return fault("This server speaks HTTP/1.0 and HTTP/1.1. Send the request in HTTP/1.1.");
  return (
    repeatedHeader(rawHeaders) ??
    hostFault(headers.host, httpVersionMinor) ??
    transferFault(headers["transfer-encoding"], httpVersionMinor) ??
    targetFault(url ?? "")
  );
}

/** The fault of a request target (path and query), or null: origin form, well-formed escapes, UTF-8 after decoding. */
function targetFault(target: string): ApiError | null {
  if (!TARGET.test(target)) {
    return fault(
      "The request target must be a path that begins with one slash, in ASCII, without a fragment. " +
        "Percent-encode other characters and send absolute addresses only to proxies.",
    );
  }
  if (!target.includes("%")) return null;
  try {
    decodeURIComponent(target);
    return null;
  } catch {
    return fault(
      "The path or query holds a malformed percent-escape or invalid UTF-8. Encode each byte as % and two hex digits.",
    );
  }
}

function fault(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

function hostFault(host: string | undefined, versionMinor: number): ApiError | null {
  if (host === undefined) {
    return versionMinor === 0 ? null : invalid("Host", "The Host header is missing. Send the host of this server.");
  }
  const match = HOST.exec(host);
  if (match !== null && (match[1] === undefined || Number(match[1]) <= 65_535)) return null;
  return invalid("Host", "The Host header is not a host with an optional port. Send the host of this server.");
}

function transferFault(coding: string | undefined, versionMinor: number): ApiError | null {
  if (coding === undefined || (versionMinor === 1 && coding.toLowerCase() === "chunked")) return null;
  return invalid("Transfer-Encoding", "Transfer-Encoding must be chunked, over HTTP/1.1. Send Content-Length instead.");
}

/** The headers that may stand only once, by the length of their names. */
const single: Readonly<Record<number, string>> = {
  4: "host",
  12: "content-type",
  13: "authorization",
  15: "idempotency-key",
};

/** `raw` alternates names and values. */
function repeatedHeader(raw: readonly string[]): ApiError | null {
  let seen = 0;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    const known = single[name.length];
    if (known === undefined || name.toLowerCase() !== known) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) return invalid(name, `The header ${name} was sent more than once. Send it once.`);
    seen |= bit;
  }
  return null;
}
