/** The words of a note or a recording that something rests on, with the second at which they were said. */
import type { Client } from "../../client/types.ts";
import { Evidence } from "./evidence.tsx";
import { withoutMarks } from "./plain-line.ts";

export interface QuoteProps {
  readonly captureId: string;
  readonly evidence: Awaited<ReturnType<Client["listSuggestions"]>>["data"][number]["evidence"];
}

export function Quote({ captureId, evidence: { startMs, speaker, quote } }: QuoteProps) {
  return (
    <blockquote className="quote" dir="auto">
      {startMs !== null && <Evidence captureId={captureId} startMs={startMs} />}
      {speaker !== null && <span className="soft">{speaker}: </span>}
      {withoutMarks(quote)}
    </blockquote>
  );
}
