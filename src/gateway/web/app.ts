/** Serves the app: its page at `/` and at every place of it, and its files under names that never mean anything else. */
import { asset } from "../../actors/files/assets.ts";
import { places } from "../../schema/places.ts";
import { chosenEncoding } from "../http/compressed.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import type { Route } from "../router.ts";
import { healthRoute, readyRoute } from "./health.ts";
import { type BuiltApp, builtApp, type BuiltFile } from "./built.ts";

const html = "text/html; charset=utf-8";

export interface WebParts {
  readonly publicUrl: string;
  /** Whether somebody owns the service or can sign in: until then its pages say how it is owned. */
  readonly hasSomebody: () => Promise<boolean>;
  /** Rejects while the service cannot work. */
  readonly checkHealth: () => Promise<unknown>;
  /** Whether this node takes requests. */
  readonly isReady: () => boolean;
}

/** The page, its icon where browsers look by themselves, the health of the service, and the style of the pages without script. */
export function webRoutes(parts: WebParts): Route[] {
  const style = asset("gateway/web/pages.css").toString();
  return [
    { method: "GET", path: "/", target: (request) => page(request, parts) },
    { method: "GET", path: "/favicon.ico", target: favicon },
    { method: "GET", path: "/worker.js", target: worker },
    healthRoute(parts.checkHealth),
    readyRoute(parts.isReady),
    { method: "GET", path: "/web/pages.css", target: async () => plain(style, "text/css; charset=utf-8") },
  ];
}

/**
 * What answers a path that no route has: the page, for a place of the app that a browser asks for, or a file of it. Undefined for
 * everything else. (No routes: the router takes the first three segments as literal.)
 */
export async function webFallback(parts: WebParts, request: HttpRequest): Promise<HttpResponse | undefined> {
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  const [, first = "", name = "", ...rest] = request.path.split("/");
  if (first === "web" && rest.length === 0) return file(request, name);
  const isPlace = (places as readonly string[]).includes(first);
  return isPlace && (request.header("accept") ?? "").includes("text/html") ? page(request, parts) : undefined;
}

async function page(request: HttpRequest, { publicUrl, hasSomebody }: WebParts): Promise<HttpResponse> {
  if (request.path !== "/setup" && !(await hasSomebody())) return withoutScript("first-start.html", 200);
  const app = await builtApp();
  if (app === null) return withoutScript("unbuilt.html", 503);
  const headers = { ...security(publicUrl), "cache-control": "no-cache", etag: app.etag, vary: "Accept-Encoding" };
  if (request.header("if-none-match") === app.etag) return { status: 304, headers, body: "" };
  const { body, encoding } = encoded(request, app.index);
  return { status: 200, headers: { ...headers, ...encoding, "content-type": html }, body };
}

async function file(request: HttpRequest, name: string): Promise<HttpResponse | undefined> {
  // The page names its files, so a client that asks for one has asked for the page: nothing is built for the rest.
  const app: BuiltApp | null = /^[\w-]+\.[0-9A-Z]{8}\.\w+$/.test(name) ? await builtApp() : null;
  const found = app?.files.get(name);
  if (found === undefined) return undefined;
  const { body, encoding } = encoded(request, found);
  const headers = {
    "content-type": found.type,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
    ...encoding,
  };
  return { status: 200, headers, body };
}

function encoded(request: HttpRequest, found: BuiltFile): { body: Uint8Array; encoding: Record<string, string> } {
  const chosen = chosenEncoding(request.header("accept-encoding"));
  return { body: found[chosen], encoding: chosen === "identity" ? {} : { "content-encoding": chosen } };
}

/** Nothing from elsewhere, no markup made from text, the microphone for this page alone. */
function security(publicUrl: string): Record<string, string> {
  const { protocol, host } = new URL(publicUrl);
  const feed = `${protocol === "https:" ? "wss:" : "ws:"}//${host}`;
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:", // blob: images of this page that wait to be sent
    "font-src 'self'",
    "media-src 'self'",
    `connect-src 'self' ${feed}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types dayshift", // for the address of the service worker alone (web/base/offline.ts)
  ];
  return {
    "content-security-policy": policy.join("; "),
    "permissions-policy": "microphone=(self)",
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

function plain(body: string, type: string): HttpResponse {
  const headers = { "content-type": type, "cache-control": "no-cache", "x-content-type-options": "nosniff" };
  return { status: 200, headers, body };
}

/** The drawing of the app, which its page names too. */
async function favicon(request: HttpRequest): Promise<HttpResponse> {
  const app = await builtApp();
  const icon = app === null ? undefined : Array.from(app.files.values()).find(({ type }) => type === "image/svg+xml");
  if (icon === undefined) return { status: 204, headers: { "cache-control": "no-cache" }, body: "" };
  const { body, encoding } = encoded(request, icon);
  const headers = { "content-type": icon.type, "cache-control": "public, max-age=86400", vary: "Accept-Encoding" };
  return { status: 200, headers: { ...headers, ...encoding, "x-content-type-options": "nosniff" }, body };
}

/** The service worker; browsers look for a newer one here each time. */
async function worker(request: HttpRequest): Promise<HttpResponse> {
  const script = (await builtApp())?.files.get("worker.js");
  if (script === undefined) return { status: 404, headers: { "cache-control": "no-cache" }, body: "" };
  const { body, encoding } = encoded(request, script);
  const headers = {
    "content-type": script.type,
    "content-security-policy": "default-src 'none'; connect-src 'self'",
    "cache-control": "no-cache",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
    ...encoding,
  };
  return { status: 200, headers, body };
}

/** A page that says what to do, where the app cannot yet. */
function withoutScript(name: "first-start.html" | "unbuilt.html", status: number): HttpResponse {
  const policy = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
  const response = plain(asset(`gateway/web/${name}`).toString(), html);
  return { ...response, status, headers: { ...response.headers, "content-security-policy": policy } };
}
