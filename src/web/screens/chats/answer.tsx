/** What a tool answered, below the call or the request that it is of. */
import { useState } from "preact/hooks";
import type { Block } from "../../../schema/chat.ts";
import { words } from "../../words/index.ts";
import { Result } from "./results/result.tsx";

export type ResultBlock = Extract<Block, { type: "tool_result" }>;

export interface AnswerProps {
  /** Of the tool. */
  readonly name: string;
  readonly result: ResultBlock;
}

export function Answer({ name, result }: AnswerProps) {
  return (
    <section className="answer" aria-label={words.answer.title}>
      {result.withheld === true ? (
        <p className="soft">{words.chat.withheld}</p>
      ) : (
        <Result content={result.content} isRead={/^(?:get|list|find|read)_/.test(name)} />
      )}
    </section>
  );
}

/** The same of a call that a person let through: folded where it was carried out, because the request says what it does. */
export function AnswerOfRequest(props: AnswerProps) {
  const [isOpen, setOpen] = useState(false);
  if (props.result.isError) return <Answer {...props} />;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="soft">{words.answer.title}</summary>
      {isOpen && <Answer {...props} />}
    </details>
  );
}
