/** Makes images small enough to be sent. */
/**
 * The file, or a JPEG with sides of so many pixels at most of an image that is larger than the service takes; what cannot be drawn goes
 * as it is, and is refused there.
 */
export async function fitting(file: File, maxBytes: number, smallerSide: number): Promise<Blob> {
  if (file.size <= maxBytes) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, smallerSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const smaller = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    return smaller ?? file;
  } catch {
    return file;
  }
}
