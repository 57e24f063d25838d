/** A capture for people to read: as it is exported one by one, with the todos it gave rise to. */
import type { Reading } from "./reading.ts";
import { inline } from "./markdown.ts";

/** The page. `audio`: the name of the file next to it, if there is one. */
export function capturePage(reading: Reading, captureId: string, audio: string | null): string {
  const { text } = reading.ask("exportCapture", { path: { captureId }, query: { format: "markdown" } });
  const { data } = reading.ask("listSuggestions", { path: { captureId } });
  const parts = [text];
  if (audio !== null) parts.push(`Audio: [${inline(audio)}](<${encodeURIComponent(audio)}>)\n`);
  const lines = data
    .filter(({ title }) => title !== null)
    .map(({ title, status, evidence }) => `- ${inline(title ?? "")} (${status}): “${inline(evidence.quote)}”\n`);
  if (lines.length > 0) parts.push(`## Suggested todos\n\n${lines.join("")}`);
  return parts.join("\n");
}
