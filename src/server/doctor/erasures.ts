/** Whether erased bytes are still on the disk because another program has the file open. */
import { owesErasure } from "../../actors/store/durability.ts";
import { workspaceFile } from "../../actors/store/files.ts";
import { workspacesIn } from "../backup/files.ts";
import { type Finding, fine, note } from "../base/finding.ts";

const named = 10;

/** Names the files that still owe an erasure. */
export function checkErasures(dataDir: string): Finding {
  const owing = workspacesIn(dataDir)
    .map((workspaceId) => workspaceFile(dataDir, workspaceId))
    .filter(owesErasure);
  if (owing.length === 0) return fine("erasures", "What was erased is gone from the disk.");
  const more = owing.length > named ? ` and ${owing.length - named} more` : "";
  return note(
    "erasures",
    `Erased content is still on the disk in ${owing.slice(0, named).join(", ")}${more}: another program has the file open.`,
    "End the program that reads it (a backup tool, a database shell): the running service takes the content away within a minute after that.",
  );
}
