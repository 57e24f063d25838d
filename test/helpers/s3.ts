/**
 * A bucket for tests of what a sound store does not do: it keeps objects in memory, lists them in small pages, checks every signature
 * (AWS Signature Version 4) and every checksum, and fails where the test says.
 */
import { createHash, createHmac } from "node:crypto";
import { type IncomingMessage, type ServerResponse } from "node:http";
import type { TestContext } from "node:test";
import { buffer } from "node:stream/consumers";
import { serve } from "./local-server.ts";

export const accessKeyId = "TESTKEY";
export const secretAccessKey = "test/secret+key";
const pageSize = 7;

export interface Reply {
  /** 0: no answer, the connection breaks. */
  readonly status: number;
  readonly body?: Buffer | string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes of the body after which the connection breaks. */
  readonly cutAfter?: number;
}

interface Standing {
  readonly objects: Map<string, Buffer>;
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>;
}

/** What goes wrong: a reply in place of the right one, null for none. `asked`: `PUT partNumber`, `GET home/objects/a`, …; `right`: what a sound store answers. */
export type Fault = (asked: string, right: Reply, request: IncomingMessage) => Reply | null | Promise<null>;

export interface StandIn extends Standing {
  readonly url: string;
  /** Every request that was signed rightly: method, and key or what the query asks for. */
  readonly asked: string[];
}

/** Starts it. The bucket is called `backups`. */
export async function startBucket(t: TestContext, fault: Fault = () => null): Promise<StandIn> {
  const standing: Standing = { objects: new Map(), uploads: new Map() };
  const asked: string[] = [];
  const url = await serve(t, (request, response) => {
    void answer(standing, request).then(async ({ name, right }) => {
      if (name !== null) asked.push(name);
      write(request, response, (name === null ? null : await fault(name, right, request)) ?? right);
    });
  });
  return { ...standing, asked, url };
}

function write(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body = "", headers, cutAfter }: Reply,
): void {
  if (status === 0) return void response.destroy();
  const bytes = Buffer.from(body);
  response.writeHead(status, { "Content-Length": bytes.length, ...headers });
  if (cutAfter === undefined) response.end(request.method === "HEAD" ? undefined : bytes);
  else response.write(bytes.subarray(0, cutAfter), () => response.destroy());
}

async function answer(standing: Standing, request: IncomingMessage): Promise<{ name: string | null; right: Reply }> {
  const body = await buffer(request);
  const url = new URL(request.url ?? "/", "http://bucket");
  if (!isSigned(request, url))
    return { name: null, right: refusal(403, "SignatureDoesNotMatch", "The signature does not match.") };
  const key = decodeURIComponent(url.pathname).replace(/^\/backups\/?/, "");
  const what = ["uploads", "partNumber", "uploadId", "list-type"].find((name) => url.searchParams.has(name));
  const name = `${request.method} ${what ?? key}`;
  if (sha256(body) !== request.headers["x-amz-content-sha256"])
    return { name, right: refusal(400, "XAmzContentSHA256Mismatch", "The content has another checksum.") };
  const right =
    what === undefined ? ofObject(standing, request, key, body) : ofQuery(standing, { name, url, key, body });
  return { name, right };
}

function ofObject({ objects }: Standing, request: IncomingMessage, key: string, body: Buffer): Reply {
  if (request.method === "PUT") {
    objects.set(key, body);
    return { status: 200 };
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  if (found === undefined) return refusal(404, "NoSuchKey", "The key does not exist.");
  const [, start, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  const headers = { ETag: `"${sha256(found)}"` };
  return start === undefined
    ? { status: 200, body: found, headers }
    : { status: 206, body: found.subarray(Number(start), last ? Number(last) + 1 : undefined), headers };
}

interface Query {
  readonly name: string;
  readonly url: URL;
  readonly key: string;
  readonly body: Buffer;
}

function ofQuery(standing: Standing, { name, url, key, body }: Query): Reply {
  const { objects, uploads } = standing;
  const query = url.searchParams;
  const uploadId = query.get("uploadId") ?? "";
  switch (name) {
    case "GET list-type":
      return list(objects, query);
    case "GET uploads":
      return { status: 200, body: listUploads(standing, query.get("prefix") ?? "") };
    case "POST uploads": {
      const id = `upload-${uploads.size + 1}&`;
      uploads.set(id, { key, parts: new Map() });
      return { status: 200, body: `<Result><UploadId>${escaped(id)}</UploadId></Result>` };
    }
    case "DELETE uploadId":
      return uploads.delete(uploadId) ? { status: 204 } : noUpload;
    case "PUT partNumber":
      if (uploads.get(uploadId)?.parts.set(Number(query.get("partNumber")), body) === undefined) return noUpload;
      return { status: 200, headers: { ETag: `"${sha256(body)}"` } };
    case "POST uploadId":
      return complete(standing, uploadId, body.toString());
    default:
      return refusal(501, "NotImplemented", name);
  }
}

const noUpload = refusal(404, "NoSuchUpload", "There is no such upload.");

function complete({ objects, uploads }: Standing, uploadId: string, body: string): Reply {
  const upload = uploads.get(uploadId);
  if (upload === undefined) return noUpload;
  const parts = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"(\w+)"/g)].map(([, number, tag]) => {
    const part = upload.parts.get(Number(number));
    return part !== undefined && sha256(part) === tag ? [part] : [];
  });
  if (parts.length === 0 || parts.some((part) => part.length === 0))
    return refusal(400, "InvalidPart", "A part is not the one that was stored.");
  objects.set(upload.key, Buffer.concat(parts.flat()));
  uploads.delete(uploadId);
  return { status: 200, body: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>" };
}

function listUploads({ uploads }: Standing, prefix: string): string {
  const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix));
  const items = found.map(
    ([id, { key }]) => `<Upload><Key>${escaped(key)}</Key><UploadId>${escaped(id)}</UploadId></Upload>`,
  );
  return `<ListMultipartUploadsResult><KeyMarker></KeyMarker>${items.join("")}</ListMultipartUploadsResult>`;
}

function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): Reply {
  const after = query.get("continuation-token") ?? "";
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "") && key > after).sort();
  const page = keys.slice(0, pageSize);
  const more =
    keys.length > pageSize ? `<NextContinuationToken>${escaped(page.at(-1) ?? "")}</NextContinuationToken>` : "";
  const contents = page.map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`).join("");
  return { status: 200, body: `<ListBucketResult>${contents}${more}</ListBucketResult>` };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** A refusal in the shape of the protocol. */
export function refusal(status: number, code: string, message: string): Reply {
  return { status, body: `<Error><Code>${code}</Code><Message>${message}</Message></Error>` };
}

/** Source: Amazon S3 API Reference, "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)". */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([^/]+)\/s3\/aws4_request), SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, id, scope = "", day = "", region = "", names = "", signature] =
    pattern.exec(request.headers.authorization ?? "") ?? [];
  if (id !== accessKeyId) return false;
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");
  const path = url.pathname
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const hashed = String(request.headers["x-amz-content-sha256"]);
  const canonical = [request.method, path, query, headers.join(""), names, hashed].join("\n");
  const text = [
    "AWS4-HMAC-SHA256",
    request.headers["x-amz-date"],
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (from, part) => hmac(from, part),
    `AWS4${secretAccessKey}`,
  );
  return hmac(key, text).toString("hex") === signature;
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}

function sha256(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}
