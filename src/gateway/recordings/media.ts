/** Serves the sound of captures, the images of chats and the photos of agents to those who have a link to it, whole or in ranges. */
import type { Blobs } from "../../actors/files/blobs.ts";
import { toUnreadSound } from "../../actors/store/failures.ts";
import { ApiError } from "../../schema/errors.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import type { Route } from "../router.ts";
import type { Workspaces } from "../exchange.ts";
import { type AdmissionParts, entitlementOf } from "./admission.ts";
import { readRange } from "./ranges.ts";
import type { Ticket } from "./tickets.ts";

export interface MediaParts extends Pick<AdmissionParts, "tickets" | "clock" | "isMember" | "entitlements"> {
  readonly workspaces: Pick<Workspaces, "audio">;
  readonly blobs: Pick<Blobs, "read">;
}

const extensions: Readonly<Record<string, string>> = {
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "audio/webm": "webm",
  "audio/mp4": "m4a",
  "audio/mpeg": "mp3",
  "audio/flac": "flac",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
};

/** Where links lead, by what they open. */
export const mediaPaths = { media: "/app/v1/media/{ticket}", image: "/app/v1/images/{ticket}" } as const;

type Kind = keyof typeof mediaPaths;

/** The routes of the links. */
export function mediaRoutes(parts: MediaParts): Route[] {
  return (["media", "image"] as const).map((kind) => ({
    method: "GET",
    path: mediaPaths[kind],
    target: (request, { ticket = "" }) => serveMedia(parts, kind, request, ticket),
  }));
}

const words = {
  media: { what: "recording", read: "capture" },
  image: { what: "image", read: "chat or the agent" },
} as const;

async function serveMedia(parts: MediaParts, kind: Kind, request: HttpRequest, text: string): Promise<HttpResponse> {
  const { what, read } = words[kind];
  const ticket = parts.tickets.read(kind, text);
  if (ticket === null) throw missing(`This is no link to a ${what}.`);
  if (ticket.expiresAt <= parts.clock.now()) throw missing(`The link has expired: read the ${read} for a new one.`);
  const { workspaceId, subjectId: id, holder } = ticket;
  if (holder !== null && !(await parts.isMember(holder.userId, workspaceId))) {
    throw missing("Who got this link is no member of the workspace any more.");
  }
  const media =
    kind === "media"
      ? await parts.workspaces.audio(workspaceId, "media", { captureId: id })
      : await parts.workspaces.audio(workspaceId, "image", { imageId: id });
  if (media === null) throw missing(`The ${what} is not there any more.`);
  const { bytes: size, type } = media;
  const etag = `"${id}-${size}"`;
  const headers = {
    ...usualHeaders,
    ETag: etag,
    "Content-Type": type,
    "Content-Disposition": `inline; filename="${what}-${id.slice(-12)}.${extensions[type] ?? "bin"}"`,
  };
  if (request.header("if-none-match") === etag) return { status: 304, headers, body: "" };
  const range = isForThis(request, etag) ? readRange(request.header("range"), size) : null;
  if (range === "unsatisfiable") {
    return { status: 416, headers: { ...usualHeaders, "Content-Range": `bytes */${size}` }, body: "" };
  }
  const { start, end } = range ?? { start: 0, end: size };
  await requireReadable(parts.blobs.read(workspaceId, id, start, Math.min(start + 1, end)));
  const partial = range === null ? {} : { "Content-Range": `bytes ${start}-${end - 1}/${size}` };
  return {
    status: range === null ? 200 : 206,
    headers: { ...headers, ...partial, "Content-Length": String(end - start) },
    body: request.method === "HEAD" ? "" : ReadableStream.from(bytesFor(parts, ticket, start, end)),
  };
}

/** The bytes of a range, as long as the holder of the link may have them. */
async function* bytesFor(parts: MediaParts, ticket: Ticket, start: number, end: number): AsyncGenerator<Uint8Array> {
  const entitlement = entitlementOf(parts, ticket);
  try {
    for await (const bytes of parts.blobs.read(ticket.workspaceId, ticket.subjectId, start, end)) {
      entitlement.signal.throwIfAborted();
      yield bytes;
    }
  } finally {
    entitlement.end();
  }
}

/** Reads a byte before the answer begins, which could not say any more that the file cannot be read. It is closed again: not every body is read. */
async function requireReadable(byte: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    for await (const _ of byte) break;
  } catch (error) {
    throw toUnreadSound(error);
  }
}

/** A range of another file would not fit what the client has (RFC 9110 §13.1.5). */
function isForThis(request: HttpRequest, etag: string): boolean {
  const condition = request.header("if-range");
  return condition === undefined || condition === etag;
}

/** What somebody uploaded is played, and never run. */
const usualHeaders = {
  "Accept-Ranges": "bytes",
  "Cache-Control": "private, max-age=3600",
  "Content-Security-Policy": "default-src 'none'; sandbox",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;

function missing(message: string): ApiError {
  return new ApiError("resource_not_found", message);
}
