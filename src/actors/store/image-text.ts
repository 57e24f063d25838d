/** How images of the journal are stored: long ones compressed; and how its entries are hashed. */
import { hash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Images above so many characters are compressed. */
const packedAbove = 4096;
/** Begins a compressed one; JSON never does. */
const mark = "~";

/** The image as it is stored. */
export function pack(image: string): string {
  return image.length > packedAbove ? mark + deflateRawSync(image, { level: 1 }).toString("base64") : image;
}

/** The image of what is stored. */
export function unpack(stored: string): string {
  return stored.startsWith(mark) ? inflateRawSync(Buffer.from(stored.slice(1), "base64")).toString() : stored;
}

/** SHA-256 of the text, in base64url. */
export function sha256(text: string): string {
  return hash("sha256", text, "base64url");
}
