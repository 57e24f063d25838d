/** Chats: all of them at the left, the one that is open at the right; on a phone one after the other. */
import { go, type Route } from "../../base/routes.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Head, None } from "../../parts/screen.tsx";
import { useMedia, useStore, useView } from "../../parts/use.ts";
import type { Chat } from "../../../schema/chat.ts";
import { words } from "../../words/index.ts";
import { ChatView } from "./chat.tsx";
import { Say } from "./say.tsx";

export function ChatsScreen({ route }: { readonly route: Route }) {
  const isNarrow = useMedia("(max-width: 1023px)");
  const { id } = route;
  if (isNarrow && id !== null) return id === "new" ? <NewChat /> : <ChatView key={id} id={id} />;
  return (
    <div className="two">
      <section className="aside" aria-label={words.chat.all}>
        <Head title={words.places.chats} isAside={!isNarrow}>
          <button type="button" className="outlined" onClick={() => go("/chats/new")}>
            <Icon name="plus" /> {words.chat.new}
          </button>
        </Head>
        <ChatList openId={id} />
      </section>
      {!isNarrow && (
        <section className="main" aria-label={words.chat.open}>
          {id === null || id === "new" ? <NewChat key="new" /> : <ChatView key={id} id={id} />}
        </section>
      )}
    </div>
  );
}

const newestFirst = (left: Chat, right: Chat): number =>
  (right.lastMessageAt ?? right.createdAt).localeCompare(left.lastMessageAt ?? left.createdAt);

function ChatList({ openId }: { readonly openId: string | null }) {
  const { chats, agents } = useStore();
  const { rows } = useView(chats, { test: ({ isArchived }) => !isArchived, compare: newestFirst }, []);
  if (rows.length === 0)
    return (
      <None>
        <p className="empty">{words.empty.chats}</p>
      </None>
    );
  return (
    <ul className="scroll items">
      {rows.map(({ id, title, status, agentId, lastMessageAt, createdAt }) => (
        <li key={id}>
          <button type="button" {...(id === openId && { "aria-current": "true" })} onClick={() => go(`/chats/${id}`)}>
            <span className="clip" dir="auto">
              {title ?? words.chat.new}
            </span>
            <span className="soft second">
              <span className={`state ${status}`}>{words.chatStates[status]}</span>
              {agentId !== null && <Avatar id={agentId} name={agents.get(agentId)?.name ?? ""} isAgent />}
              <span className="clip grow" dir="auto">
                {agentId === null ? "" : (agents.get(agentId)?.name ?? "")}
              </span>
              <span>{momentInWords(lastMessageAt ?? createdAt)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Begins a chat with the assistant of the workspace. */
function NewChat() {
  const store = useStore();
  const begin = async (message: string, attachmentIds: readonly string[]): Promise<void> => {
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
    const chat =
      attachmentIds.length === 0
        ? await store.client.createChat({ message, timezone })
        : await store.client.createChatWithImages({ message, timezone, attachmentIds: [...attachmentIds] });
    store.chats.put(chat);
    go(`/chats/${chat.id}`);
  };
  return (
    <div className="chat">
      <Head title={words.chat.new}>
        <button type="button" className="bare narrow" aria-label={words.chat.all} onClick={() => go("/chats")}>
          <Icon name="back" />
        </button>
      </Head>
      <div className="log">
        <div className="column empty">
          <p className="large">{words.chat.ask}</p>
          <p>{words.chat.examples}</p>
        </div>
      </div>
      <Say draft="new" label={words.chat.say} isFirst onSend={begin} />
    </div>
  );
}
