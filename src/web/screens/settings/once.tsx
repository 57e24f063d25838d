/** What the service shows this once: a key, a link, codes. It is copied, or marked where the browser copies nothing. */
import { useRef, useState } from "preact/hooks";
import { words } from "../../words/index.ts";

export interface OnceProps {
  readonly hint: string;
  readonly text: string;
  /** How it is used. */
  readonly example?: string;
  readonly copy: string;
  /** The person has it. */
  readonly done: string;
  readonly onClose: () => void;
}

export function Once({ hint, text, example, copy, done, onClose }: OnceProps) {
  const shown = useRef<HTMLPreElement>(null);
  const [said, setSaid] = useState("");
  const take = async (): Promise<void> => {
    try {
      // Browsers have it on secure addresses alone.
      await navigator.clipboard.writeText(text);
      setSaid(words.once.copied);
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      setSaid(words.once.marked);
    }
  };
  return (
    <div className="made">
      <p>
        <strong>{hint}</strong>
      </p>
      <pre ref={shown}>{text}</pre>
      {example !== undefined && <pre>{example}</pre>}
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void take()}>
          {copy}
        </button>
        <button type="button" className="outlined" onClick={onClose}>
          {done}
        </button>
        <span role="status" className="soft">
          {said}
        </span>
      </p>
    </div>
  );
}
