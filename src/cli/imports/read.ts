/** Which product a file comes from, recognised by its content, and its texts. */
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";
import type { Source, TextFile } from "./formats/draft.ts";
import { decode } from "./formats/text.ts";
import { readZip } from "./zip.ts";

/** Bytes of one text, and of all texts in a zip file. */
const limit = 64_000_000;

export interface Read {
  readonly source: Source;
  readonly files: readonly TextFile[];
  /** Other entries of the zip files. */
  readonly others: readonly string[];
}

/** Reads the files; `named` is the product, when the person said which. Throws for files of which nothing can be made. */
export async function readFiles(io: Io, paths: readonly string[], named: Source | null): Promise<Read> {
  const all = await Promise.all(paths.map((path) => readOne(io, path, named)));
  const found = new Set(all.map(({ source }) => source));
  if (found.size > 1)
    throw usage(`These files come from ${[...found].join(" and ")}.`, "Import them one after the other.");
  const [source] = found;
  return {
    source: source as Source,
    files: all.flatMap(({ files }) => files),
    others: all.flatMap(({ others }) => others),
  };
}

async function readOne(io: Io, path: string, named: Source | null): Promise<Read> {
  const start = io.files.bytes(path, 4);
  if (start.length === 0) throw usage(`${path} is empty.`);
  if (start[0] === 0x50 && start[1] === 0x4b) return readZipped(path, named);
  const bytes = io.files.bytes(path, limit + 1);
  if (bytes.length > limit) throw usage(`${path} is larger than ${limit / 1_000_000} MB.`, "Import it in parts.");
  const file = { name: path, text: decode(bytes, path) };
  return { source: named ?? sourceOf(file), files: [file], others: [] };
}

async function readZipped(path: string, named: Source | null): Promise<Read> {
  const { files, others } = await readZip(
    path,
    (name) => /(^|\/)(data|filters)\.json$|\.(csv|ics)$/i.test(name),
    limit,
  );
  const data = files.filter(({ name }) => /(^|\/)data\.json$/i.test(name));
  if (data.length > 0)
    return { source: named ?? "vikunja", files: files.filter(({ name }) => /\.json$/i.test(name)), others };
  const sheets = files.filter(({ name }) => /\.(csv|ics)$/i.test(name));
  const source = named ?? (sheets[0] === undefined ? null : sourceOf(sheets[0]));
  if (source === null) throw usage(`There is nothing to import in ${path}.`, known);
  return { source, files: sheets.filter((file) => sourceOf(file) === source), others };
}

const known =
  "Known are: a backup or CSV export of Todoist, an export of Vikunja, CSV with a title column, iCalendar (.ics), and an archive of a workspace.";

function sourceOf({ name, text }: TextFile): Source {
  const start = text.slice(0, 4096).trimStart();
  if (/^BEGIN:VCALENDAR/i.test(start)) return "ical";
  if (start.startsWith("[") || (start.startsWith("{") && !/\.csv$/i.test(name))) return "vikunja";
  if (/^"?TYPE"?[,;\t]"?CONTENT"?[,;\t]/i.test(start)) return "todoist";
  if (/\.csv$|\.tsv$|\.txt$/i.test(name) || /^[^\n]*[,;\t]/.test(start)) return "csv";
  throw usage(`${name} is of no kind that can be imported.`, known);
}
