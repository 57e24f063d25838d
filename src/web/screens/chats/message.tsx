/** A message: what was said, what was done in one sentence each, and what waits for a decision. */
import { useEffect, useState } from "preact/hooks";
import type { Block, Message } from "../../../schema/chat.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore, useToday } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Answer, type ResultBlock } from "./answer.tsx";
import { Fields } from "./approval-parts.tsx";
import { ApprovalCard } from "./approval.tsx";
import { callElement, elementOf } from "./turns.ts";
import type { ChangesByCall } from "./use-changes.ts";
import { ChangedByCall } from "./what-changed.tsx";
import { Images } from "./pictures.tsx";
import { changesInBrief, toolFields, toolSentence } from "./tool-words.ts";

export interface MessageProps {
  readonly message: Message;
  /** Results of tools, by the call that they are of; they come in later messages. */
  readonly results: ReadonlyMap<string, ResultBlock>;
  /** The request that has the keys. */
  readonly keysOf: string | null;
  readonly changes: ChangesByCall;
  /** The element that is marked, because the address names it: of a message, or of a call. */
  readonly wanted: string | null;
}

type CallBlock = Extract<Block, { type: "tool_call" }>;

export function MessageView({ message, ...rest }: MessageProps) {
  const elementId = elementOf(message);
  const isWanted = rest.wanted === elementId;
  // A request says itself what the call would do.
  const asked = new Set(message.blocks.map((block) => (block.type === "approval_request" ? block.toolCallId : null)));
  const blocks = message.blocks.filter(
    (block) => block.type !== "tool_result" && !(block.type === "tool_call" && asked.has(block.id)),
  );
  if (blocks.length === 0) return null;
  return (
    <div
      id={elementId}
      tabIndex={-1}
      className={`message ${message.role}${isWanted ? " wanted" : ""}`}
      {...(isWanted && { "aria-current": "true" })}
    >
      <span className="unseen">{words.roles[message.role]}</span>
      {message.attachments !== undefined && <Images message={message} />}
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} isOwn={message.role === "user"} {...rest} />
      ))}
    </div>
  );
}

interface BlockProps extends Omit<MessageProps, "message"> {
  readonly block: Block;
  readonly isOwn: boolean;
}

function BlockView({ block, results, keysOf, changes, wanted, isOwn }: BlockProps) {
  if (block.withheld === true) return <p className="soft">{words.chat.withheld}</p>;
  switch (block.type) {
    case "text":
      return isOwn ? (
        <p className="plain" dir="auto">
          {block.text}
        </p>
      ) : (
        <Markdown text={block.text} />
      );
    case "tool_call":
      return (
        <Call
          call={block}
          result={results.get(block.id)}
          changes={changes}
          isMarked={wanted === callElement(block.id)}
        />
      );
    case "approval_request":
      return (
        <div
          id={callElement(block.toolCallId)}
          tabIndex={-1}
          className={wanted === callElement(block.toolCallId) ? "marked" : ""}
        >
          <ApprovalCard
            id={block.approvalId}
            hasKeys={keysOf === block.approvalId}
            result={results.get(block.toolCallId)}
          >
            {(sentence) => <ChangedByCall sentence={sentence} changes={changes.get(block.toolCallId)} />}
          </ApprovalCard>
        </div>
      );
    case "notice":
      return (
        <p className="soft" dir="auto">
          {block.text}
        </p>
      );
    case "tool_result":
    default:
      return null;
  }
}

interface CallProps extends Pick<MessageProps, "changes"> {
  readonly call: CallBlock;
  readonly result: ResultBlock | undefined;
  readonly isMarked: boolean;
}

/** What a tool did in one sentence; its input and its answer behind it, and what it changed. */
function Call({ call, result, changes, isMarked }: CallProps) {
  const store = useStore();
  const today = useToday();
  const [isOpen, setOpen] = useState(isMarked);
  useEffect(() => {
    if (isMarked) setOpen(true);
  }, [isMarked]);
  const changed = changes.get(call.id);
  const fields = toolFields(store, { ...call, diff: changed?.flatMap((one) => one.fields) ?? null }, today);
  const sentence = toolSentence(store, call.name, call.input);
  const brief = changesInBrief(call.name, fields);
  const isFailed = result?.isError === true;
  return (
    <div
      id={callElement(call.id)}
      tabIndex={-1}
      className={["call", isFailed ? "failed" : "", isMarked ? "marked" : ""].join(" ")}
    >
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span dir="auto">{brief === "" ? sentence : `${sentence} (${brief})`}</span>
          {isFailed && <span className="problem"> {words.chat.notDone}</span>}
        </summary>
        {isOpen && (
          <>
            <Fields fields={fields} />
            {result !== undefined && <Answer name={call.name} result={result} />}
          </>
        )}
      </details>
      <ChangedByCall sentence={sentence} changes={changed} />
    </div>
  );
}
