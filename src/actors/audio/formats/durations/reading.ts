/** Reading an uploaded file here and there: nothing in it is believed, and what is missing reads as zero. */

export interface FileBytes {
  readonly size: number;
  /** The bytes from `start` up to `end`; fewer when it is shorter. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A view of exactly so many bytes from there on. */
export async function viewAt(file: FileBytes, at: number, length: number): Promise<DataView> {
  const bytes = new Uint8Array(length);
  if (at >= 0 && at < file.size) bytes.set(await file.read(at, Math.min(file.size, at + length)));
  return new DataView(bytes.buffer);
}

/** An ASCII text of so many characters. */
export function textAt(view: DataView, at: number, length: number): string {
  let text = "";
  for (let index = 0; index < length; index++) text += String.fromCharCode(view.getUint8(at + index));
  return text;
}
