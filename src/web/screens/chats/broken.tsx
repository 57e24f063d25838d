/** A turn that failed: why, and the last message to be sent again, with its images. */
import { useState } from "preact/hooks";
import type { Block, Message } from "../../../schema/chat.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { isOutOfMinutes, ToMinutes } from "./minutes.tsx";

export interface BrokenProps {
  readonly reason: string | null;
  readonly messages: readonly Message[];
  readonly onAgain: (message: Message) => Promise<void>;
}

export function Broken({ reason, messages, onAgain }: BrokenProps) {
  /** Why it could not be sent again. */
  const [refusal, setRefusal] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const notice = messages.at(-1)?.blocks.find(isNotice);
  const isSpent = refusal === null ? notice?.code === "insufficient_minutes" : isOutOfMinutes(refusal);
  // What stands in the conversation is not said twice.
  const why = reason === null || reason === notice?.text ? words.chat.failed : reason;
  const last = messages.findLast(({ role }) => role === "user");
  const again = (message: Message): void => {
    setBusy(true);
    onAgain(message)
      .catch(setRefusal)
      .finally(() => setBusy(false));
  };
  return (
    <div className="broken" role="alert">
      <p className="problem">
        {refusal === null ? why : describe(refusal)} {isSpent && <ToMinutes />}
      </p>
      {last !== undefined && (
        <button type="button" className="outlined" disabled={isBusy} onClick={() => again(last)}>
          {words.chat.again}
        </button>
      )}
    </div>
  );
}

function isNotice(block: Block): block is Extract<Block, { type: "notice" }> {
  return block.type === "notice";
}
