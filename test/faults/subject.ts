/** What is looked at while its storage fails: a database of ours, through the code that the service opens it with. */

export interface Opened {
  /** Resolves when the row is acknowledged. */
  write(id: string): Promise<void>;
  /** The ids of all rows, as a request would be answered. */
  read(): Promise<string[]>;
  /** Gives the file back where the subject does that, to be taken again by what comes next. */
  detach(): Promise<void>;
  close(): Promise<void>;
}

export interface Subject {
  /** The file below the folder. */
  readonly file: string;
  /** Makes the file where there is none. */
  prepare(folder: string): Promise<void>;
  open(folder: string): Promise<Opened>;
}

/** So long that some commits take several pages. */
export function filler(id: string): string {
  return `${id} `.padEnd(700, id);
}
