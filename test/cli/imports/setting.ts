/** Reading exports in tests: on a Sunday, 2026-11-22 at 10:00 UTC, in Berlin. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Source, Surroundings, TextFile } from "../../../src/cli/imports/formats/draft.ts";
import { formats } from "../../../src/cli/imports/formats/index.ts";
import { type Parcel, shape } from "../../../src/cli/imports/shape.ts";
import { createCounts } from "../../../src/cli/imports/formats/counts.ts";
import { decode } from "../../../src/cli/imports/formats/text.ts";

const folder = new URL("fixtures/", import.meta.url);

/** The path of an export that was made by hand in the shape of a real one. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(encodeURIComponent(name), folder));
}

/** The same as a file that was read. */
export function fixtureFile(name: string): TextFile {
  return { name, text: decode(readFileSync(fixture(name)), name) };
}

export interface Understood {
  readonly around: Surroundings;
  readonly parcels: readonly Parcel[];
  readonly lists: Awaited<ReturnType<typeof shape>>["lists"];
  /** What would be sent for the todo with that title. */
  readonly todo: (title: string) => Parcel["todo"];
  /** How much was left out, by kind. */
  readonly lost: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<string, number>>;
}

/** What is made of files, up to what would be sent. */
export async function understand(
  source: Source,
  files: readonly TextFile[],
  options: Partial<Pick<Surroundings, "includesDone" | "timezone">> = {},
): Promise<Understood> {
  const counts = createCounts();
  const around = {
    now: Date.UTC(2026, 10, 22, 10),
    timezone: "Europe/Berlin",
    includesDone: false,
    counts,
    ...options,
  };
  const { parcels, lists } = await shape(formats[source](files, around), around);
  return {
    around,
    parcels,
    lists,
    todo: (title) => {
      const found = parcels.find((parcel) => parcel.todo.title === title);
      if (found === undefined)
        throw new Error(`Expected ${title} among ${parcels.map(({ todo }) => todo.title).join(", ")}.`);
      return found.todo;
    },
    lost: Object.fromEntries(counts.leftOut.map(({ kind, count }) => [kind, count])),
    kept: Object.fromEntries(counts.asText.map(({ kind, count }) => [kind, count])),
  };
}
