/** One chat: what was said, the agent at work, and a line to say more. */
import { useState } from "preact/hooks";
import type { Message } from "../../../schema/chat.ts";
import { go, goOver } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Head, Loading, NotRead } from "../../parts/screen.tsx";
import { useKeys, useRecords, useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { once } from "../../store/once.ts";
import { uploadAgain } from "../../store/pictures.ts";
import { words } from "../../words/index.ts";
import { Broken } from "./broken.tsx";
import { useFollow } from "./follow.ts";
import { useShown } from "./jumps.ts";
import type { ResultBlock } from "./answer.tsx";
import { MessageView } from "./message.tsx";
import { PlannedFor } from "./planned-for.tsx";
import { draftOf, Say } from "./say.tsx";
import { turnsOf } from "./turns.ts";
import { OnItsWay, type OnWay, useOnWay, Working } from "./under-way.tsx";
import { useChanges } from "./use-changes.ts";
import { type ChatState, useChat } from "./use-chat.ts";
import { ChangedByChat, ChangedByTurn } from "./what-changed.tsx";

interface ChatProps {
  readonly id: string;
  /** The element of the message or the call that the address names: it is shown first, and marked. */
  readonly wanted: string | null;
  /** Whether it was begun here just now: the person may be typing on. */
  readonly isBegun?: boolean;
}

export function ChatView({ id, wanted, isBegun = false }: ChatProps) {
  const store = useStore();
  const state = useChat(id);
  const { chat, messages, problem, isWorking, look } = state;
  const [said, setSaid] = useState(0);
  const { onWay, whileSent } = useOnWay();
  const agent = chat?.agentId == null ? undefined : store.agents.get(chat.agentId);
  const send = async (message: string, attachmentIds: readonly string[] = []): Promise<void> => {
    const { client } = store;
    const body = { chatId: id, message };
    setSaid(said + 1);
    await whileSent({ message, after: messages?.at(-1)?.sequence ?? 0 }, () =>
      attachmentIds.length === 0
        ? once(store, draftOf(id), body, client.sendMessage)
        : once(store, draftOf(id), { ...body, attachmentIds: [...attachmentIds] }, client.sendMessageWithImages),
    );
    look();
  };
  const again = async (message: Message): Promise<void> => send(message.text, await uploadAgain(store.client, message));
  const stop = (): void => {
    store.client.cancelChat({ chatId: id }).then(look, (error: unknown) => {
      store.notices.show({ text: describe(error), isProblem: true });
    });
  };
  useKeys({ "Mod+.": stop }, null, isWorking);
  return (
    <div className="chat">
      <Head title={chat?.title ?? words.chat.new} {...(agent !== undefined && { count: agent.name })}>
        <button type="button" className="bare narrow" aria-label={words.chat.all} onClick={() => go("/chats")}>
          <Icon name="back" />
        </button>
        {chat?.todoId != null && (
          <button type="button" className="outlined" onClick={() => goOver(`/todos/${chat.todoId ?? ""}`)}>
            <Icon name="todos" /> {words.inbox.see.todo}
          </button>
        )}
      </Head>
      {chat !== undefined && chat.todoId !== null && <PlannedFor chat={chat} />}
      {messages === null ? (
        problem === null ? (
          <Loading />
        ) : (
          <Failed reason={problem} onRetry={look} />
        )
      ) : (
        <Log messages={messages} state={state} wanted={wanted} said={said} onWay={onWay} onAgain={again} />
      )}
      <Say
        key={id}
        draft={id}
        label={words.chat.say}
        isFirst={isBegun}
        onSend={send}
        onStop={isWorking ? stop : null}
      />
    </div>
  );
}

interface LogProps {
  readonly messages: readonly Message[];
  readonly state: ChatState;
  readonly wanted: string | null;
  readonly said: number;
  readonly onWay: OnWay | null;
  readonly onAgain: (message: Message) => Promise<void>;
}

function Log({ messages, state, wanted, said, onWay, onAgain }: LogProps) {
  const store = useStore();
  const { chat, isWorking, problem } = state;
  useRecords(store.approvals);
  const follow = useFollow(wanted === null);
  const shown = useShown(messages, { wanted, said, follow });
  const turns = turnsOf(messages);
  const from = turns.findLast(({ at }) => at <= (shown.messages[0]?.createdAt ?? ""))?.at ?? "";
  const version = `${chat?.status} ${chat?.lastMessageAt}`;
  const changed = useChanges({ chatId: chat?.id ?? "", from, isWorking, version });
  const ended = new Map((isWorking ? turns.slice(0, -1) : turns).map((turn) => [turn.lastId, turn.calls]));
  const blocks = messages.flatMap((message) => message.blocks);
  const results = new Map(
    blocks.filter((block): block is ResultBlock => block.type === "tool_result").map((one) => [one.toolCallId, one]),
  );
  const asked = blocks.flatMap((block) => (block.type === "approval_request" ? [block.approvalId] : []));
  const keysOf = asked.find((id) => store.approvals.get(id)?.status === "pending") ?? null;
  const { changes } = changed;
  const isWorkOfTurns = turns.filter(({ calls }) => calls.length > 0).length > 1;
  return (
    <div ref={follow.box} className="log" role="log" aria-label={chat?.title ?? words.chat.new} tabIndex={0}>
      <div className="column">
        {shown.hasEarlier && (
          <button type="button" className="outlined earlier" onClick={shown.showEarlier}>
            {words.chat.earlier}
          </button>
        )}
        {shown.messages.flatMap((message) => {
          const { id } = message;
          const calls = ended.get(id);
          const view = { message, results, keysOf, changes, wanted };
          return [
            <MessageView key={id} {...view} />,
            calls !== undefined && <ChangedByTurn key={`changed-${id}`} calls={calls} changes={changes} />,
          ];
        })}
        {shown.showLater !== null && (
          <button type="button" className="outlined earlier" onClick={shown.showLater}>
            {words.chat.later}
          </button>
        )}
        {onWay !== null && <OnItsWay onWay={onWay} messages={messages} />}
        {isWorking && <Working chatId={chat?.id ?? ""} messages={messages} />}
        {chat?.status === "failed" && <Broken reason={chat.errorMessage} messages={messages} onAgain={onAgain} />}
        {problem !== null && <p className="problem">{problem}</p>}
        {changed.problem !== null && <NotRead reason={changed.problem} onRetry={changed.read} />}
        {!isWorking && chat !== undefined && isWorkOfTurns && <ChangedByChat chatId={chat.id} />}
      </div>
    </div>
  );
}
