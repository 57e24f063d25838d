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

/** A longer tag is taken for text, in which a "<" stands for itself. */
const longestTag = 5002;

/** The words of a page in HTML, a line for each block, with the addresses of its links. In linear time: anybody may have written it. */
function plainText(html: string): string {
  const linked = replaceTags(
    withoutHidden(html),
    /<a\b(?:[^>]*?\bhref\s*=\s*["'](https?:[^"']{1,500})["'])?[^>]*>/gi,
    (tag, address?: string) => (address === undefined ? tag : ` [${address}] `),
  );
  const block = /<(?:br|\/?(?:p|div|h[1-6]|li|tr|section|article|header|footer|ul|ol|table|title))\b[^>]*>/gi;
  return replaceTags(
    replaceTags(linked, block, () => "\n"),
    /<[^>]*>/g,
    withoutTag,
  )
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => characterOf(name) ?? whole)
    .split("\n")
    .map((line) => line.replaceAll(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

/** Looks no further than the last ">": behind it no tag ends, and each "<" would look for its end as far as the page goes. */
function replaceTags(html: string, tags: RegExp, by: (tag: string, group?: string) => string): string {
  const end = html.lastIndexOf(">") + 1;
  return html.slice(0, end).replaceAll(tags, by) + html.slice(end);
}

function withoutTag(tag: string): string {
  const begin = tag.indexOf("<", tag.length - longestTag);
  return begin === -1 ? tag : `${tag.slice(0, begin)} `;
}

const hiding = /<!--|<(script|style|noscript|template|svg)\b/gi;

/** Without comments, scripts and the like. What does not end hides nothing, and its end is looked for once. */
function withoutHidden(html: string): string {
  const shown: string[] = [];
  const endless = new Set<string>();
  let at = 0;
  for (const { 0: begin, 1: name, index } of html.matchAll(hiding)) {
    if (index < at || endless.has(begin.toLowerCase())) continue;
    const end = name === undefined ? /-->/g : new RegExp(String.raw`</${name}\s*>`, "gi");
    end.lastIndex = index + begin.length;
    if (end.test(html)) {
      shown.push(html.slice(at, index));
      at = end.lastIndex;
    } else endless.add(begin.toLowerCase());
  }
  return [...shown, html.slice(at)].join(" ");
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith("#")) return entities[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}
