/** What is looked at while its storage fails: a database of ours, through the code that the service opens it with. */

export interface Opened {
  /** Resolves with the ids that are acknowledged by it: its own, and one before it that had been refused and is there. */
  write(id: string, lane: string): Promise<readonly string[]>;
  /** The ids of all that is there, as a request would be answered. */
  read(): Promise<string[]>;
  /** Gives the file back where the subject does that, to be taken again by what comes next. */
  detach(): Promise<void>;
  /** Ends what is under way. */
  conclude?(): Promise<void>;
  close(): Promise<void>;
}

export interface Subject {
  /** The file below the folder. */
  readonly file: string;
  /** Those who write at the same time; one when left out. */
  readonly lanes?: readonly string[];
  /** Makes the file where there is none. */
  prepare(folder: string): Promise<void>;
  open(folder: string): Promise<Opened>;
  /** Whether a refused write, or opening, says what happened, and when to ask again. All do when left out. */
  readonly isClear?: (error: unknown) => boolean;
}

/** So long that some commits take several pages. */
export function filler(id: string): string {
  return `${id} `.padEnd(700, id);
}
