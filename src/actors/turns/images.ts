/** The images of a conversation that a model is shown: the newest of them, as many as fit. */
import type { ModelImage, ModelMessage } from "../runtime/ports.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

/** Images in one request, and bytes of them all: what providers take. */
const maxImages = 8;
const maxBytes = 15_000_000;
/** The part of a window that images may fill. */
const partOfWindow = 1 / 2;
/** Pixels that cost a token, and tokens of the largest image: providers make larger ones smaller. */
const pixelsOfToken = 750;
const maxTokens = 1600;
/** As windows are measured. */
const charactersOfToken = 3;

/** Bytes of images by their ids. */
export type LoadedImages = ReadonlyMap<string, Uint8Array>;

export const noImages: LoadedImages = new Map();

/** Characters of the window that an image takes. */
export function charactersOf({ width, height }: Pick<ModelImage, "width" | "height">): number {
  return charactersOfToken * Math.min(maxTokens, Math.ceil((width * height) / pixelsOfToken));
}

/** The images of the messages that fit into a window of so many characters, the newest leading. */
function fitting(messages: readonly ModelMessage[], window: number): ModelImage[] {
  const newest = messages.flatMap((message) => (message.role === "user" ? (message.images ?? []) : [])).reverse();
  let characters = window * partOfWindow;
  let bytes = maxBytes;
  const chosen: ModelImage[] = [];
  for (const image of newest) {
    characters -= charactersOf(image);
    bytes -= image.bytes;
    if (characters < 0 || bytes < 0 || chosen.length === maxImages) break;
    chosen.push(image);
  }
  return chosen;
}

/** Reads the images that fit from their files; one that was erased in the meantime is not among them. */
export async function loadImages(
  { blobs, workspaceId }: Pick<TurnParts, "blobs" | "workspaceId">,
  messages: readonly ModelMessage[],
  window: number,
): Promise<LoadedImages> {
  const loaded = new Map<string, Uint8Array>();
  for (const { id, bytes } of fitting(messages, window)) {
    const whole = new Uint8Array(bytes);
    let at = 0;
    for await (const piece of blobs.read(workspaceId, id, 0, bytes)) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    if (at === bytes) loaded.set(id, whole);
  }
  return loaded;
}

/** The messages with those of the loaded images that fit into a window of so many characters. */
export function withImages(messages: readonly ModelMessage[], loaded: LoadedImages, window: number): ModelMessage[] {
  if (loaded.size === 0) return [...messages];
  const shown = new Set(fitting(messages, window).map(({ id }) => id));
  return messages.map((message) =>
    message.role === "user" && message.images !== undefined
      ? { ...message, images: message.images.map((image) => shownOr(image, shown.has(image.id), loaded)) }
      : message,
  );
}

function shownOr(image: ModelImage, isShown: boolean, loaded: LoadedImages): ModelImage {
  return isShown ? { ...image, data: loaded.get(image.id) ?? null } : image;
}
