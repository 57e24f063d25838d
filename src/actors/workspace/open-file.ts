/** Opens the file of a workspace. A migration that takes long is announced to the operator, because nothing is answered in the meantime. */
import type { Clock, Log } from "../runtime/ports.ts";
import type { Migrating } from "../store/open-writer.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceFiles } from "./files.ts";

/** Bytes of a file whose migration is not worth announcing: 60 MB take one to two seconds, most of them for the copy that is saved. */
const small = 20_000_000;

/** The open file of the newest schema; `onAttach` is called when it is attached again. Throws when there is none, or it is not this workspace's. */
export function openFile(
  workspaceId: string,
  { files, log, clock }: { readonly files: WorkspaceFiles; readonly log: Log; readonly clock: Clock },
  onAttach?: () => void,
): Store {
  let begun: number | null = null;
  const onMigration = ({ from, to, bytes }: Migrating): void => {
    if (bytes < small) return;
    begun = clock.monotonic();
    const megabytes = Math.round(bytes / 1_000_000);
    log("info", "a large workspace is brought to the newest schema; requests wait until it is done", {
      workspaceId,
      from,
      to,
      megabytes,
    });
  };
  const onReading = (why: Error): void =>
    log("warn", "the disk takes no writes: a workspace is opened for reading until it does", {
      workspaceId,
      error: why.message,
    });
  const store = files.open(workspaceId, { onMigration, onReading, ...(onAttach && { onAttach }) });
  if (begun !== null) {
    const milliseconds = Math.round(clock.monotonic() - begun);
    log("info", "the workspace has the newest schema", { workspaceId, milliseconds });
  }
  return store;
}
