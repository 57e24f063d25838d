/** The files of sound of a workspace, with the rows that say what they are: recordings and uploads as clients send them. */
import { dirname } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { ApiError } from "../../../src/schema/errors.ts";
import { workspaceFile } from "../../../src/actors/store/files.ts";
import { losesPatience } from "../../helpers/settle.ts";
import { type Opened, type Subject } from "../subject.ts";
import { createLane, type LaneName, laneNames } from "./lanes.ts";
import { openOwner, type Owner, prepareOwner, workspaceId } from "./owner.ts";
import { isWholeIn, type Piece } from "./pieces.ts";

/** All that was sent, whether it was acknowledged or not. */
const pieces = new Map<string, Piece>();

/** Milliseconds that pass with each piece. */
const pace = 250;

export const mediaSubject: Subject = {
  file: workspaceFile(".", workspaceId),
  lanes: laneNames,
  prepare: prepareOwner,
  open,
  isClear: (error) =>
    error instanceof ApiError && (error.code !== "internal_error" || error.headers["Retry-After"] !== undefined),
};

const start = Date.UTC(2026, 0, 5, 9);
const betweenOpens = 15_000;
/** How often something in these folders was opened: each time is later than the one before, and all before a recording is silent. */
const opens = new Map<string, number>();

function laterThanBefore(folder: string): number {
  const count = (opens.get(dirname(folder)) ?? (opens.size === 0 ? 0 : opensOfImage)) + 1;
  opens.set(dirname(folder), count);
  return start + count * betweenOpens;
}
/** The image is made first. */
const opensOfImage = 3;

async function open(folder: string): Promise<Opened> {
  const owner = await openOwner(folder, laterThanBefore(folder));
  const lanes = new Map(
    laneNames.map((name) => [name, createLane(name, owner, (id, piece) => void pieces.set(id, piece))]),
  );
  return {
    write(id, lane) {
      owner.wait(pace);
      return lanes.get(lane as LaneName)?.send(id) ?? Promise.resolve([]);
    },
    read: () => readAll(owner),
    detach: async () => undefined,
    conclude: () => conclude(owner),
    close: () => owner.close(),
  };
}

/** The ids of the pieces that are there. */
async function readAll(owner: Owner): Promise<string[]> {
  const files = new Map<string, Buffer | null>();
  const found: string[] = [];
  for (const [id, piece] of pieces) {
    const { captureId, parts } = piece;
    if (!files.has(captureId)) files.set(captureId, await contentOf(owner, captureId, parts.length > 0));
    const file = files.get(captureId) ?? null;
    if (file !== null && isWholeIn(file, piece)) found.push(id);
  }
  return found;
}

/** Null when there is no such capture. */
async function contentOf(owner: Owner, captureId: string, hasSound: boolean): Promise<Buffer | null> {
  if (hasSound) return owner.media(captureId);
  return owner.get(captureId).then(
    () => Buffer.alloc(0),
    (error: unknown) => {
      if (error instanceof ApiError && error.code === "resource_not_found") return null;
      throw error;
    },
  );
}

/** Ends the recordings, and lets the service make of all sound what it makes of it. */
async function conclude(owner: Owner): Promise<void> {
  const isInVain = losesPatience();
  for (const { id, title, status } of await owner.list())
    if (status === "recording" && title !== "upload") await owner.stop(id);
  while ((await owner.list()).some(({ status }) => status === "processing")) {
    if (isInVain()) throw new Error("A recording stays in processing.");
    owner.wait(1000);
    await rest(1);
  }
}
