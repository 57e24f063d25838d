/** The rows of images that people send with messages, and of photos of agents; the files themselves lie where recordings do, under the same ids. */
import type { AttachedImage } from "../../schema/chat.ts";
import type { Caller } from "../../schema/caller.ts";
import { conflict, notFound } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { enqueue, withdraw } from "../work/queue.ts";

type Moment = Pick<Context, "sql" | "now">;

/** What is known of an image. */
export interface ImageRow {
  readonly id: string;
  readonly userId: string;
  readonly contentType: AttachedImage["contentType"];
  readonly bytes: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** The chat whose message took it; null until one does. */
  readonly chatId: string | null;
  /** The agent whose photo it is; null for no photo. */
  readonly agentId: string | null;
  readonly createdAt: number;
}

export type NewImage = Pick<ImageRow, "id" | "contentType" | "bytes" | "width" | "height">;

/** Milliseconds after which an image that no message took, and no agent, is erased. */
export const unsentMs = 24 * 60 * 60 * 1000;

const unsent = "chat_id IS NULL AND agent_id IS NULL";

const columns = "id, user_id, content_type, bytes, width, height, chat_id, agent_id, created_at";

/** The image with that id; undefined when there is none. */
export function findImage(sql: Sql, id: string): ImageRow | undefined {
  const row = sql.get(`SELECT ${columns} FROM images WHERE id = ?`, id);
  return row && toImageRow(row);
}

/**
 * Notes an image whose file is about to be written, to be erased in a day unless a message or an agent takes it: whatever happens to the write,
 * the file does not stay. Throws 409 when too many of that person wait.
 */
export function expectImage({ sql, now }: Moment, userId: string, image: NewImage): void {
  const { max } = limits.unsentAttachments.person;
  const [waiting] = sql.get(`SELECT count(*) FROM images WHERE user_id = ? AND ${unsent}`, userId) as [number];
  if (waiting >= max) {
    throw conflict(`You have uploaded ${max} images that no message has taken: send them, or upload others tomorrow.`);
  }
  sql.run(
    "INSERT INTO images (id, user_id, content_type, bytes, width, height, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    image.id,
    userId,
    image.contentType,
    image.bytes,
    image.width,
    image.height,
    now,
  );
  enqueue({ sql, now }, "erase_media", image.id, now + unsentMs);
}

/**
 * The chat takes these images, for the message that comes next, in their order. Throws 404 for one that is not there or that somebody
 * else uploaded, 409 for one that a message has taken; each names its place.
 */
export function takeImages(
  { sql, now, caller }: Moment & { readonly caller: Pick<Caller, "userId"> },
  chatId: string,
  ids: readonly string[],
): AttachedImage[] {
  return ids.map((id, index) => {
    const param = `attachmentIds[${index}]`;
    const image = findImage(sql, id);
    if (
      image === undefined ||
      image.agentId !== null ||
      image.userId !== caller.userId ||
      now >= image.createdAt + unsentMs
    )
      throw notFound("attachment", id, param);
    if (image.chatId !== null)
      throw conflict("A message has taken this image: upload it again for another one.", param);
    sql.run("UPDATE images SET chat_id = ? WHERE id = ?", chatId, id);
    withdraw(sql, "erase_media", id);
    return toAttached(image);
  });
}

/** Forgets the images of a chat that is erased, and has their files erased. */
export function eraseImagesOf({ sql, now }: Moment, chatId: string): void {
  for (const [id] of sql.all("DELETE FROM images WHERE chat_id = ? RETURNING id", chatId)) {
    enqueue({ sql, now }, "erase_media", id as string);
  }
}

/** The image becomes the photo of the agent; null takes that away. The photo before is forgotten, and its file erased. */
export function setPhotoOf({ sql, now }: Moment, agentId: string, imageId: string | null): void {
  for (const [id] of sql.all("DELETE FROM images WHERE agent_id = ? RETURNING id", agentId)) {
    enqueue({ sql, now }, "erase_media", id as string);
  }
  if (imageId === null) return;
  sql.run("UPDATE images SET agent_id = ? WHERE id = ?", agentId, imageId);
  withdraw(sql, "erase_media", imageId);
}

/** Forgets an image that nothing has taken; false for one that is in use, whose file stays. */
export function forgetUnsent(sql: Sql, id: string): boolean {
  sql.run(`DELETE FROM images WHERE id = ? AND ${unsent}`, id);
  return findImage(sql, id) === undefined;
}

/** The image as messages show it; its address is without the signature that opens it. */
export function toAttached({ id, contentType, bytes, width, height }: NewImage): AttachedImage {
  return { id, contentType, bytes, width, height, mediaUrl: imageUrl(id) };
}

/** Where the image is, without the signature that opens it. */
export function imageUrl(id: string): string {
  return `/app/v1/images/${id}`;
}

function toImageRow(row: SqlRow): ImageRow {
  return {
    id: row[0] as string,
    userId: row[1] as string,
    contentType: row[2] as ImageRow["contentType"],
    bytes: row[3] as number,
    width: row[4] as number,
    height: row[5] as number,
    chatId: row[6] as string | null,
    agentId: row[7] as string | null,
    createdAt: row[8] as number,
  };
}
