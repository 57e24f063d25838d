/** The reference page at `/docs`, offline: everything on it comes from this service. */
import { type AssetName, loadAssets } from "./assets.ts";
import { errorsSection, escapeHtml } from "./errors.ts";
import type { HttpResponse } from "../http/message.ts";
import type { Route } from "../router.ts";

/** Own scripts and styles only. The library draws its icons from `data:` addresses. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

export interface DocsOptions {
  /** Origin in links, without a slash at its end. */
  readonly publicUrl: string;
}

let loaded: ReturnType<typeof loadAssets> | undefined;
const assets = () => (loaded ??= loadAssets());
const href = (name: AssetName) => assets()[name].path;

/** The page: the reference of either interface, drawn by script, and the explained errors, which need none. */
export function docsPage(options: DocsOptions): HttpResponse & { readonly body: string } {
  return {
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
    body: html(options),
  };
}

/** The page and its files as routes; a file is compressed as the client accepts it. */
export function docsRoutes(options: DocsOptions): Route[] {
  const page = docsPage(options);
  const files = Object.values(assets()).map(({ path, answer }): Route => ({
    method: "GET",
    path,
    target: (request) => answer(request.header("accept-encoding")),
  }));
  return [{ method: "GET", path: "/docs", target: async () => page }, ...files];
}

function html({ publicUrl }: DocsOptions): string {
  const origin = escapeHtml(publicUrl);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Dayshift: interface reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${href("libraryStyle")}">
<link rel="stylesheet" href="${href("style")}">
<script src="${href("libraryScript")}" defer></script>
<script src="${href("script")}" defer></script>
</head>
<body>
<header>
<a class="home" href="/">Dayshift</a>
<nav aria-label="Reference">
<a href="/docs" data-interface="public">Public interface</a>
<a href="/docs?interface=app" data-interface="app">App interface</a>
<a href="#errors">Errors</a>
<a href="/api/v1/openapi.json">openapi.json</a>
<a href="/app/v1/openapi.json">openapi.json (app)</a>
</nav>
</header>
<main>
<section id="reference" aria-label="Operations" data-public="/api/v1/openapi.json" data-app="/app/v1/openapi.json">
<noscript><p>The operations are drawn by a script. The documents at <a href="/api/v1/openapi.json">${origin}/api/v1/openapi.json</a> and
<a href="/app/v1/openapi.json">${origin}/app/v1/openapi.json</a> say the same, and the errors are below.</p></noscript>
</section>
${errorsSection()}
</main>
</body>
</html>
`;
}
