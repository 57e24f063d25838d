/**
 * What kind of image a file is and how large, read from its head. Sources: PNG (W3C) §11.2.1, GIF89a §18, JPEG (ITU T.81) §B.2.2,
 * WebP (RFC 9649) §2.
 */
import { textAt } from "./pcm.ts";

/** What providers of language models and browsers take. */
export const imageTypes = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;

/** What a photo of an agent may be: nothing that moves. */
export const photoTypes = ["image/png", "image/jpeg", "image/webp"] as const satisfies readonly ImageType[];

export type ImageType = (typeof imageTypes)[number];

export interface ImageHead {
  readonly contentType: ImageType;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Null when the bytes begin no image of a kind we take, or end before its size. */
export function readImageHead(bytes: Uint8Array): ImageHead | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const head = png(view, bytes) ?? gif(view, bytes) ?? webp(view, bytes) ?? jpeg(view);
    return head === null || head.width === 0 || head.height === 0 ? null : head;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function png(view: DataView, bytes: Uint8Array): ImageHead | null {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || textAt(bytes, 12) !== "IHDR") return null;
  return { contentType: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

function gif(view: DataView, bytes: Uint8Array): ImageHead | null {
  if (!/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return null;
  return { contentType: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webp(view: DataView, bytes: Uint8Array): ImageHead | null {
  if (textAt(bytes, 0) !== "RIFF" || textAt(bytes, 8) !== "WEBP") return null;
  const contentType = "image/webp";
  switch (textAt(bytes, 12)) {
    case "VP8X":
      return {
        contentType,
        width: 1 + (view.getUint32(24, true) & 0xffffff),
        height: 1 + view.getUint16(27, true) + (view.getUint8(29) << 16),
      };
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return { contentType, width: 1 + (packed & 0x3fff), height: 1 + ((packed >> 14) & 0x3fff) };
    }
    case "VP8 ":
      if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return null;
      return {
        contentType,
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    default:
      return null;
  }
}

/** Markers between C0 and CF that begin no frame: tables, an extension, arithmetic coding. */
const noFrame: readonly number[] = [0xc4, 0xc8, 0xcc];

function jpeg(view: DataView): ImageHead | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1; // fill bytes may stand before a marker
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && !noFrame.includes(marker)) {
      return { contentType: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    if (marker === 0xd9 || marker === 0xda) return null; // the image ends, or begins without a frame
    at += 2 + view.getUint16(at + 2);
  }
}
