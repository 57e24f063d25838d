/** Completes answers with what only the gateway knows: where a recording is sent to and heard, an image seen, and what opens it there. */
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Caller } from "../../schema/caller.ts";
import type { OutputOf } from "../../schema/operations/index.ts";
import { openMs } from "../../workspace/captures/recordings.ts";
import { toInstant } from "../../workspace/time/instant.ts";
import type { Links } from "../pipeline.ts";
import { photosIn, photosInJson, type SignFor } from "./photo-links.ts";
import { mediaPaths } from "./media.ts";
import type { Ticket, Tickets } from "./tickets.ts";

/** How long a link to the sound of a capture, or to an image, opens it. */
const mediaMs = 60 * 60 * 1000;

export interface LinkParts {
  readonly tickets: Tickets;
  /** Origin in links, without a slash at its end. */
  readonly publicUrl: string;
  readonly clock: Pick<Clock, "now">;
}

export function createLinks({ tickets, publicUrl, clock }: LinkParts): Links {
  const socketUrl = publicUrl.replace(/^http/, "ws");

  const withStream = (caller: Caller, body: OpenedRecording, { body: sent }: Opening): unknown => {
    if (body.type !== "recording") return body;
    const captureId = body.id;
    const expiresAt = Date.parse(body.createdAt) + openMs;
    const isUpload = sent.source === "upload";
    const url = isUpload
      ? `${publicUrl}/app/v1/captures/${captureId}/upload`
      : `${socketUrl}/app/v1/captures/${captureId}/audio`;
    const token = tickets.make("stream", { ...ticketFor(caller), subjectId: captureId, expiresAt });
    return { ...body, stream: { url, token, expiresAt: toInstant(expiresAt) } };
  };

  const addressOf = (
    purpose: "media" | "image",
    caller: Caller,
    subjectId: string,
    expiresAt = clock.now() + mediaMs,
  ): string => {
    const ticket = tickets.make(purpose, { ...ticketFor(caller), subjectId, expiresAt });
    return publicUrl + mediaPaths[purpose].replace("{ticket}", ticket);
  };

  const withMedia = (caller: Caller, capture: Linked): Linked =>
    capture.mediaUrl === null ? capture : { ...capture, mediaUrl: addressOf("media", caller, capture.id) };

  const withImage = <Shown extends Linked>(caller: Caller, image: Shown): Shown => ({
    ...image,
    mediaUrl: addressOf("image", caller, image.id),
  });

  const withImages = (caller: Caller, page: MessagePage): MessagePage => {
    if (!page.data.some(({ attachments }) => attachments !== undefined)) return page;
    const data = page.data.map((message) =>
      message.attachments === undefined
        ? message
        : { ...message, attachments: message.attachments.map((image) => withImage(caller, image)) },
    );
    return { ...page, data };
  };

  /** The same link for an hour, so that browsers ask for a photo once; it opens it for an hour more. */
  const photosFor: SignFor = (caller) => (imageId) =>
    addressOf("image", caller, imageId, (Math.floor(clock.now() / mediaMs) + 2) * mediaMs);

  return {
    inAnswer: {
      createCapture: withStream,
      getCapture: withMedia,
      createAttachment: withImage,
      listMessages: withImages,
      ...photosIn(photosFor),
    },
    inFrame: (caller, json) => photosInJson(json, photosFor(caller)),
  };
}

function ticketFor({
  workspaceId,
  userId,
  credentialType,
  credentialId,
}: Caller): Pick<Ticket, "workspaceId" | "holder"> {
  return { workspaceId, holder: { userId, credentialType, credentialId } };
}

interface Opening {
  readonly body: { readonly source?: string };
}

interface OpenedRecording {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
}

/** A capture with sound, or an image. */
interface Linked {
  readonly id: string;
  readonly mediaUrl: string | null;
}

type MessagePage = OutputOf<"listMessages">;
