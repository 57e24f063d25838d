/** Completes answers with what only the gateway knows: where a recording is sent to and heard, and what opens it there. */
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Caller } from "../../schema/caller.ts";
import { openMs } from "../../workspace/captures/recordings.ts";
import { toInstant } from "../../workspace/time/instant.ts";
import type { Links } from "../pipeline.ts";
import type { Ticket, Tickets } from "./tickets.ts";

/** How long a link to the sound of a capture opens it. */
const mediaMs = 60 * 60 * 1000;

export interface LinkParts {
  readonly tickets: Tickets;
  /** Origin in links, without a slash at its end. */
  readonly publicUrl: string;
  readonly clock: Pick<Clock, "now">;
}

export function createLinks({ tickets, publicUrl, clock }: LinkParts): Links {
  const socketUrl = publicUrl.replace(/^http/, "ws");

  const withStream = (caller: Caller, input: unknown, body: OpenedRecording): unknown => {
    if (body.type !== "recording") return body;
    const captureId = body.id;
    const expiresAt = Date.parse(body.createdAt) + openMs;
    const isUpload = (input as { body: { source?: string } }).body.source === "upload";
    const url = isUpload
      ? `${publicUrl}/app/v1/captures/${captureId}/upload`
      : `${socketUrl}/app/v1/captures/${captureId}/audio`;
    const token = tickets.make("stream", { ...ticketFor(caller), captureId, expiresAt });
    return { ...body, stream: { url, token, expiresAt: toInstant(expiresAt) } };
  };

  const withMedia = (caller: Caller, body: FullCapture): unknown => {
    if (body.mediaUrl === null) return body;
    const expiresAt = clock.now() + mediaMs;
    const ticket = tickets.make("media", { ...ticketFor(caller), captureId: body.id, expiresAt });
    return { ...body, mediaUrl: `${publicUrl}/app/v1/media/${ticket}` };
  };

  return (operationId, caller, input, body) => {
    if (operationId === "createCapture") return withStream(caller, input, body as OpenedRecording);
    if (operationId === "getCapture") return withMedia(caller, body as FullCapture);
    return body;
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

interface OpenedRecording {
  readonly id: string;
  readonly type: string;
  readonly createdAt: string;
}

interface FullCapture {
  readonly id: string;
  readonly mediaUrl: string | null;
}
