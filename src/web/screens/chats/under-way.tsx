/** The end of a chat while something is under way: a message that the service does not have yet, and the agent at work. */
import { useState } from "preact/hooks";
import type { Message } from "../../../schema/chat.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { useRecord, useStore } from "../../parts/use.ts";
import { stillSaid } from "../../store/words.ts";
import { words } from "../../words/index.ts";

/** What the person has said last, until it is read from the service. */
export interface OnWay {
  readonly message: string;
  /** The sequence of the last message before it. */
  readonly after: number;
}

/** What is on its way, and a function that has a message be so while it is sent; of what is refused nothing stays. */
export function useOnWay() {
  const [onWay, setOnWay] = useState<OnWay | null>(null);
  const whileSent = async <T,>(message: OnWay, send: () => Promise<T>): Promise<T> => {
    setOnWay(message);
    try {
      return await send();
    } catch (error) {
      setOnWay(null);
      throw error;
    }
  };
  return { onWay, whileSent };
}

interface OnItsWayProps {
  readonly onWay: OnWay;
  readonly messages: readonly Message[];
}

/** Nothing once the message is among those that were read. A screen reader reads it then. */
export function OnItsWay({ onWay, messages }: OnItsWayProps) {
  if (messages.some(({ role, sequence }) => role === "user" && sequence > onWay.after)) return null;
  return (
    <div className="message user on-its-way" aria-hidden="true">
      <p className="plain" dir="auto">
        {onWay.message}
      </p>
    </div>
  );
}

interface WorkingProps {
  readonly chatId: string;
  readonly messages: readonly Message[];
}

/** The agent at work: its words as they come, and that it works. A screen reader reads the message when it is whole. */
export function Working({ chatId, messages }: WorkingProps) {
  const store = useStore();
  const heard = useRecord(store.words, chatId);
  const recorded = messages.findLast(({ role, text }) => role === "assistant" && text !== "")?.text ?? "";
  const said = stillSaid(heard, recorded);
  return (
    <>
      {said !== "" && (
        <div className="message assistant saying" aria-hidden="true">
          <Markdown text={said} />
        </div>
      )}
      <p className="working soft">
        <span className="pulse" /> {words.chat.working}
      </p>
    </>
  );
}
