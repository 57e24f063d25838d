/** A file that is not opened, with its reason in words that name no path: those are for the caller, the message is for the log. */
export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
  /** What is wrong, as the end of a sentence: `its file is missing`. */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}
