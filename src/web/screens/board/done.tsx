/** What was done last: in no snapshot, so it is read when the board is opened. What was done before is found by search. */
import { useEffect, useState } from "preact/hooks";
import { go } from "../../base/routes.ts";
import { NotRead } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { toRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

/** How many are read. */
const most = 100;

export interface Done {
  /** False until they are read, where they are shown at all. */
  readonly isRead: boolean;
  readonly hasMore: boolean;
  readonly problem: string | null;
  readonly read: () => void;
}

export function useDone(listId: string | null, isShown: boolean): Done {
  const { client, actions } = useStore();
  const [hasMore, setMore] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    setProblem(null);
    const query = { status: "done", sort: "updatedAt", limit: most } as const;
    client.listTodos({ ...query, ...(listId !== null && { todoListId: listId }) }).then(
      ({ data, nextCursor }) => {
        data.forEach((todo) => actions.take(todo.id, toRow(todo)));
        setMore(nextCursor !== null);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(() => {
    if (isShown) read();
  }, [listId, isShown]);
  return { isRead: !isShown || hasMore !== null, hasMore: hasMore ?? false, problem, read };
}

/** Above the cards of what is done: that there are more, or that they could not be read. */
export function DoneNote({ hasMore, problem, read }: Done) {
  if (problem !== null) return <NotRead reason={problem} onRetry={read} />;
  if (!hasMore) return null;
  return (
    <p className="column-note soft">
      {words.board.lastDone(most)}{" "}
      <button type="button" className="quiet link" onClick={() => go("/search")}>
        {words.places.search}
      </button>
    </p>
  );
}
