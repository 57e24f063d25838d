/** The messages of a chat as a person reads them: who, when, and what was said and done. */
import type { OutputOf } from "../../schema/operations/index.ts";
import type { Io } from "../ports/io.ts";
import { cell } from "./cells.ts";
import { blockLines, proseFor } from "./chat-lines.ts";
import { styleFor } from "./text.ts";

type Messages = OutputOf<"listMessages">["data"];

/** The lines of each below its number, its role and its time; results of tools, which say nothing more, are left out. */
export async function messageLines(io: Pick<Io, "stdout" | "env">, messages: Messages): Promise<readonly string[]> {
  const style = styleFor(io.stdout.isTerminal, io.env);
  const prose = await proseFor(io);
  return messages.flatMap(({ sequence, role, createdAt, blocks }) => {
    const lines = blockLines(blocks, { io, style, prose });
    return lines.length === 0 ? [] : [style.bold(`${sequence}  ${role}  ${cell(createdAt)}`), ...lines];
  });
}
