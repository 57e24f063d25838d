/** What an agent says and does in a conversation, in lines that fit the terminal. */
import type { OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { fit, plain, plainLines, type Style, wrap, wrapLines } from "./text.ts";

/** At a terminal Markdown is rendered; elsewhere it is data, and stays as it is. */
export async function proseFor({ stdout }: Pick<Io, "stdout">): Promise<Prose> {
  if (!stdout.isTerminal) return plainLines;
  const { renderMarkdown } = await import("./markdown.ts");
  return (text, style) => wrapLines(renderMarkdown(text, style), stdout.columns ?? 80);
}

type Block = OutputOf<"listMessages">["data"][number]["blocks"][number];

/** Where there is no terminal, longer inputs and results are cut here: `--json` has all of it. */
const detailColumns = 100;

/** How the words of an agent become lines. */
export type Prose = (text: string, style: Style) => string;

/** What lines are made with. */
interface Page {
  readonly io: Pick<Io, "stdout">;
  readonly style: Style;
  readonly prose: Prose;
}

/** The lines of the blocks of a message; a successful result says nothing that its call has not said. */
export function blockLines(blocks: readonly Block[], { io, style, prose }: Page): string[] {
  const { columns } = io.stdout;
  return withoutRepeats(blocks).flatMap((block) => {
    if (block.type === "text") return block.text.trim() === "" ? [] : [prose(block.text, style)];
    return linesOf(block).flatMap(({ text, paint, isWhole }) => {
      const line = isWhole ? text : fit(text, columns ?? detailColumns);
      return (columns === null ? [line] : wrap(line, columns)).map(style[paint]);
    });
  });
}

/** What leave is asked for is said once: by the words of the message when they have it, else by the request; never by its call too. */
function withoutRepeats(blocks: readonly Block[]): readonly Block[] {
  const words = blocks.map((block) => (block.type === "text" ? block.text.toLowerCase() : "")).join("\n");
  const requests = blocks.filter((block) => block.type === "approval_request");
  const asked = new Set(requests.map(({ toolCallId }) => toolCallId));
  return blocks.filter((block) => {
    if (block.type === "tool_call") return !asked.has(block.id);
    return block.type !== "approval_request" || !words.includes(block.summary.toLowerCase());
  });
}

type Deed = Exclude<Block, { type: "text" }>;

/** A line, its colour, and whether it is shown whole. */
interface Line {
  readonly text: string;
  readonly paint: keyof Style;
  readonly isWhole: boolean;
}

type Lines = { readonly [Type in Deed["type"]]: (block: Extract<Block, { type: Type }>) => Line[] };

const lines: Lines = {
  tool_call: ({ name, input }) => [
    { text: `● ${plain(name)} ${plain(JSON.stringify(input))}`, paint: "dim", isWhole: false },
  ],
  tool_result: ({ isError, content }) =>
    isError ? [{ text: `  ✗ ${plain(content)}`, paint: "red", isWhole: false }] : [],
  approval_request: ({ summary }) => [{ text: `? ${plain(summary)}`, paint: "yellow", isWhole: true }],
  notice: ({ text }) => [{ text: `· ${plain(text)}`, paint: "dim", isWhole: true }],
};

/** Nothing for a kind of block that a newer service may have. */
function linesOf(block: Deed): Line[] {
  const of = lines[block.type] as ((block: Deed) => Line[]) | undefined;
  return of?.(block) ?? [];
}
