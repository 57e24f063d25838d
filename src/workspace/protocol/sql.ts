/**
 * The one shape through which rules reach a workspace's file: synchronous, plain SQLite with FTS5 and JSON, no PRAGMA,
 * no ATTACH (the host that opens the file does that). Statements are cached by their text, so the text must be a constant
 * or come from a small closed set; values are always parameters.
 *
 * Binding: boolean becomes 0/1, an integer number is bound as an integer, null as NULL. Anything else (undefined, Date,
 * object, array, NaN), NUL and ill-formed strings throw before they reach the driver.
 * Rows come back as arrays in column order; a table's queries turn them into objects through their own `toX(row)`.
 */

import type { OwnKind, RecordKind } from "../../schema/record-kinds.ts";

export type SqlValue = string | number | bigint | boolean | null | Uint8Array;
export type SqlRow = readonly (string | number | null)[];

/** A piece of a statement and the values of its parameters, in order. The texts form a small closed set. */
export interface Piece {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export interface Sql {
  /** Runs a statement that returns no rows. Throws on a statement that returns rows. */
  run(text: string, ...values: SqlValue[]): void;
  /** The same, answering how many rows it changed: that takes the driver as long as a small change. */
  change(text: string, ...values: SqlValue[]): number;
  /** The first row, or undefined. */
  get(text: string, ...values: SqlValue[]): SqlRow | undefined;
  /** All rows. */
  all(text: string, ...values: SqlValue[]): SqlRow[];
  /** Answers what the action does; when it throws, what it has changed is undone before the error goes on. */
  attempt<T>(action: () => T): T;
  /** Says that this transaction erases: before it is acknowledged, what it erased is taken out of the file's log as well. */
  erases(): void;
  /** Hears of every record that changes, from the room that writes its row. */
  readonly journal: Recorder & Unpacking;
}

/** How the journal reads a record: each room with records of its own exports one. */
export interface Recorded {
  readonly kind: OwnKind;
  /** Where its row is, by `id`; `last_change` is the journal's. */
  readonly table: string;
  /** The record as it stands; undefined when there is none with that id. */
  image(sql: Sql, id: string): Image | undefined;
}

/** The fields of a record that somebody sets, none that follows from others. */
export interface Image {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The captures whose content they carry; null for none (captures/boundary.ts). */
  readonly carried: readonly string[] | null;
}

/** Who is behind a change. */
export interface Cause {
  /** The operation, or what the service does by itself. */
  readonly operation: string;
  readonly actorType: "user" | "agent" | "service";
  /** Null for the service. */
  readonly actorId: string | null;
  /** The person for whom an agent acts. */
  readonly onBehalfOf: string | null;
  readonly credentialType: string | null;
  readonly credentialId: string | null;
  readonly chatId: string | null;
  readonly runId: string | null;
  readonly turnId: string | null;
  readonly callKey: string | null;
  readonly approvalId: string | null;
  /** One for each call. */
  readonly changeSet: string;
  /** The entry that is undone. */
  readonly undoes: number | null;
}

/**
 * What rooms report to the journal. A record is named before its row is changed or erased, and after it was added; a field that follows
 * from others is reported as a touch. Named more than once, a record has one entry for each cause.
 */
export interface Recorder {
  created(record: Recorded, id: string, after?: Image): void;
  /** What is at hand of the images need not be read; a field that `after` leaves out stays as it was. */
  changing(record: Recorded, id: string, images?: { readonly before: Image; readonly after: Image }): void;
  erasing(record: Recorded, id: string): void;
  /**
   * The number of the entry of a record that was named just now, for the statement that writes its row to set as `last_change`; the
   * journal then does not. `previous`: what stands there. Null where no journal is written.
   */
  numberFor(record: Recorded, id: string, previous: number | null): number | null;
  /** A field of it that follows from others changed, or a record of a kind without own fields. */
  touched(kind: RecordKind, id: string): void;
  /** Runs the action on behalf of the cause; what it changed is written when it returns. */
  by<T>(cause: Cause, action: () => T): T;
  /** On whose behalf the write acts now; null while the service acts by itself. */
  readonly cause: Cause | null;
}

/** The part of a journal that reads. */
export interface Unpacking {
  /** The JSON of an image as it is stored. */
  unpack(stored: string): string;
  /** SHA-256 of the text, in base64url. */
  readonly hash: (text: string) => string;
}

/** Of a connection that only reads, and of files that no journal is written for. */
export const silentRecorder: Recorder = {
  created: () => undefined,
  changing: () => undefined,
  erasing: () => undefined,
  numberFor: () => null,
  touched: () => undefined,
  by: (_cause, action) => action(),
  cause: null,
};

/** What a column holds as JSON; null where it holds none. */
export function parsed(text: SqlValue | undefined): unknown {
  return typeof text === "string" ? JSON.parse(text) : null;
}
