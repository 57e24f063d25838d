/**
 * What is left to do before erased bytes are gone from the disk: they stand in the log until it is emptied, and in the copies that
 * migrations made. Another reader of the file (a backup tool, a shell) can hold the log; nobody waits for that reader. What is
 * owed is noted in a file next to the database, so that it outlives the process and `dayshift doctor` can name it.
 */
import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isDone } from "./failures.ts";
import type { Connection } from "./connection.ts";
import { dropCopies } from "./migrate.ts";

export interface Erasure {
  /** Whether something is left to do. */
  readonly isOwed: boolean;
  /** Notes that a commit erased. */
  add(): void;
  /** Does what can be done at once. The connection must be in no transaction. Never throws. */
  pay(connection: Pick<Connection, "emptyLog">): void;
}

/** What is owed when the file is opened; made before anybody opens it. A log that was left behind may hold what a crash prevented from being emptied. */
export function createErasure(file: string): Erasure {
  const note = noteOf(file);
  let isNoted = existsSync(note);
  let hasErased = isNoted;
  let mustEmptyLog = isNoted || hasLog(file);
  let mustDropCopies = isNoted;

  const isOwed = (): boolean => mustEmptyLog || mustDropCopies;

  /** What a crash may have left needs no note: the log stands for it. */
  function updateNote(): void {
    const isDue = hasErased && isOwed();
    if (isDue === isNoted) return;
    if (isDone(() => (isDue ? writeFileSync(note, "", { mode: 0o600 }) : rmSync(note)))) isNoted = isDue;
  }

  return {
    get isOwed() {
      return isOwed();
    },
    add() {
      hasErased = true;
      mustEmptyLog = true;
      mustDropCopies = true;
    },
    pay(connection) {
      if (mustEmptyLog) mustEmptyLog = !connection.emptyLog();
      if (mustDropCopies) mustDropCopies = !isDone(() => dropCopies(file));
      updateNote();
      if (!isOwed()) hasErased = false;
    },
  };
}

/** Whether something that was erased from the file is still on the disk, as far as that is noted. */
export function owesErasure(file: string): boolean {
  return existsSync(noteOf(file));
}

function noteOf(file: string): string {
  return `${file}.owed`;
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}
