/** Text frames of the audio channel, read and written. */
import { ApiError, invalid } from "../../schema/errors.ts";
import { type ClientFrame, clientFrames } from "../../schema/recording.ts";
import { validateBody } from "../../schema/validate.ts";

/** The frame in a text. Throws 400 naming the field. */
export function readFrame(text: string): ClientFrame {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError("validation_failed", "A text frame must be a JSON object. Send audio as binary frames.");
  }
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(clientFrames, type)) {
    throw invalid("type", `type: expected one of ${Object.keys(clientFrames).join(", ")}.`);
  }
  return validateBody(clientFrames[type as keyof typeof clientFrames], value) as ClientFrame;
}
