/** What an export of another product holds, in words that all of them share. */
import type { Due } from "../../../client/spoken/days.ts";
import type { Repeat } from "../../../client/spoken/repeats.ts";
import type { TodoCreate } from "../../../schema/todo.ts";
import type { Counts } from "./counts.ts";

/** Products and formats, as people name them in a command. */
export const sources = ["todoist", "vikunja", "csv", "ical"] as const;
export type Source = (typeof sources)[number];

/** Something that has no field here and is kept as a line of the body. */
export interface Fact {
  readonly name: string;
  readonly text: string;
}

export interface Comment {
  /** Who and when, as far as it is known. */
  readonly by: string | null;
  readonly text: string;
}

export interface Draft {
  /** Names it within the export. */
  readonly ref: string;
  /** The task it is a part of; null for none, or for one that is not in the export. */
  readonly parent: string | null;
  /** What its id is made from: the same in every export of the same task. */
  readonly key: readonly string[];
  /** The list it is in; null for the default one. */
  readonly list: string | null;
  readonly title: string;
  readonly notes: string;
  readonly status: "ready" | "in_progress" | "done";
  readonly priority: NonNullable<TodoCreate["priority"]> | null;
  readonly due: Due | null;
  readonly repeat: Repeat | null;
  readonly facts: readonly Fact[];
  readonly comments: readonly Comment[];
}

export interface SourceList {
  readonly ref: string;
  readonly key: readonly string[];
  readonly name: string;
  /** `#rrggbb`; null for none. */
  readonly color: string | null;
}

export interface Export {
  readonly source: Source;
  readonly lists: readonly SourceList[];
  readonly drafts: readonly Draft[];
}

/** A file that was read: as text, with its name. */
export interface TextFile {
  readonly name: string;
  readonly text: string;
}

/** What the formats need to know of the surroundings. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of the person who imports: where times without a place are. */
  readonly timezone: string;
  /** Bring in what is done and what is archived, too. */
  readonly includesDone: boolean;
  readonly counts: Counts;
}
