/** The surfaces of recordings, put together: the audio channel, uploads, and the links to what was recorded. */
import type { Blobs } from "../actors/files/blobs.ts";
import type { Upgrades } from "../gateway/http/upgrade.ts";
import type { Pipeline } from "../gateway/pipeline.ts";
import type { AdmissionParts } from "../gateway/recordings/admission.ts";
import { mediaRoutes } from "../gateway/recordings/media.ts";
import { createSockets } from "../gateway/recordings/sockets.ts";
import type { Tickets } from "../gateway/recordings/tickets.ts";
import { uploadRoutes } from "../gateway/recordings/uploads.ts";
import type { Configuration } from "./base/configuration.ts";

export interface RecordingParts {
  readonly configuration: Configuration;
  readonly pipeline: Pipeline;
  readonly tickets: Tickets;
  readonly blobs: Pick<Blobs, "read">;
  /** Called with failures that no client sees. */
  readonly onFailure: (error: unknown) => void;
}

const bytesPerMegabyte = 1_000_000;

export function createRecordingSurfaces({ configuration, pipeline, tickets, blobs, onFailure }: RecordingParts) {
  const { limiter, unknownCredentials, entitlements, services } = pipeline;
  const { origins, workspaces, clock, requireDisk, directory } = services;
  const isMember = (userId: string, workspaceId: string) => directory.isMember(userId, workspaceId);
  const rights = { tickets, clock, isMember, entitlements };
  const admission: AdmissionParts = { ...rights, origins, unknownCredentials, limiter, requireDisk };
  const maxBytes = configuration.maxUploadMegabytes * bytesPerMegabyte;
  const upgrades: Upgrades = createSockets({ admission, workspaces, clock, onFailure });
  const routes = [
    ...uploadRoutes({ admission, workspaces, maxBytes }),
    ...mediaRoutes({ ...rights, workspaces, blobs }),
  ];
  return { upgrades, routes };
}
