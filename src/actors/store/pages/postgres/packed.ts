/** A change as the values of the statement that appends it. */
import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import type { FileChange } from "../port.ts";
import type { Merged } from "../merge.ts";
import { directoryShard, shardOfFile, shardOfWorkspace } from "../shards.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Fast: pages are small, and the pause between a commit and its answer is made of this. */
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The bytes of a page as they are stored: compressed where that saves something, with a first byte that says which. */
async function packed(bytes: Uint8Array): Promise<Uint8Array[]> {
  const small = await compress(bytes, options);
  return small.length < bytes.length ? [asCompressed, small] : [asTheyAre, bytes];
}

const asTheyAre = Uint8Array.of(0);
const asCompressed = Uint8Array.of(1);

/** What `packed` was made of. Throws when the bytes are none of those. */
export async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  const content = bytes.subarray(1);
  if (bytes[0] === 0) return content;
  if (bytes[0] === 1) return decompress(content);
  throw new Error("A page of the store is in a form that this program does not know.");
}

interface Page {
  readonly name: string;
  readonly page: number;
  readonly parts: readonly Uint8Array[];
}

/** The parameters of `append` from the third on. */
export async function valuesOf({ files, alarms, facts }: Merged): Promise<unknown[]> {
  const pages = await Promise.all([...files].flatMap(([name, file]) => pagesOf(name, file)));
  const sizes = pages.map(({ parts }) => parts.reduce((sum, part) => sum + part.length, 0));
  let end = 1; // as SQL counts
  const begins = sizes.map((size) => (end += size) - size);
  const silent = [...alarms].flatMap(([workspaceId, alarm]) => (alarm === null ? [workspaceId] : []));
  const set = [...alarms].flatMap(([workspaceId, alarm]) => (alarm === null ? [] : [{ workspaceId, ...alarm }]));
  return [
    [...files.keys()],
    [...files.values()].map((file) => file?.pageSize ?? null),
    [...files.values()].map((file) => file?.length ?? null),
    [...files.keys()].map((name) => shardOfFile(name) ?? directoryShard),
    pages.map(({ name }) => name),
    pages.map(({ page }) => page),
    begins,
    sizes,
    Buffer.concat(pages.flatMap(({ parts }) => [...parts])),
    silent,
    silent.map(shardOfWorkspace),
    set.map(({ workspaceId }) => workspaceId),
    set.map(({ workspaceId }) => shardOfWorkspace(workspaceId)),
    set.map(({ dueAt }) => dueAt),
    set.map(({ plannedAt }) => plannedAt),
    [...facts.keys()],
    [...facts.values()],
    [...files.values()].map((file) => file?.sum ?? null),
  ];
}

function pagesOf(name: string, file: FileChange | null): Promise<Page>[] {
  return [...(file?.pages ?? [])].map(async ([page, bytes]) => ({ name, page, parts: await packed(bytes) }));
}
