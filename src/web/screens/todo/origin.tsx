/** The note or recording that gave rise to a todo, with the words it rests on. A todo that nobody has taken yet is taken here. */
import { useEffect, useState } from "preact/hooks";
import { isGone } from "../../store/retry.ts";
import type { Client } from "../../../client/types.ts";
import { go } from "../../base/routes.ts";
import { Answer } from "../../parts/answer.tsx";
import { titleOf } from "../../parts/capture-title.ts";
import { Quote, type QuoteProps } from "../../parts/quote.tsx";
import { Loading, NotRead } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

export interface OriginProps {
  readonly todo: TodoRow;
  readonly captureId: string;
}

interface Read {
  readonly name: string;
  /** Null where it was made of the capture by somebody, and suggested by none. */
  readonly evidence: QuoteProps["evidence"] | null;
}

export function Origin({ todo: { id, title, isSuggested, isArchived }, captureId }: OriginProps) {
  const { client } = useStore();
  const [origin, setOrigin] = useState<Read | "gone" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    setProblem(null);
    readOrigin(client, id, captureId).then(setOrigin, (error: unknown) =>
      isGone(error) ? setOrigin("gone") : setProblem(describe(error)),
    );
  };
  useEffect(read, [id, captureId]);
  return (
    <section className="origin" aria-label={words.captures.fromCapture}>
      {problem !== null && <NotRead reason={problem} onRetry={read} />}
      {origin === null && problem === null && <Loading />}
      {origin === "gone" && <p className="soft">{words.captures.gone}</p>}
      {origin !== null && origin !== "gone" && (
        <>
          <p>
            <span className="soft">{words.captures.fromCapture}</span>{" "}
            <button type="button" className="inline" onClick={() => go(`/captures/${captureId}`)}>
              <span dir="auto">{origin.name}</span>
            </button>
          </p>
          {origin.evidence !== null && <Quote captureId={captureId} evidence={origin.evidence} />}
        </>
      )}
      {isSuggested && !isArchived && <Answer todoId={id} title={title ?? words.untitled} />}
    </section>
  );
}

async function readOrigin(client: Client, todoId: string, captureId: string): Promise<Read> {
  const [capture, { data }] = await Promise.all([
    client.getCapture({ captureId }),
    client.listSuggestions({ captureId }),
  ]);
  return { name: titleOf(capture), evidence: data.find((one) => one.todoId === todoId)?.evidence ?? null };
}
