/** Stores an image before the transaction that answers for it: noted first, so that a file nobody answers for goes within a day. */
import type { Caller } from "../../schema/caller.ts";
import type { InputOf } from "../../schema/operations/index.ts";
import { agentRow } from "../../workspace/agents/queries.ts";
import { expectImage, type NewImage } from "../../workspace/images/queries.ts";
import type { Blobs } from "../files/blobs.ts";
import type { Mailbox } from "../mailbox/mailbox.ts";
import type { Clock } from "../runtime/ports.ts";
import { toWriteFailure } from "../store/failures.ts";

export interface ImageParts {
  readonly workspaceId: string;
  readonly mailbox: Pick<Mailbox, "read" | "write">;
  readonly clock: Pick<Clock, "now">;
  readonly blobs: Blobs;
  readonly watch: () => Promise<void> | null;
}

/** The same for the photo of an agent; nothing is stored for one that is not there: 404. */
export async function storePhoto(
  parts: ImageParts,
  call: Parameters<typeof storeImage>[1],
  { path, body }: InputOf<"setAgentPhoto">,
): Promise<void> {
  parts.mailbox.read((sql) => agentRow(sql, path.agentId));
  await storeImage(parts, call, body);
}

/** Resolves when the file is durable. Rejects with 409 when too many of that person wait, and as storage that takes no writes does. */
export async function storeImage(
  { workspaceId, mailbox, clock, blobs, watch }: ImageParts,
  { caller, file }: { readonly caller: Pick<Caller, "userId">; readonly file?: Uint8Array },
  image: NewImage,
): Promise<void> {
  if (file === undefined) throw new Error(`Expected the bytes of the image ${image.id}.`);
  await watch();
  await mailbox.write((sql) => expectImage({ sql, now: clock.now() }, caller.userId, image));
  try {
    const blob = await blobs.open(workspaceId, image.id);
    try {
      await blob.write(0, [file]);
    } finally {
      await blob.close();
    }
    await blobs.finish(workspaceId, image.id);
  } catch (error) {
    throw toWriteFailure(error);
  }
}
