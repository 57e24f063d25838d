/** What a plain export says of itself. */

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** What is in the folder; it stands there as `export.json`. */
export interface PlainReport {
  readonly format: "dayshift-plain-1";
  readonly createdAt: string;
  readonly madeBy: string;
  readonly workspace: { readonly id: string; readonly name: string };
  readonly people: readonly Person[];
  /** How many, by kind. */
  readonly records: Readonly<Record<string, number>>;
  readonly pages: number;
  /** Those of messages. */
  readonly images: { readonly files: number; readonly bytes: number };
  readonly audio: { readonly files: number; readonly bytes: number };
}
