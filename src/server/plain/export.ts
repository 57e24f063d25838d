/**
 * Writes a workspace into a folder that needs no program of ours: every record as a line of JSON, a page of Markdown for each list,
 * chat and capture, and audio and images as they are. No credentials.
 */
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolder, workspaceFolder } from "../../actors/store/files.ts";
import { copyMedia } from "./audio.ts";
import { createIndex, type Entry, type Index } from "./index.ts";
import { readme } from "./pages/readme.ts";
import { capturePage } from "./pages/capture.ts";
import { chatPage } from "./pages/chat.ts";
import { todoListPage } from "./pages/todo-list.ts";
import { openReading, type Plain, type Reading } from "./pages/reading.ts";
import type { Person, PlainReport } from "./pages/report.ts";
import { walkRecords } from "./records.ts";
import { createTextFile, type TextFile } from "./text-file.ts";

export interface PlainParts {
  readonly dataDir: string;
  /** A copy of the workspace's file that nobody else has. */
  readonly database: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly people: readonly Person[];
  /** The folder to make; nothing of that name may be there. */
  readonly to: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly madeBy: string;
  readonly onProgress: (step: PlainStep) => void;
}

export interface PlainStep {
  readonly what: "records" | "pages";
  readonly done: number;
}

/** Throws, leaving nothing behind, when something of that name is there. */
export function exportPlain(parts: PlainParts): PlainReport {
  const { to, database, workspace, now } = parts;
  if (statSync(to, { throwIfNoEntry: false }) !== undefined) throw new Error(`${to} exists already.`);
  const scratch = join(dirname(to), `.${basename(to)}.new`);
  rmSync(scratch, { recursive: true, force: true });
  for (const folder of ["records", "todo-lists", "chats", "captures", "images"]) makeFolder(join(scratch, folder));
  const reading = openReading(database, workspace.id, now);
  try {
    const report = fill(parts, reading, scratch);
    renameSync(scratch, to);
    return report;
  } finally {
    reading.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function fill(parts: PlainParts, reading: Reading, folder: string): PlainReport {
  const { workspace, people, now, madeBy } = parts;
  const media = join(workspaceFolder(parts.dataDir, workspace.id), "media");
  const index = createIndex(media, people);
  const records = writeRecords(parts, reading, folder, index);
  writePages(parts, reading, folder, index);
  const sound = index.entries.flatMap(({ id, audio }) => (audio === null ? [] : [[id, audio] as const]));
  const audio = copyAll(media, folder, sound);
  const images = copyAll(media, folder, index.images);
  writeLines(join(folder, "files.jsonl"), index.entries);
  const report: PlainReport = {
    format: "dayshift-plain-1",
    createdAt: new Date(now).toISOString(),
    madeBy,
    workspace,
    people,
    records,
    pages: index.entries.length,
    audio,
    images,
  };
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write("export.json", `${JSON.stringify(report, null, 2)}\n`);
  write("README.md", readme(report));
  return report;
}

/** A file of lines for each kind of which there is a record; answers how many there are. */
function writeRecords(parts: PlainParts, reading: Reading, folder: string, index: Index): Record<string, number> {
  const files = new Map<string, TextFile>();
  const counts: Record<string, number> = {};
  let done = 0;
  const take = (kind: string, record: Plain): void => {
    const file = files.get(kind) ?? createTextFile(join(folder, "records", `${kind}.jsonl`));
    files.set(kind, file);
    file.write(`${JSON.stringify(index.placed(kind, record))}\n`);
    counts[kind] = (counts[kind] ?? 0) + 1;
    done += 1;
  };
  try {
    for (const person of parts.people) take("member", { object: "member", ...person });
    const ids = parts.people.map(({ id }) => id);
    walkRecords(reading, ids, { take, progress: () => parts.onProgress({ what: "records", done }) });
  } finally {
    for (const file of files.values()) file.close();
  }
  return counts;
}

function writePages({ onProgress }: PlainParts, reading: Reading, folder: string, index: Index): void {
  for (const [at, entry] of index.entries.entries()) {
    const file = createTextFile(join(folder, entry.page));
    try {
      for (const piece of pages[entry.kind](reading, entry, index.names)) file.write(piece);
    } finally {
      file.close();
    }
    onProgress({ what: "pages", done: at + 1 });
  }
}

const pages: Readonly<
  Record<Entry["kind"], (reading: Reading, entry: Entry, names: Index["names"]) => Iterable<string>>
> = {
  todo_list: (reading, { id }, names) =>
    todoListPage(reading, reading.ask("getTodoList", { path: { todoListId: id } }), names),
  chat(reading, { id }, names) {
    const chat = reading.ask("getChat", { path: { chatId: id } });
    return chatPage(reading, chat, names.get(chat.agentId ?? "") ?? "the assistant");
  },
  capture: (reading, { id, audio }) => [capturePage(reading, id, audio === null ? null : basename(audio))],
};

/** `paths`: where in the folder what has that id goes. What was erased since the records were read is passed over. */
function copyAll(media: string, folder: string, paths: Iterable<readonly [string, string]>): PlainReport["audio"] {
  let [files, bytes] = [0, 0];
  for (const [id, path] of paths) {
    const copied = copyMedia(join(media, id), join(folder, path));
    if (copied === null) continue;
    bytes += copied;
    files += 1;
  }
  return { files, bytes };
}

function writeLines(path: string, lines: readonly unknown[]): void {
  const file = createTextFile(path);
  for (const line of lines) file.write(`${JSON.stringify(line)}\n`);
  file.close();
}
