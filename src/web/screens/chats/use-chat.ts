/** A chat and what was said in it, kept true while an agent works. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Chat, Message } from "../../../schema/chat.ts";
import { useRecord, useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";

const working: readonly string[] = ["queued", "running"];
/** In milliseconds: how often a chat is looked at while an agent works and no feed reports it. */
const lookEvery = 1000;

export interface ChatState {
  readonly chat: Chat | undefined;
  /** Null until they were read. */
  readonly messages: readonly Message[] | null;
  readonly problem: string | null;
  readonly isWorking: boolean;
  /** Reads what is new at once. */
  readonly look: () => void;
}

export function useChat(id: string): ChatState {
  const store = useStore();
  const { client, chats, ports, caughtUp } = store;
  const chat = useRecord(chats, id);
  const [messages, setMessages] = useState<readonly Message[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const known = useRef<readonly Message[]>([]);
  const isReading = useRef(false);
  const isAsked = useRef(false);
  const isWorking = chat !== undefined && working.includes(chat.status);

  const readNew = async (): Promise<void> => {
    await chats.putPage(client.getChat({ chatId: id }).then((one) => ({ data: [one] })));
    const afterSequence = known.current.at(-1)?.sequence ?? 0;
    const fresh: Message[] = [];
    for await (const one of client.each.listMessages({ chatId: id, afterSequence, limit: 100 })) fresh.push(one);
    known.current = [...known.current, ...fresh];
    setMessages(known.current);
    setProblem(null);
  };
  /** Once more where it is asked for while it reads: what is said since need not be in the answer. */
  const read = async (): Promise<void> => {
    isAsked.current = true;
    if (isReading.current) return;
    isReading.current = true;
    while (isAsked.current) {
      isAsked.current = false;
      await readNew().catch((error: unknown) => setProblem(describe(error)));
    }
    isReading.current = false;
  };
  const look = (): void => void read();
  // What the feed reports of the chat is a reason to read what is new in it.
  useEffect(look, [id, chat?.status, chat?.messageCount, chat?.lastMessageAt]);
  useEffect(() => caughtUp.subscribe(look), [id]);
  useEffect(() => {
    if (!isWorking || store.isLive) return undefined;
    let cancel = ports.later(lookEvery, tick);
    function tick(): void {
      look();
      cancel = ports.later(lookEvery, tick);
    }
    return () => cancel();
  }, [id, isWorking]);
  return { chat, messages, problem, isWorking, look };
}
