/** Which page and which audio file each record has, and who is called what. */
import { join } from "node:path";
import { audioEnding, hasFile, imageTypeOf } from "./audio.ts";
import type { AttachedImage } from "../../schema/chat.ts";
import { createNames } from "./names.ts";
import { imagePath } from "./pages/chat.ts";
import type { Plain } from "./pages/reading.ts";

/** A line of `files.jsonl`; paths inside the folder. */
export interface Entry {
  readonly kind: "todo_list" | "chat" | "capture";
  readonly id: string;
  readonly page: string;
  readonly audio: string | null;
}

export interface Index {
  /** The record as it is written, with its place noted when it has a page. */
  placed(kind: string, record: Plain): Plain;
  readonly entries: readonly Entry[];
  /** Images of messages and photos of agents, by their ids: paths inside the folder. */
  readonly images: ReadonlyMap<string, string>;
  /** Names of people and agents, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** `media`: the folder of the workspace's audio. */
export function createIndex(media: string, people: readonly { readonly id: string; readonly name: string }[]): Index {
  const entries: Entry[] = [];
  const images = new Map<string, string>();
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const inFolder = { todo_list: createNames(), chat: createNames(), capture: createNames() };

  const placedCapture = (record: Plain): Plain => {
    const id = String(record["id"]);
    const path = `captures/${inFolder.capture(dated(record))}`;
    const ending = record["type"] === "recording" ? audioEnding(join(media, id)) : null;
    const audio = ending === null ? null : `${path}.${ending}`;
    entries.push({ kind: "capture", id, page: `${path}.md`, audio });
    return { ...record, mediaUrl: audio === null ? null : audio.split("/").map(encodeURIComponent).join("/") };
  };

  const placedImages = (record: Plain): Plain => {
    const attachments = record["attachments"] as readonly AttachedImage[] | undefined;
    if (attachments === undefined) return record;
    // One whose chat was erased since the copy was made is not there any more.
    const there = attachments.filter(({ id }) => hasFile(join(media, id)));
    for (const image of there) images.set(image.id, imagePath(image));
    return { ...record, attachments: there.map((image) => ({ ...image, mediaUrl: imagePath(image) })) };
  };

  const placedPhoto = (record: Plain): Plain => {
    const id = textOr(record["profilePhotoUrl"], "").split("/").at(-1) ?? "";
    const contentType = id === "" ? null : imageTypeOf(join(media, id));
    if (contentType === null) return { ...record, profilePhotoUrl: null };
    const path = imagePath({ id, contentType });
    images.set(id, path);
    return { ...record, profilePhotoUrl: path };
  };

  return {
    entries,
    images,
    names,
    placed(kind, record) {
      const id = String(record["id"]);
      if (kind === "agent") names.set(id, textOr(record["name"], "Agent"));
      if (kind === "agent") return placedPhoto(record);
      if (kind === "message") return placedImages(record);
      if (kind === "capture") return placedCapture(record);
      if (kind === "todo_list") {
        const page = `todo-lists/${inFolder.todo_list(textOr(record["name"], "Untitled"))}.md`;
        entries.push({ kind, id, page, audio: null });
      }
      if (kind === "chat") entries.push({ kind, id, page: `chats/${inFolder.chat(dated(record))}.md`, audio: null });
      return record;
    },
  };
}

function dated({ createdAt, title }: Plain): string {
  return `${String(createdAt).slice(0, 10)} ${textOr(title, "Untitled")}`;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
