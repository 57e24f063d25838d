/** Looks over every database file: of the directory, and of each workspace that it or the disk knows of. */
import { type FileCheck, inspectFile, inspectWorkspaceFile } from "../../actors/store/inspect.ts";
import { workspaceFile } from "../../actors/store/files.ts";
import { NoRoomForCopy } from "../backup/copies.ts";
import { counted } from "../../schema/counted.ts";
import { type Finding, fine, note, reasonOf, wrong } from "../base/finding.ts";

/** Who has the files: the running service, which hands out copies, or nobody, so that they are looked at where they lie. */
export interface FileSource {
  /** Ids of the workspaces in the directory that somebody belongs to; null when the directory cannot be asked. */
  readonly known: readonly string[] | null;
  /** Ids of the workspaces on disk. */
  readonly present: readonly string[];
  /** Where the directory is: a file of the data folder, on a server of its own, or missing or empty. */
  readonly directory: "file" | "server" | "none";
  /** Hands a file (of the directory: null) to `look`. */
  read<T>(workspaceId: string | null, look: (file: string) => Promise<T>): Promise<T>;
  readonly isCopy: boolean;
}

export interface FileParts {
  readonly source: FileSource;
  /** The newest schema of a workspace that this program knows. */
  readonly newest: number;
  readonly onProgress: (done: number, total: number) => void;
}

const mend = (workspaceId: string): string =>
  `Stop the service and put the newest backup of it back: dayshift restore --from <place> --workspace ${workspaceId}. What is there is moved aside.`;
const mendAll =
  "Stop the service and restore everything into an empty folder: dayshift restore --from <place> --data-dir <folder>.";
const update = "It was used with a newer release: start that release or a later one.";

const makeRoom =
  "Make room there, or mount it for writing, and look again: dayshift doctor. Nothing says that a file is damaged.";

/** A finding for each broken file, or one that says how much is whole, or that there is no room for the copies that are looked at. */
export async function examineFiles(parts: FileParts): Promise<Finding[]> {
  return lookOver(parts).catch((error: unknown) => {
    if (!(error instanceof NoRoomForCopy)) throw error;
    return [wrong("files", error.message, makeRoom)];
  });
}

async function lookOver({ source, newest, onProgress }: FileParts): Promise<Finding[]> {
  const { known, present } = source;
  if (source.directory === "none" && present.length === 0) {
    return [note("files", "There are none yet.", "Start the service: it makes them. Is this the right data folder?")];
  }
  const findings: Finding[] = [];
  let todos = 0;
  const look = async (workspaceId: string | null, inspect: (file: string) => Promise<FileCheck>): Promise<void> => {
    const where = workspaceId === null ? "The directory" : `Workspace ${workspaceId}`;
    const { problems, version, rows } = await source.read(workspaceId, inspect).catch(unreadable);
    todos += rows["todos"] ?? 0;
    if (problems.length === 0) return;
    const isNewer = workspaceId !== null && version > newest && problems.length === 1;
    const restore = workspaceId === null ? mendAll : mend(workspaceId);
    findings.push(wrong("files", `${where}: ${problems.join(" ")}${fileOf(workspaceId)}`, isNewer ? update : restore));
  };
  if (source.directory === "file") await look(null, inspectFile);
  const gone = (known ?? []).filter((id) => !present.includes(id));
  if (source.directory === "none") findings.push(wrong("files", "The directory is missing or empty.", mendAll));
  for (const id of gone) findings.push(wrong("files", `Workspace ${id}: its file is missing.${fileOf(id)}`, mend(id)));
  for (const [at, id] of present.entries()) {
    await look(id, (file) => inspectWorkspaceFile(file, { workspaceId: id, newest }));
    onProgress(at + 1, present.length);
  }
  if (findings.length > 0) return findings;
  const how = source.isCopy ? " Copies were looked at; with the service stopped their indexes are looked at too." : "";
  return [fine("files", `Whole: ${counted(present.length, "workspace")} with ${counted(todos, "todo")}.${how}`)];
}

/** Where the file lies in the data folder. */
function fileOf(workspaceId: string | null): string {
  return workspaceId === null ? "" : ` File: ${workspaceFile("", workspaceId)}.`;
}

/** A file that cannot be looked at. Throws where only its copy was impossible: so is that of each other one. */
function unreadable(error: unknown): FileCheck {
  if (error instanceof NoRoomForCopy) throw error;
  return { problems: [reasonOf(error)], version: 0, rows: {} };
}
