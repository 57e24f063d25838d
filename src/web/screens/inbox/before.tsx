/** The last that was said before a request, as long as its chat may be: a person decides on what they know. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { Message } from "../../../schema/chat.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export interface BeforeProps {
  readonly chatId: string;
  readonly approvalId: string;
}

const last = 4;
/** As far from the end of a chat is what waits for a decision, or nearer. */
const near = 50;

export function Before({ chatId, approvalId }: BeforeProps) {
  const { client } = useStore();
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    saidBefore(client, { chatId, approvalId }).then(
      (said) => (setMessages(said), setProblem(null)),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(read, [chatId, approvalId]);
  return (
    <>
      {problem !== null && <NotRead reason={problem} onRetry={read} />}
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

/** Looks near the end first, then from the beginning on: one that was decided may lie far back. */
async function saidBefore(client: Client, { chatId, approvalId }: BeforeProps): Promise<Message[]> {
  const { messageCount } = await client.getChat({ chatId });
  let said: Message[] = [];
  for (const afterSequence of new Set([Math.max(0, messageCount - near), 0])) {
    said = [];
    for await (const message of client.each.listMessages({ chatId, afterSequence, limit: 100 })) {
      if (message.text !== "") said.push(message);
      if (message.blocks.some((block) => block.type === "approval_request" && block.approvalId === approvalId))
        return said.slice(-last);
    }
  }
  return said.slice(-last);
}
