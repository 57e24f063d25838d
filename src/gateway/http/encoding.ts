/** In which encoding a client takes an answer. */

export type Encoding = "br" | "gzip" | "identity";

/** The best encoding that an `Accept-Encoding` names without forbidding it (`q=0`). */
export function chosenEncoding(acceptEncoding = ""): Encoding {
  const accepted = acceptEncoding
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";", 1)[0]?.trim());
  if (accepted.includes("br")) return "br";
  return accepted.includes("gzip") ? "gzip" : "identity";
}
