/** A file that a person names, as the body of an operation that takes one. */
import { readImageHead } from "../../schema/image-head.ts";
import { limits } from "../../schema/limits.ts";
import type { Operation } from "../../schema/operation.ts";
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";

/** Its bytes with their type. Throws when it cannot be read, is none of the kinds that the operation takes, or is too large. */
export function imageFile(
  { files }: Pick<Io, "files">,
  { types, limit }: NonNullable<Operation["bytes"]>,
  path: string,
): { readonly bytes: Uint8Array; readonly contentType: string } {
  const { max } = limits[limit].each;
  const bytes = read(files, path, max + 1);
  const type = readImageHead(bytes)?.contentType;
  if (type === undefined || !types.includes(type))
    throw usage(`${path}: expected an image, one of ${types.join(", ")}.`);
  if (bytes.byteLength > max) throw usage(`${path}: at most ${max} bytes are taken. Make the image smaller.`);
  return { bytes, contentType: type };
}

function read(files: Io["files"], path: string, max: number): Uint8Array {
  try {
    return files.bytes(path, max);
  } catch (error) {
    throw usage(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown reason"}).`);
  }
}
