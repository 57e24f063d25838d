/** A page of the public web as text. */
import type { ServerResult } from "./mcp-client.ts";
import type { Reach } from "./request.ts";

/** Characters of a page that are shown. */
const maxLength = 15_000;

/** Reads the page; a redirect is named, not followed. Rejects with OutsideFailure. */
export async function readPage(reach: Reach, url: string): Promise<ServerResult> {
  const { status, text, header } = await reach({
    url,
    method: "GET",
    headers: { accept: "text/html, text/*, application/json" },
  });
  const location = header("location");
  if (status >= 300 && status <= 399 && location !== null)
    return { isError: true, text: `The page has moved: ${new URL(location, url).href.slice(0, 2000)}` };
  if (status !== 200) return { isError: true, text: `The page was answered with status ${status}.` };
  const type = (header("content-type") ?? "").toLowerCase();
  if (!/^(?:text\/|application\/(?:[\w.+-]*json|xhtml\+xml|xml))/.test(type))
    return {
      isError: true,
      text: `The address holds no text, but ${type.slice(0, 100) || "something without a type"}.`,
    };
  const shown = /html/.test(type) ? plainText(text) : text;
  return { isError: false, text: shown.slice(0, maxLength).toWellFormed() };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The words of a page in HTML, a line for each block, with the addresses of its links. */
function plainText(html: string): string {
  return html
    .replaceAll(/<!--[\s\S]*?-->|<(script|style|noscript|template|svg)\b[\s\S]*?<\/\1\s*>/gi, " ")
    .replaceAll(/<a\b[^>]*?\bhref\s*=\s*["'](https?:[^"']{1,500})["'][^>]*>/gi, " [$1] ")
    .replaceAll(/<(?:br|\/?(?:p|div|h[1-6]|li|tr|section|article|header|footer|ul|ol|table|title))\b[^>]*>/gi, "\n")
    .replaceAll(/<[^>]{0,5000}>/g, " ")
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}
