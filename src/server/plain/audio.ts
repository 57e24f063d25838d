/** The sound of captures, the images of chats and the photos of agents, copied as they are. */
import { constants, copyFileSync, readSync, statSync } from "node:fs";
import { sniff } from "../../actors/sound/sniff.ts";
import { type ImageType, readImageHead } from "../../schema/image-head.ts";
import { withDescriptor } from "../../actors/files/handles.ts";
import { isMissing } from "../../actors/store/files.ts";

/** Usual endings of the media types that are taken in. */
const endings: Readonly<Record<string, string>> = {
  "audio/wav": "wav",
  "audio/flac": "flac",
  "audio/ogg": "ogg",
  "audio/webm": "webm",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
};

/** The ending for a file of sound; `raw` while it is no file that plays: still being recorded. Null when there is none. */
export function audioEnding(file: string): string | null {
  const head = new Uint8Array(64);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return null;
  const read = withDescriptor(file, "r", (descriptor) => readSync(descriptor, head, 0, head.length, 0));
  return endings[sniff(head.subarray(0, read)) ?? ""] ?? "raw";
}

/** What kind of image it is; null when there is none. */
export function imageTypeOf(file: string): ImageType | null {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return null;
  const bytes = new Uint8Array(size);
  withDescriptor(file, "r", (descriptor) => readSync(descriptor, bytes, 0, size, 0));
  return readImageHead(bytes)?.contentType ?? null;
}

/** Whether such a file is there. */
export function hasFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

/** Copies a file to a new one; answers its bytes, or null when it has been erased. */
export function copyMedia(file: string, to: string): number | null {
  try {
    copyFileSync(file, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  return statSync(to).size;
}
