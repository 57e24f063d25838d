/** What a value was and what it is: in one line where both are short, line by line where a text changed. */
import { words } from "../words/index.ts";
import { linesOf } from "./diff-lines.ts";

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
