/** A place that keeps backups: a folder, or a bucket of an S3-compatible store. */

export interface Target {
  /** What it is called in messages; without credentials. */
  readonly name: string;
  /** Stores a file under the key; whole and durable, or not at all. The signal ends it. */
  put(key: string, file: string, signal?: AbortSignal): Promise<void>;
  /** Writes the object into a new file. Rejects when there is none. */
  get(key: string, file: string): Promise<void>;
  putText(key: string, text: string): Promise<void>;
  getText(key: string): Promise<string>;
  has(key: string): Promise<boolean>;
  /** Keys that begin with the prefix, sorted. */
  list(prefix: string): Promise<string[]>;
  remove(key: string): Promise<void>;
  /** Takes away what a process that was killed in `put` left of it. */
  dropUnfinished(): Promise<void>;
}

export interface S3Access {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Address of the store; Amazon's own when null. */
  readonly endpoint: string | null;
}
