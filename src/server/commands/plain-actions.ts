/** What `dayshift export --plain` does: a copy is all that it takes from the process that owns the file, the rest is done here. */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { createClock } from "../../actors/runtime/clock.ts";
import { exportPlain, type PlainStep } from "../plain/export.ts";
import { safeName } from "../plain/names.ts";
import type { PlainReport } from "../plain/pages/report.ts";
import { version } from "../base/version.ts";
import { commandConfiguration } from "./configuration.ts";
import { act, type MoveFlags, print, whichWorkspace } from "./act.ts";
import { counted } from "../../schema/counted.ts";
import { readableBytes, withProgress } from "../backup/progress.ts";
import { withWorkspaceCopy } from "../plain/workspace-copy.ts";

/** Writes a workspace into a new folder. */
export async function exportPlainly(id: string | undefined, flags: MoveFlags): Promise<void> {
  const workspaceId = whichWorkspace(id, flags);
  const { dataDir } = commandConfiguration({ "data-dir": flags.dataDir });
  const about = await act(flags, "about", { workspaceId }, (moves) => moves.about(workspaceId));
  const to = resolve(flags.to ?? `dayshift-${safeName(about.workspace.name)}`);
  if (statSync(to, { throwIfNoEntry: false }) !== undefined) throw new Error(`${to} exists already.`);
  const now = createClock().now();
  const report = await withProgress(stepWords, (onProgress) =>
    withWorkspaceCopy(dataDir, workspaceId, (database) =>
      exportPlain({ ...about, dataDir, database, to, now, madeBy: version, onProgress }),
    ),
  );
  print(flags, report, wordsOf(report, to));
}

function stepWords({ what, done }: PlainStep): string {
  return `Exporting: ${done} ${what}`;
}

function wordsOf({ workspace, records, pages, audio }: PlainReport, to: string): string {
  const kinds = Object.entries(records).map(([kind, count]) => counted(count, kind.replaceAll("_", " ")));
  const sound = `${counted(audio.files, "audio file")} (${readableBytes(audio.bytes)})`;
  return `${workspace.name} is in ${to}, without keys and passwords: ${counted(pages, "page")} to read, ${sound}, and as lines of JSON ${kinds.join(", ")}.`;
}
