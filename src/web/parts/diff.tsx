/** What a value was and what it is: in one line where both are short, line by line where a text changed. */
import { words } from "../words/index.ts";

export interface DiffProps {
  readonly from: string | null;
  readonly to: string | null;
}

const short = 80;

export function Diff({ from, to }: DiffProps) {
  const isText = [from, to].some((one) => one !== null && (one.length > short || one.includes("\n")));
  if (isText) return <Lines from={from ?? ""} to={to ?? ""} />;
  if (from === null) return <ins dir="auto">{to ?? words.nothing}</ins>;
  return (
    <>
      <del dir="auto">{from}</del> <span aria-hidden="true">→</span> <ins dir="auto">{to ?? words.nothing}</ins>
    </>
  );
}

function Lines({ from, to }: { readonly from: string; readonly to: string }) {
  return (
    <div className="lines">
      {linesOf(from, to).map(({ mark, text }, at) => {
        const Tag = mark === "-" ? "del" : mark === "+" ? "ins" : "span";
        return (
          <Tag key={at} dir="auto">
            {text === "" ? "\u00A0" : text}
          </Tag>
        );
      })}
    </div>
  );
}

interface Line {
  readonly mark: "-" | "+" | " ";
  readonly text: string;
}

/** Lines of both texts that are the same stay around what changed; of longer runs of them the nearest two. */
export function linesOf(from: string, to: string): Line[] {
  const before = from === "" ? [] : from.split("\n");
  const after = to === "" ? [] : to.split("\n");
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const as = (mark: Line["mark"], lines: readonly string[]): Line[] => lines.map((text) => ({ mark, text }));
  return [
    ...as(" ", before.slice(Math.max(0, start - 2), start)),
    ...as("-", before.slice(start, before.length - end)),
    ...as("+", after.slice(start, after.length - end)),
    ...as(" ", end === 0 ? [] : before.slice(before.length - end).slice(0, 2)),
  ];
}
