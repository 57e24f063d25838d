/** Of a chat that a schedule began: the planned time that the agent works on in it. */
import { useEffect, useState } from "preact/hooks";
import type { Chat } from "../../../schema/chat.ts";
import type { ScheduledOccurrence } from "../../../schema/schedule.ts";
import { Planned } from "../../parts/planned.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";

export function PlannedFor({ chat: { id, status } }: { readonly chat: Chat }) {
  const { client } = useStore();
  const [occurrence, setOccurrence] = useState<ScheduledOccurrence | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    client.listAllOccurrences({ chatId: id, limit: 1 }).then(
      ({ data: [one = null] }) => (setOccurrence(one), setProblem(null)),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(read, [id, status]);
  if (problem !== null) return <NotRead reason={problem} onRetry={read} />;
  return occurrence === null ? null : <Planned occurrence={occurrence} />;
}
