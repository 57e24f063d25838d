/** Reads an image that is the body of a request: whole, of a kind the operation takes, and what its Content-Type says. */
import type { Ids } from "../actors/runtime/ports.ts";
import { ApiError } from "../schema/errors.ts";
import { type ImageHead, readImageHead } from "../schema/image-head.ts";
import { limits } from "../schema/limits.ts";
import type { Operation } from "../schema/operation.ts";
import { digest } from "./crypto.ts";
import type { HttpRequest } from "./http/message.ts";

type Taken = NonNullable<Operation["bytes"]>;

export interface ImageBody {
  readonly file: Uint8Array;
  /** What the handler is given of it: the id under which it is stored, and what it is. */
  readonly facts: { readonly id: string; readonly bytes: number } & ImageHead;
}

/** Pixels of one side: what the strictest provider takes. */
const maxSide = 8000;

/** The image. Rejects with 400, 413 past the operation's limit, and 415 for bytes that are not what is said of them. */
export async function readImageBody({ types, limit }: Taken, request: HttpRequest, ids: Ids): Promise<ImageBody> {
  const said = (request.header("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!types.includes(said))
    throw wrongType(`Send the image itself, with one of these as Content-Type: ${types.join(", ")}.`);
  const encoding = request.header("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity")
    throw wrongType("Compressed bodies are not read. Send it without Content-Encoding.");
  const file = new Uint8Array(await request.body(limits[limit].each.max));
  if (file.byteLength === 0) throw new ApiError("validation_failed", "The body is empty: send the image itself.");
  const head = readImageHead(file);
  if (head?.contentType !== said) {
    const is = head === null ? "no image of a kind that is taken" : head.contentType;
    throw wrongType(`The body is ${is}, although its Content-Type says ${said}.`);
  }
  const { width, height } = head;
  if (Math.max(width, height) > maxSide) {
    throw new ApiError(
      "validation_failed",
      `The image has ${width} by ${height} pixels: at most ${maxSide} a side are taken. Send it smaller.`,
    );
  }
  return { file, facts: { id: ids.uuid(), bytes: file.byteLength, ...head } };
}

/** What makes two images the same for a retry: not the id that each of them got. */
export function sameImage({ file, facts: { contentType } }: ImageBody): object {
  return { contentType, sha256: digest(file) };
}

function wrongType(message: string): ApiError {
  return new ApiError("unsupported_media_type", message);
}
