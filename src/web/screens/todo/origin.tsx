/** What a todo comes from: a note or a recording, the words that it rests on, and the second at which they were said. */
import { useEffect, useState } from "preact/hooks";
import { DayshiftError } from "../../../client/errors.ts";
import type { Client } from "../../../client/types.ts";
import { go } from "../../base/routes.ts";
import { titleOf } from "../../parts/capture-title.ts";
import { Evidence } from "../../parts/evidence.tsx";
import { withoutMarks } from "../../parts/plain-line.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export interface OriginProps {
  readonly todoId: string;
  readonly captureId: string;
}

interface Found {
  readonly title: string;
  /** Null where it was made of the capture by somebody, and suggested by none. */
  readonly evidence: Awaited<ReturnType<Client["listSuggestions"]>>["data"][number]["evidence"] | null;
}

export function Origin({ todoId, captureId }: OriginProps) {
  const { client } = useStore();
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    findOrigin(client, { todoId, captureId }).then(
      (origin) => (setFound(origin), setProblem(null)),
      (error: unknown) => setProblem(isGone(error) ? words.captures.gone : describe(error)),
    );
  };
  useEffect(read, [todoId, captureId]);
  if (found === null && problem === null) return null;
  return (
    <section className="origin" aria-label={words.captures.fromCapture}>
      <h2>{words.captures.fromCapture}</h2>
      {problem !== null && <p className="soft">{problem}</p>}
      {found !== null && (
        <>
          <button type="button" className="quiet link" onClick={() => go(`/captures/${captureId}`)}>
            <span dir="auto">{found.title}</span>
          </button>
          {found.evidence !== null && (
            <blockquote dir="auto">
              {found.evidence.startMs !== null && <Evidence captureId={captureId} startMs={found.evidence.startMs} />}
              {found.evidence.speaker !== null && <span className="soft">{found.evidence.speaker}: </span>}
              {withoutMarks(found.evidence.quote)}
            </blockquote>
          )}
        </>
      )}
    </section>
  );
}

async function findOrigin(client: Client, { todoId, captureId }: OriginProps): Promise<Found> {
  const [capture, { data }] = await Promise.all([
    client.getCapture({ captureId }),
    client.listSuggestions({ captureId }),
  ]);
  return { title: titleOf(capture), evidence: data.find((one) => one.todoId === todoId)?.evidence ?? null };
}

function isGone(error: unknown): boolean {
  return error instanceof DayshiftError && error.status === 404;
}
