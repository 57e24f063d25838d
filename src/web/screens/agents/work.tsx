/** What an agent works on: todos that are assigned to it, and its last chats. */
import { go, goOver } from "../../base/routes.ts";
import { Due, momentInWords } from "../../parts/due.tsx";
import { StatusMark } from "../../parts/icons.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { Usage } from "../../parts/usage.tsx";
import { useReading } from "../../parts/use-reading.ts";
import { useStore, useToday, useView } from "../../parts/use.ts";
import type { Chat } from "../../../schema/chat.ts";
import { byDay, type TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

const most = 30;
const newestFirst = (left: Chat, right: Chat): number =>
  (right.lastMessageAt ?? right.createdAt).localeCompare(left.lastMessageAt ?? left.createdAt);

export function Work({ agentId }: { readonly agentId: string }) {
  return (
    <>
      <Spent agentId={agentId} />
      <Assigned agentId={agentId} />
      <Chats agentId={agentId} />
      <Usage agentId={agentId} />
    </>
  );
}

/** What it has used of the minutes this month. */
function Spent({ agentId }: { readonly agentId: string }) {
  const { client } = useStore();
  const { value, failure, read } = useReading(() => client.getMinutes(), [agentId]);
  if (failure !== null) return <NotRead reason={failure.reason} onRetry={read} />;
  const minutes = value?.byAgent.find((one) => one.agentId === agentId)?.minutes ?? 0;
  return value === null ? null : <p>{words.agents.work.minutes(minutes)}</p>;
}

function Assigned({ agentId }: { readonly agentId: string }) {
  const { todos } = useStore();
  const today = useToday();
  const test = ({ isArchived, status, assignees }: TodoRow): boolean =>
    !isArchived && status !== "done" && assignees.some(({ id }) => id === agentId);
  const { rows } = useView(todos, { test, compare: byDay }, [agentId]);
  return (
    <section aria-label={words.agents.work.todos}>
      <h2>{words.agents.work.todos}</h2>
      {rows.length === 0 && <p className="soft">{words.agents.work.noTodos}</p>}
      <ul className="plain-rows">
        {rows.slice(0, most).map(({ id, title, status, dueDate }) => (
          <li key={id}>
            <button type="button" className="bare" onClick={() => goOver(`/todos/${id}`)}>
              <StatusMark status={status} />
              <span className="grow clip" dir="auto">
                {title ?? words.untitled}
              </span>
              <Due day={dueDate} today={today} isDone={status === "done"} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Chats({ agentId }: { readonly agentId: string }) {
  const { chats, client } = useStore();
  // The page has the newest chats of all agents, which may be none of this one.
  const readChats = async (): Promise<ReadonlySet<string | null>> => {
    const { data } = await chats.putPage(client.listChats({ agentId, limit: most }));
    return new Set(data.map((chat) => chat.agentId));
  };
  const { value: names, failure, read } = useReading(readChats, [agentId]);
  // Those of the default assistant name no agent where none was named.
  const isOwn = (chat: Chat): boolean => chat.agentId === agentId || names?.has(chat.agentId) === true;
  const { rows } = useView(chats, { test: isOwn, compare: newestFirst }, [agentId, names]);
  return (
    <section aria-label={words.agents.work.chats}>
      <h2>{words.agents.work.chats}</h2>
      {failure !== null && <NotRead reason={failure.reason} onRetry={read} />}
      {rows.length === 0 && names !== null && <p className="soft">{words.agents.work.noChats}</p>}
      <ul className="plain-rows">
        {rows.slice(0, most).map(({ id, title, status, lastMessageAt, createdAt }) => (
          <li key={id}>
            <button type="button" className="bare" onClick={() => go(`/chats/${id}`)}>
              <span className={`state ${status}`}>{words.chatStates[status]}</span>
              <span className="grow clip" dir="auto">
                {title ?? words.chat.new}
              </span>
              <span className="soft">{momentInWords(lastMessageAt ?? createdAt)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
