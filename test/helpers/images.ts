/** Small images of every kind that is taken, made from their formats' pages. */
import { crc32, deflateSync } from "node:zlib";
import type { OutputOf } from "../../src/schema/operations/index.ts";
import type { Request } from "./client.ts";
import type { TestService } from "./service.ts";

type Colour = readonly [number, number, number];

/** A PNG of one colour. */
export function png(width = 4, height = 3, colour: Colour = [200, 40, 40]): Buffer {
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  return pngOf(
    width,
    height,
    Array.from({ length: height }, () => row),
  );
}

/** A PNG with a colour for each pixel. */
export function drawing(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const columns = Array.from({ length: width }, (_, x) => x);
  const rows = Array.from({ length: height }, (_, y) => Buffer.from([0, ...columns.flatMap((x) => colourAt(x, y))]));
  return pngOf(width, height, rows);
}

/** Each row begins with the filter that it has (PNG §9), which is none. */
function pngOf(width: number, height: number, rows: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const sizes = [Buffer.alloc(4), Buffer.alloc(4)] as const;
  sizes[0].writeUInt32BE(data.length);
  sizes[1].writeUInt32BE(crc32(named));
  return Buffer.concat([sizes[0], named, sizes[1]]);
}

/** One pixel of GIF. */
export const gif = Buffer.from("R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** One pixel of lossy and of lossless WebP. */
export const webp = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64");
export const webpLossless = Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64");

/** The head of a JPEG: an APP0 segment, a table, and the frame with its size. */
export function jpeg(width = 5, height = 7): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const app0 = Buffer.from([0xff, 0xe0, 0, 4, 0x4a, 0x46]);
  const table = Buffer.from([0xff, 0xc4, 0, 3, 0]);
  return Buffer.concat([Buffer.of(0xff, 0xd8), app0, table, Buffer.of(0xff), frame, Buffer.of(0xff, 0xd9)]);
}

/** The upload of an image, as a request. */
export function uploading(raw: Buffer, contentType = "image/png", request: Request = {}): Request {
  return { ...request, raw, headers: { "content-type": contentType, ...request.headers } };
}

/** An image that was uploaded. */
export function uploaded(
  service: TestService,
  raw = png(),
  contentType = "image/png",
  request: Request = {},
): Promise<OutputOf<"createAttachment">> {
  return service.ok("createAttachment", uploading(raw, contentType, request));
}
