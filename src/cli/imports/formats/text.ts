/** Texts as the service takes them: decoded, without characters that it refuses, within its limits. */
import { codePoints } from "../../../schema/common.ts";
import { usage } from "../../ports/failure.ts";

/** The text of a file: UTF-8 with or without a byte order mark, or UTF-16 with one. Throws for anything else. */
export function decode(bytes: Uint8Array, name: string): string {
  const text = decoderFor(bytes)(bytes);
  if (text === null || text.includes("\0")) {
    throw usage(
      `${name} is no text in UTF-8.`,
      "Save it as UTF-8 (in a spreadsheet: “CSV UTF-8”), or export it again.",
    );
  }
  return text;
}

function decoderFor([first, second]: Uint8Array): (bytes: Uint8Array) => string | null {
  const encoding =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  return (bytes) => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  };
}

// oxlint-disable-next-line no-control-regex -- that is what it looks for
const control = /[\u0000-\u001f\u007f-\u009f]+/g;
// oxlint-disable-next-line no-control-regex -- that is what it looks for
const controlButBreaks = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** One line, trimmed. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replaceAll(control, " ").replaceAll(/ {2,}/g, " ").trim();
}

/** Longer text; line breaks are `\n`. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, "\n").replaceAll(controlButBreaks, "").trim();
}

/** The text in so many characters (code points), with `…` where it was cut. */
export function cut(text: string, limit: number): string {
  if (codePoints(text) <= limit) return text;
  const points = Array.from(text.slice(0, 2 * limit));
  return `${points
    .slice(0, limit - 1)
    .join("")
    .trimEnd()}…`;
}
