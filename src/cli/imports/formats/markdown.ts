/** HTML, as products with rich text keep it, as Markdown. */
import Turndown from "turndown";
import { cleanText } from "./text.ts";

interface Box {
  getAttribute(name: string): string | null;
}

const service = new Turndown({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
// Lists of boxes, as the editors of the TipTap family write them.
service.addRule("box", {
  filter: (node) => node.nodeName === "LI" && node.getAttribute("data-checked") !== null,
  replacement: (content, node) => {
    const isDone = (node as unknown as Box).getAttribute("data-checked") === "true";
    return `- [${isDone ? "x" : " "}] ${content.trim().replaceAll("\n", "\n  ")}\n`;
  },
});
// A box that can be ticked stands next to the text already.
service.remove(["script", "style", "title"]);

/** The same in Markdown; a text without tags, and one that is too tangled, as it is. */
export function markdownOf(html: string): string {
  if (!/<\/?[a-z][^<>]*>/i.test(html)) return cleanText(html);
  try {
    return cleanText(service.turndown(html));
  } catch {
    return cleanText(html);
  }
}
