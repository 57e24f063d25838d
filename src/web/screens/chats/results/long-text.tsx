/** A text of any length: its beginning, and the rest when somebody asks for it. */
import { useState } from "preact/hooks";
import { Markdown } from "../../../parts/markdown.tsx";
import { words } from "../../../words/index.ts";

/** In characters. */
const beginning = 600;

export interface LongTextProps {
  readonly text: string;
  readonly isMarkdown?: boolean;
}

export function LongText({ text, isMarkdown = false }: LongTextProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > beginning * 1.2;
  const shown = isLong && !isWhole ? `${text.slice(0, beginning).trimEnd()}…` : text;
  return (
    <>
      {isMarkdown ? (
        <Markdown text={shown} />
      ) : (
        <p className="plain" dir="auto">
          {shown}
        </p>
      )}
      {isLong && !isWhole && (
        <button type="button" className="quiet link flush" onClick={() => setWhole(true)}>
          {words.answer.whole}
        </button>
      )}
    </>
  );
}
