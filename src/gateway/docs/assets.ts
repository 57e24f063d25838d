/**
 * Files of the reference page: the library's, found through its package, and ours. Their addresses carry a hash of what is in
 * them, so that they never change and are kept for a year; each is compressed once, when it is first asked for.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpResponse } from "../http/message.ts";

type Encoding = "br" | "gzip" | "identity";

interface Asset {
  readonly path: string;
  readonly answer: (acceptEncoding: string | undefined) => Promise<HttpResponse>;
}

const library = createRequire(import.meta.url);

const files = {
  libraryScript: { file: () => library.resolve("swagger-ui-dist/swagger-ui-bundle.js"), type: "text/javascript" },
  libraryStyle: { file: () => library.resolve("swagger-ui-dist/swagger-ui.css"), type: "text/css" },
  script: { file: () => new URL("docs.js", import.meta.url), type: "text/javascript" },
  style: { file: () => new URL("docs.css", import.meta.url), type: "text/css" },
} as const;

export type AssetName = keyof typeof files;

/** Every file with its address. Reads each once for its hash; throws when the library is not installed. */
export function loadAssets(): Readonly<Record<AssetName, Asset>> {
  return {
    libraryScript: load("libraryScript"),
    libraryStyle: load("libraryStyle"),
    script: load("script"),
    style: load("style"),
  };
}

function load(name: AssetName): Asset {
  const { file, type } = files[name];
  const location = file();
  const hash = createHash("sha256").update(readFileSync(location)).digest("hex").slice(0, 16);
  const path = `/docs/assets/${hash}.${type === "text/css" ? "css" : "js"}`;
  const encoded = new Map<Encoding, Promise<Uint8Array>>();
  const bytes = (encoding: Encoding): Promise<Uint8Array> => {
    const known = encoded.get(encoding) ?? encode(encoding, readFileSync(location));
    encoded.set(encoding, known);
    return known;
  };
  return {
    path,
    answer: async (acceptEncoding) => {
      const encoding = chosen(acceptEncoding);
      return { status: 200, headers: headersOf(type, encoding), body: await bytes(encoding) };
    },
  };
}

function encode(encoding: Encoding, bytes: Buffer): Promise<Uint8Array> {
  if (encoding === "gzip") return promisify(gzip)(bytes, { level: 9 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return encoding === "br" ? promisify(brotliCompress)(bytes, { params }) : Promise.resolve(bytes);
}

/** The best encoding that the client names without forbidding it (`q=0`). */
function chosen(acceptEncoding = ""): Encoding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";", 1)[0]?.trim());
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}

function headersOf(type: string, encoding: Encoding): Record<string, string> {
  return {
    "content-type": `${type}; charset=utf-8`,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  };
}
