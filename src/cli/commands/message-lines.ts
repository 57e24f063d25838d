/** Messages as lines of a terminal: the agent's words, what it did, what came of it. */
import type { OutputOf } from "../../schema/operations/index.ts";
import { fit, plain, type Style } from "../output/text.ts";

type Block = OutputOf<"listMessages">["data"][number]["blocks"][number];

/** Longer inputs and results are cut: `--json` has all of it. */
const detailColumns = 100;

/** How the words of an agent become lines. */
export type Prose = (text: string, style: Style) => string;

/** The lines of the blocks of a message; a successful result says nothing that its call has not said. */
export function blockLines(blocks: readonly Block[], style: Style, prose: Prose): string[] {
  return withoutRepeats(blocks).flatMap((block) => {
    if (block.type === "text") return block.text.trim() === "" ? [] : [prose(block.text, style)];
    return linesOf(block, style);
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
type Lines = { readonly [Type in Deed["type"]]: (block: Extract<Block, { type: Type }>, style: Style) => string[] };

const lines: Lines = {
  tool_call: ({ name, input }, { dim }) => [
    dim(`● ${plain(name)} ${fit(plain(JSON.stringify(input)), detailColumns)}`),
  ],
  tool_result: ({ isError, content }, { red }) => (isError ? [red(`  ✗ ${fit(plain(content), detailColumns)}`)] : []),
  approval_request: ({ summary }, { yellow }) => [yellow(`? ${plain(summary)}`)],
  notice: ({ text }, { dim }) => [dim(`· ${plain(text)}`)],
};

/** Nothing for a kind of block that a newer service may have. */
function linesOf(block: Deed, style: Style): string[] {
  const of = lines[block.type] as ((block: Deed, style: Style) => string[]) | undefined;
  return of?.(block, style) ?? [];
}
