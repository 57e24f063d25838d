/** All chats, the most recently active first: drawn where one looks, and older ones read as one scrolls to them. */
import { useRef, useState } from "preact/hooks";
import { go } from "../../base/routes.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { Loading, None, NotRead } from "../../parts/screen.tsx";
import { useStore, useValue, useView } from "../../parts/use.ts";
import { WindowList } from "../../parts/window-list.tsx";
import type { Chat } from "../../../schema/chat.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

/** Of a chat in the list, in pixels. */
const rowHeight = 54;

const newestFirst = (left: Chat, right: Chat): number =>
  (right.lastMessageAt ?? right.createdAt).localeCompare(left.lastMessageAt ?? left.createdAt);

export function ChatList({ openId }: { readonly openId: string | null }) {
  const { chats } = useStore();
  const { rows } = useView(chats, { test: ({ isArchived }) => !isArchived, compare: newestFirst }, []);
  const older = useOlder();
  if (rows.length === 0)
    return (
      <None>
        <p className="empty">{words.empty.chats}</p>
      </None>
    );
  return (
    <div className="scroll">
      <WindowList
        className="items"
        rows={rows}
        height={rowHeight}
        current={-1}
        idOf={({ id }) => id}
        onEnd={older.problem === null ? older.read : undefined}
      >
        {(chat) => <Row chat={chat} isOpen={chat.id === openId} />}
      </WindowList>
      {older.problem !== null && <NotRead reason={older.problem} onRetry={older.read} />}
      {older.problem === null && older.hasMore && <Loading />}
    </div>
  );
}

function Row({ chat, isOpen }: { readonly chat: Chat; readonly isOpen: boolean }) {
  const { agents } = useStore();
  const { id, title, status, agentId, lastMessageAt, createdAt } = chat;
  const agent = agentId === null ? null : (agents.get(agentId)?.name ?? "");
  return (
    <button type="button" {...(isOpen && { "aria-current": "true" })} onClick={() => go(`/chats/${id}`)}>
      <span className="clip" dir="auto">
        {title ?? words.chat.new}
      </span>
      <span className="soft second">
        <span className={`state ${status}`}>{words.chatStates[status]}</span>
        {agentId !== null && <Avatar id={agentId} name={agent ?? ""} isAgent />}
        <span className="clip grow" dir="auto">
          {agent}
        </span>
        <span>{momentInWords(lastMessageAt ?? createdAt)}</span>
      </span>
    </button>
  );
}

/** The page after those that were read; one at a time. */
function useOlder() {
  const store = useStore();
  const hasMore = useValue(store.chatPages.next) !== null;
  const [problem, setProblem] = useState<string | null>(null);
  const isReading = useRef(false);
  const read = (): void => {
    if (!hasMore || isReading.current) return;
    isReading.current = true;
    setProblem(null);
    store.chatPages
      .readOlder(store.client)
      .catch((error: unknown) => setProblem(describe(error)))
      .finally(() => (isReading.current = false));
  };
  return { hasMore, problem, read };
}
