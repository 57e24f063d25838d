/** Of a chat that a schedule began: the planned time that the agent works on in it. */
import type { Chat } from "../../../schema/chat.ts";
import { Planned } from "../../parts/planned.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useReading } from "../../parts/use-reading.ts";
import { useStore } from "../../parts/use.ts";

export function PlannedFor({ chat: { id, status } }: { readonly chat: Chat }) {
  const { client } = useStore();
  const { value, failure, read } = useReading(() => client.listAllOccurrences({ chatId: id, limit: 1 }), [id, status]);
  if (failure !== null) return <NotRead reason={failure.reason} onRetry={read} />;
  const occurrence = value?.data[0];
  return occurrence === undefined ? null : <Planned occurrence={occurrence} />;
}
