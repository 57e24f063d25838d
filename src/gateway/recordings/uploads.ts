/**
 * Uploads of audio files, gone on with where they stopped: tus 1.0.0 (https://tus.io/protocols/resumable-upload) with creation and
 * expiration; the upload of a recording is at one address, which its `stream` names.
 */
import type { UploadState } from "../../actors/audio/asks.ts";
import { joined } from "../../actors/sound/shared/pieces.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import { validatePath } from "../../schema/validate.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import type { Endpoint, Route } from "../router.ts";
import type { Workspaces } from "../exchange.ts";
import { type AdmissionParts, admitSender, entitlementOf } from "./admission.ts";
import { refusalFor } from "./replies.ts";
import type { Ticket } from "./tickets.ts";

export interface UploadParts {
  readonly admission: AdmissionParts;
  readonly workspaces: Pick<Workspaces, "audio">;
  /** The largest file, in bytes (`DAYSHIFT_MAX_UPLOAD_MB`). */
  readonly maxBytes: number;
}

const version = "1.0.0";
const bodyType = "application/offset+octet-stream";
/** Bytes that are written together. */
const batchBytes = 1 << 18;

/** The routes of uploads. */
export function uploadRoutes(parts: UploadParts): Route[] {
  const path = "/app/v1/captures/{captureId}/upload";
  const sender =
    (serve: (parts: UploadParts, request: HttpRequest, target: Ticket) => Promise<HttpResponse>): Endpoint =>
    async (request, parameters) => {
      const { captureId = "" } = validatePath(parameters);
      const ticket = await admitSender(parts.admission, request, captureId);
      requireVersion(request);
      return serve(parts, request, ticket);
    };
  return [
    { method: "OPTIONS", path, target: async () => offered(parts) },
    { method: "GET", path, target: sender(report) },
    { method: "POST", path, target: sender(create) },
    { method: "PATCH", path, target: sender(append) },
  ];
}

function offered({ maxBytes }: UploadParts): HttpResponse {
  const headers = { "Tus-Version": version, "Tus-Extension": "creation,expiration", "Tus-Max-Size": String(maxBytes) };
  return { status: 204, headers: { ...usualHeaders, ...headers }, body: "" };
}

/** Reports how far the upload is. */
async function report({ workspaces }: UploadParts, _request: HttpRequest, target: Ticket): Promise<HttpResponse> {
  const { subjectId: captureId, workspaceId } = target;
  const state = await workspaces.audio(workspaceId, "upload", { captureId, length: null });
  return { status: 200, headers: headersOf(state), body: "" };
}

/** Says how long the file is; the upload is there already. */
async function create(parts: UploadParts, request: HttpRequest, target: Ticket): Promise<HttpResponse> {
  const { subjectId: captureId, workspaceId } = target;
  const length = lengthOf(parts, request);
  if (length === null) throw invalid("Upload-Length", "Upload-Length is required: the bytes of the whole file.");
  await parts.admission.requireDisk();
  const state = await parts.workspaces.audio(workspaceId, "upload", { captureId, length });
  return { status: 201, headers: { ...headersOf(state), Location: request.path }, body: "" };
}

/** Takes the body in as it comes; what came before a connection broke stays. */
async function append(parts: UploadParts, request: HttpRequest, ticket: Ticket): Promise<HttpResponse> {
  const { subjectId: captureId, workspaceId } = ticket;
  if (request.header("content-type") !== bodyType) {
    throw new ApiError("unsupported_media_type", `The body must be bytes of the file. Send Content-Type: ${bodyType}.`);
  }
  const offset = numberIn(request, "Upload-Offset");
  if (offset === null) throw invalid("Upload-Offset", "Upload-Offset is required: the byte at which the body goes on.");
  const length = lengthOf(parts, request);
  const opened = await parts.workspaces.audio(workspaceId, "openUpload", { captureId, offset, length });
  const { session } = opened;
  const entitlement = entitlementOf(parts.admission, ticket);
  const { signal } = entitlement;
  signal.addEventListener("abort", () => request.failBody(refusalFor(signal.reason)), { once: true });
  try {
    for await (const bytes of batches(request, (opened.length ?? parts.maxBytes) - offset)) {
      if (signal.aborted) throw refusalFor(signal.reason);
      await parts.admission.requireDisk();
      await parts.workspaces.audio(workspaceId, "append", { captureId, session, bytes, sizes: [bytes.byteLength] });
    }
  } catch (error) {
    await parts.workspaces.audio(workspaceId, "closeUpload", { captureId, session }).catch(() => undefined);
    throw error;
  } finally {
    entitlement.end();
  }
  const state = await parts.workspaces.audio(workspaceId, "closeUpload", { captureId, session });
  return { status: 204, headers: headersOf(state), body: "" };
}

/** The parts of the body, joined to larger ones. Throws 413 when it goes beyond what may follow; nothing of that part is kept. */
async function* batches(request: HttpRequest, max: number): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let total = 0;
  try {
    for await (const part of request.parts()) {
      total += part.byteLength;
      if (total > max) throw tooLong(max);
      waiting.push(part);
      bytes += part.byteLength;
      if (bytes < batchBytes) continue;
      const whole = joined(waiting);
      [waiting, bytes] = [[], 0];
      yield whole;
    }
  } catch (error) {
    // What came before the connection broke is as good as the rest.
    if (bytes > 0 && total <= max) yield joined(waiting);
    throw error;
  }
  if (bytes > 0) yield joined(waiting);
}

function tooLong(max: number): ApiError {
  return new ApiError("payload_too_large", `At most ${max} bytes may follow here: the upload is longer than that.`);
}

const usualHeaders = { "Tus-Resumable": version, "Cache-Control": "no-store" } as const;

function headersOf({ offset, length, expiresAt }: UploadState): Record<string, string> {
  return {
    ...usualHeaders,
    "Upload-Offset": String(offset),
    ...(length === null ? { "Upload-Defer-Length": "1" } : { "Upload-Length": String(length) }),
    "Upload-Expires": new Date(expiresAt).toUTCString(),
  };
}

/** A client that names no version is taken to speak this one. */
function requireVersion(request: HttpRequest): void {
  const asked = request.header("tus-resumable");
  if (asked !== undefined && asked !== version) throw invalid("Tus-Resumable", `Only tus ${version} is spoken here.`);
}

/** The bytes of the whole file, as the client says; null when it does not. Throws 413 when it is too large. */
function lengthOf({ maxBytes }: UploadParts, request: HttpRequest): number | null {
  const length = numberIn(request, "Upload-Length");
  if (length === 0) throw invalid("Upload-Length", "Upload-Length: expected at least one byte.");
  if (length === null || length <= maxBytes) return length;
  throw new ApiError("payload_too_large", `A file may have at most ${maxBytes} bytes.`);
}

function numberIn(request: HttpRequest, name: string): number | null {
  const text = request.header(name.toLowerCase());
  if (text === undefined) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalid(name, `${name}: expected a number of bytes.`);
}
