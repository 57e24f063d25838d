/** Which bytes of a resource a request asks for. Source: RFC 9110 §14. */

/** From `start` up to `end`, which is not included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The one range that a `Range` header asks for; null when the whole is to be sent (no header, another unit, several ranges, or one
 * that is not well-formed); `unsatisfiable` when it begins behind the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (first === "" && last === "") return null;
  if (first === "")
    return Number(last) === 0 ? "unsatisfiable" : { start: Math.max(0, size - Number(last)), end: size };
  if (last !== "" && Number(last) < Number(first)) return null;
  const end = last === "" ? size : Math.min(size, Number(last) + 1);
  return Number(first) >= size ? "unsatisfiable" : { start: Number(first), end };
}
