/** A bucket for tests: keeps objects in memory, checks every signature (AWS Signature Version 4), lists in pages. */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestContext } from "node:test";
import { buffer } from "node:stream/consumers";

export const accessKeyId = "TESTKEY";
export const secretAccessKey = "test/secret+key";
const pageSize = 7;

interface Reply {
  readonly status: number;
  readonly body?: Buffer | string;
}

/** Starts it; answers its address. The bucket is called `backups`. */
export async function startBucket(t: TestContext): Promise<string> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void answer(objects, request).then(({ status, body = "" }) => {
      response.writeHead(status).end(request.method === "HEAD" ? undefined : body);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage): Promise<Reply> {
  const body = await buffer(request);
  const url = new URL(request.url ?? "/", "http://bucket");
  if (!isSigned(request, url)) return refusal(403, "SignatureDoesNotMatch", "The signature does not match.");
  const key = decodeURIComponent(url.pathname).replace(/^\/backups\/?/, "");
  if (request.method === "GET" && key === "") return list(objects, url.searchParams);
  if (request.method === "PUT") {
    objects.set(key, body);
    return { status: 200 };
  }
  if (request.method === "DELETE") {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  return found === undefined ? refusal(404, "NoSuchKey", "The key does not exist.") : { status: 200, body: found };
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

function refusal(status: number, code: string, message: string): Reply {
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
