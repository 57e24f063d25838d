/** What the agent changed in a chat from a moment on, by the call that changed it. */
import { useEffect, useState } from "preact/hooks";
import type { RecordChange } from "../../../schema/history.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";

/** Changes by the ids of calls; a call that changed nothing is not in it. */
export type ChangesByCall = ReadonlyMap<string, readonly RecordChange[]>;

export interface ChangesProps {
  readonly chatId: string;
  readonly from: string;
  /** While the agent works nothing is read. */
  readonly isWorking: boolean;
  /** Read again when this changes. */
  readonly version: string;
}

const none: ChangesByCall = new Map();

export function useChanges({ chatId, from, isWorking, version }: ChangesProps) {
  const { client } = useStore();
  const [changes, setChanges] = useState(none);
  const [problem, setProblem] = useState<string | null>(null);
  const read = async (isWanted: () => boolean): Promise<void> => {
    try {
      const all: RecordChange[] = [];
      for await (const one of client.each.listRecordChanges({ chatId, from, limit: 100 })) all.push(one);
      if (!isWanted()) return;
      setChanges(Map.groupBy(all, ({ toolCallId }) => toolCallId ?? ""));
      setProblem(null);
    } catch (error) {
      if (isWanted()) setProblem(describe(error));
    }
  };
  useEffect(() => {
    if (isWorking || from === "") return undefined;
    let isShown = true;
    void read(() => isShown);
    return () => void (isShown = false);
  }, [chatId, from, isWorking, version]);
  return { changes, problem, read: () => void read(() => true) };
}
