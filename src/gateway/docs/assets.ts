/**
 * Files of the reference page: the library's, found through its package, and ours. Their addresses carry a hash of what is in
 * them, so that they never change and are kept for a year; each is compressed once, when it is first asked for.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { asset } from "../../actors/files/assets.ts";
import { chosenEncoding, type Encoding } from "../http/compressed.ts";
import type { HttpResponse } from "../http/message.ts";

interface Asset {
  readonly path: string;
  readonly answer: (acceptEncoding: string | undefined) => Promise<HttpResponse>;
}

const files = {
  libraryScript: { file: "package:swagger-ui-dist/swagger-ui-bundle.js", type: "text/javascript" },
  libraryStyle: { file: "package:swagger-ui-dist/swagger-ui.css", type: "text/css" },
  script: { file: "gateway/docs/docs.js", type: "text/javascript" },
  style: { file: "gateway/docs/docs.css", type: "text/css" },
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
  const hash = createHash("sha256").update(asset(file)).digest("hex").slice(0, 16);
  const path = `/docs/assets/${hash}.${type === "text/css" ? "css" : "js"}`;
  const encoded = new Map<Encoding, Promise<Uint8Array>>();
  const bytes = (encoding: Encoding): Promise<Uint8Array> => {
    const known = encoded.get(encoding) ?? encode(encoding, asset(file));
    encoded.set(encoding, known);
    return known;
  };
  return {
    path,
    answer: async (acceptEncoding) => {
      const encoding = chosenEncoding(acceptEncoding);
      return { status: 200, headers: headersOf(type, encoding), body: await bytes(encoding) };
    },
  };
}

function encode(encoding: Encoding, bytes: Buffer): Promise<Uint8Array> {
  if (encoding === "gzip") return promisify(gzip)(bytes, { level: 9 });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return encoding === "br" ? promisify(brotliCompress)(bytes, { params }) : Promise.resolve(bytes);
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
