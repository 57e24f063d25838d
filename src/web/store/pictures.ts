/** Images that are to go with a message: each goes to the service as soon as it is chosen, and may be taken away until it is sent. */
import type { Client } from "../../client/types.ts";
import type { AttachedImage, Message } from "../../schema/chat.ts";
import { imageTypes } from "../../schema/image-head.ts";
import { imageBytes } from "../../schema/image-bytes.ts";
import { fitting } from "../base/fitting.ts";
import { State } from "../base/signal.ts";
import { words } from "../words/index.ts";
import { describe } from "./describe.ts";
import { isPassing } from "./retry.ts";

export interface Picture {
  readonly key: number;
  readonly name: string;
  /** An address inside this page. */
  readonly url: string;
  /** As the service knows it; null until it has it. */
  readonly attachmentId: string | null;
  /** Why the service does not take it. */
  readonly problem: string | null;
  /** Sends it again, where that may go better; null where it may not. */
  readonly again: (() => void) | null;
}

/** The images of one message that is not sent yet. */
export interface Pictures {
  readonly all: State<readonly Picture[]>;
  /** Sends the images among the files; refuses other files, and those past what a message takes. */
  add(files: Iterable<File>): void;
  remove(key: number): void;
  /** Resolves with what the service calls them when it has all that it takes. */
  ids(): Promise<readonly string[]>;
  /** Takes away those that were sent, and those that the service will not take. */
  sent(ids: readonly string[]): void;
  clear(): void;
}

/** What one message takes. */
const maxPictures = 4;
/** Pixels of the longer side of what is made smaller: more than models look at. */
const smallerSide = 2048;

/** Where the images of drafts are, and who takes them. */
interface PicturesHeld {
  readonly pictures: Map<string, Pictures>;
  readonly client: Pick<Client, "createAttachment">;
}

/** The images of what is written under that name; they stay as long as the draft. */
export function picturesOf(draft: string, { pictures, client }: PicturesHeld): Pictures {
  const known = pictures.get(draft);
  if (known !== undefined) return known;
  const made = createPictures(client);
  pictures.set(draft, made);
  return made;
}

function createPictures(client: Pick<Client, "createAttachment">): Pictures {
  const all = new State<readonly Picture[]>([]);
  const sending = new Map<number, Promise<void>>();
  let count = 0;

  const change = (key: number, to: Partial<Picture>): void =>
    all.set(all.value.map((picture) => (picture.key === key ? { ...picture, ...to } : picture)));

  const send = async (key: number, file: File): Promise<void> => {
    try {
      const bytes = await fitting(file, imageBytes.attachment, smallerSide);
      const { id } = await client.createAttachment({ bytes, contentType: bytes.type });
      change(key, { attachmentId: id });
    } catch (error) {
      change(key, { problem: describe(error), again: isPassing(error) ? () => begin(key, file) : null });
    } finally {
      sending.delete(key);
    }
  };

  const refusalOf = (key: number, { type }: File): string | null => {
    if (!(imageTypes as readonly string[]).includes(type)) return words.chat.noImage;
    return all.value.filter((other) => other.key !== key && other.problem === null).length < maxPictures
      ? null
      : words.chat.tooManyImages(maxPictures);
  };

  const begin = (key: number, file: File): void => {
    const problem = refusalOf(key, file);
    change(key, problem === null ? { problem, again: null } : { problem });
    if (problem === null) sending.set(key, send(key, file));
  };

  const leave = (isLeft: (picture: Picture) => boolean): void => {
    for (const picture of all.value) if (!isLeft(picture)) URL.revokeObjectURL(picture.url);
    all.set(all.value.filter(isLeft));
  };

  return {
    all,
    add(files) {
      for (const file of files) {
        const key = (count += 1);
        const url = URL.createObjectURL(file);
        all.set([...all.value, { key, name: file.name, url, attachmentId: null, problem: null, again: null }]);
        begin(key, file);
      }
    },
    remove: (key) => leave((picture) => picture.key !== key),
    async ids() {
      await Promise.all(sending.values());
      return all.value.flatMap(({ attachmentId }) => (attachmentId === null ? [] : [attachmentId]));
    },
    sent: (ids) =>
      leave(
        ({ attachmentId, problem, again }) =>
          (problem === null || again !== null) && (attachmentId === null || !ids.includes(attachmentId)),
      ),
    clear: () => leave(() => false),
  };
}

/** From the address of this page, whichever of the service's it is. */
export function pathOf({ mediaUrl }: Pick<AttachedImage, "mediaUrl">): string {
  return new URL(mediaUrl).pathname;
}

/** Uploads the images of a message for another one, as each is for one alone. Resolves with what the service calls the new ones. */
export async function uploadAgain(
  client: Pick<Client, "createAttachment" | "listMessages">,
  { chatId, sequence, attachments = [] }: Message,
): Promise<readonly string[]> {
  if (attachments.length === 0) return [];
  // Links open an image for an hour: these are new.
  const { data } = await client.listMessages({ chatId, afterSequence: sequence - 1, limit: 1 });
  return Promise.all((data[0]?.attachments ?? []).map((image) => uploadOne(client, image)));
}

async function uploadOne(client: Pick<Client, "createAttachment">, image: AttachedImage): Promise<string> {
  const response = await fetch(pathOf(image));
  if (!response.ok) throw new Error(`The image was answered with ${response.status}.`);
  const { id } = await client.createAttachment({ bytes: await response.blob(), contentType: image.contentType });
  return id;
}
