/** Chats: all of them at the left, the one that is open at the right; on a phone one after the other. */
import { useEffect, useState } from "preact/hooks";
import type { Chat } from "../../../schema/chat.ts";
import { fromHere, go, type Route } from "../../base/routes.ts";
import { zone } from "../../base/zone.ts";
import { Icon } from "../../parts/icons.tsx";
import { Head } from "../../parts/screen.tsx";
import { useMedia, useStore } from "../../parts/use.ts";
import { handOver } from "../../store/drafts.ts";
import { once } from "../../store/once.ts";
import { words } from "../../words/index.ts";
import { ChatList } from "./chat-list.tsx";
import { ChatView } from "./chat.tsx";
import { draftOf, Say } from "./say.tsx";
import { callElement, elementOf } from "./turns.ts";
import { OnItsWay, useOnWay } from "./under-way.tsx";

/** The element of the message or the call that the address names; null for none. */
function wantedOf({ query }: Route): string | null {
  const [message, call] = [query.get("message"), query.get("call")];
  if (message !== null) return elementOf({ id: message });
  return call === null ? null : callElement(call);
}

export function ChatsScreen({ route }: { readonly route: Route }) {
  const isNarrow = useMedia("(max-width: 1023px)");
  const { id } = route;
  const wanted = wantedOf(route);
  const [begun, setBegun] = useState<string | null>(null);
  useEffect(() => () => setBegun(null), [id]);
  const open =
    id === null || id === "new" ? (
      <NewChat key="new" onBegun={setBegun} />
    ) : (
      <ChatView key={id} id={id} wanted={wanted} isBegun={id === begun} />
    );
  if (isNarrow && id !== null) return open;
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
          {open}
        </section>
      )}
    </div>
  );
}

/** Begins a chat with the assistant of the workspace. */
function NewChat({ onBegun }: { readonly onBegun: (id: string) => void }) {
  const store = useStore();
  const { onWay, whileSent } = useOnWay();
  const create = async (message: string, attachmentIds: readonly string[]): Promise<Chat> => {
    const { client } = store;
    const body = { message, timezone: zone.value };
    if (attachmentIds.length === 0) return once(store, draftOf("new"), body, client.createChat);
    const withImages = { ...body, attachmentIds: [...attachmentIds] };
    return once(store, draftOf("new"), withImages, client.createChatWithImages);
  };
  const begin = async (message: string, attachmentIds: readonly string[]): Promise<void> => {
    const onward = fromHere();
    const chat = await whileSent({ message, after: 0 }, () => create(message, attachmentIds));
    store.chats.put(chat);
    handOver(store.drafts, draftOf("new"), draftOf(chat.id));
    handOver(store.pictures, "new", chat.id);
    onBegun(chat.id);
    onward(`/chats/${chat.id}`);
  };
  return (
    <div className="chat">
      <Head title={words.chat.new}>
        <button type="button" className="bare narrow" aria-label={words.chat.all} onClick={() => go("/chats")}>
          <Icon name="back" />
        </button>
      </Head>
      <div className="log">
        {onWay === null ? (
          <div className="column empty">
            <p className="large">{words.chat.ask}</p>
            <p>{words.chat.examples}</p>
          </div>
        ) : (
          <div className="column">
            <OnItsWay onWay={onWay} messages={[]} />
          </div>
        )}
      </div>
      <Say draft="new" label={words.chat.say} isFirst onSend={begin} />
    </div>
  );
}
