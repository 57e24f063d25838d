/** The last that was said before a request: a person decides on what they know. */
import { useEffect, useState } from "preact/hooks";
import type { Message } from "../../../schema/chat.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

const last = 4;

export function Before({ chatId }: { readonly chatId: string }) {
  const { client } = useStore();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  useEffect(() => {
    client.listMessages({ chatId, limit: 100 }).then(
      ({ data }) => setMessages(data.filter(({ text }) => text !== "").slice(-last)),
      () => undefined,
    );
  }, [chatId]);
  return (
    <>
      {messages.map(({ id, role, text }) => (
        <div key={id} className={`message ${role}`}>
          <span className="unseen">{words.roles[role]}</span>
          {role === "user" ? (
            <p className="plain" dir="auto">
              {text}
            </p>
          ) : (
            <Markdown text={text} />
          )}
        </div>
      ))}
    </>
  );
}
