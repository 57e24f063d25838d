/** The first page for people, with its style and script; nothing on it comes from elsewhere. */
import { asset } from "../../actors/files/assets.ts";
import type { HttpResponse } from "../http/message.ts";
import type { Route } from "../router.ts";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

const files = [
  { path: "/", file: "home.html", type: "text/html; charset=utf-8" },
  { path: "/setup", file: "home.html", type: "text/html; charset=utf-8" },
  { path: "/web/home.css", file: "home.css", type: "text/css; charset=utf-8" },
  { path: "/web/home.js", file: "home.js", type: "text/javascript; charset=utf-8" },
] as const;

/** The pages, read once. */
export function homePages(): Route[] {
  return files.map(({ path, file, type }) => {
    const response: HttpResponse = {
      status: 200,
      headers: {
        "content-type": type,
        "content-security-policy": policy,
        "cache-control": "no-cache",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
      },
      body: asset(`gateway/web/${file}`).toString(),
    };
    return { method: "GET", path, target: async () => response };
  });
}
