/** Decisions in the middle of a conversation. */
import { operationById, type OutputOf } from "../../schema/operations/index.ts";
import type { Api } from "../session/api.ts";
import type { Io } from "../ports/io.ts";
import { plain, plainLines, type Style, wrap } from "../output/text.ts";

type Approval = OutputOf<"getApproval">;
type Decision = Readonly<Record<string, unknown>>;

interface Talk {
  readonly io: Io;
  readonly api: Api;
  readonly style: Style;
  readonly mayDecide: boolean;
}

interface Question {
  readonly approval: Approval;
  /** Whether the summary has to be said: nothing has said it, or several wait and it says which is meant. */
  readonly isNamed: boolean;
}

const choices = "[n]o, [e]dit, [r]eply, [s]how";

/** Asks the person about everything the chat waits for; false when it must be decided elsewhere. `isShown`: its messages were. */
export async function decidePending(talk: Talk, chatId: string, isShown: boolean): Promise<boolean> {
  const { io, api, style, mayDecide } = talk;
  if (!mayDecide || !io.stdin.isTerminal) {
    const words = `The agent waits for a decision. Decide it in a terminal, signed in with --password: dayshift chat --chat ${chatId}`;
    for (const line of wrap(words, io.stderr.columns ?? Infinity)) io.stderr.write(`${style.yellow(line)}\n`);
    return false;
  }
  // The list is newest first; the message says them in order.
  const input = { chatId, status: "pending", limit: 100 };
  const { data } = (await api.call(operationById("listApprovals"), input)) as OutputOf<"listApprovals">;
  for (const approval of data.toReversed()) {
    const decision = await ask(talk, { approval, isNamed: !isShown || data.length > 1 });
    if (decision === null) return false;
    const shown = approval.recordVersion === null ? {} : { recordVersion: approval.recordVersion };
    await api.call(operationById("decideApproval"), { approvalId: approval.id, ...shown, ...decision });
  }
  return data.length > 0;
}

/** Null when the input ends without a decision. */
async function ask({ io, style }: Talk, { approval, isNamed }: Question): Promise<Decision | null> {
  if (isNamed) io.stderr.write(`${style.bold(plain(approval.summary))}\n`);
  if (approval.approvalGuidance !== null) io.stderr.write(`${style.dim(plainLines(approval.approvalGuidance))}\n`);
  const isOnce = approval.changeClass !== null;
  if (approval.isStale) io.stderr.write(`${style.yellow("It has changed since the agent asked.")}\n`);
  for (;;) {
    const answer = (await io.stdin.line(`[y]es, ${isOnce ? "" : "[a]lways in this chat, "}${choices} > `))
      ?.trim()
      .toLowerCase();
    if (answer === undefined) return null;
    if (answer === "y" || answer === "yes") return { decision: "approve" };
    if (!isOnce && (answer === "a" || answer === "always")) return { decision: "approve", remember: "chat" };
    if (answer === "n" || answer === "no") return rejected(await io.stdin.line("Why (may be empty): "));
    if (answer === "r" || answer === "reply") return replied(await io.stdin.line("Reply: "));
    if (answer === "e" || answer === "edit") {
      const decision = edited(io, await io.stdin.line("Input as JSON: "));
      if (decision !== null) return decision;
    } else if (answer === "s" || answer === "show") {
      io.stderr.write(`${plain(approval.toolName)}\n${plainLines(JSON.stringify(approval.toolInput, null, 2))}\n`);
    } else {
      io.stderr.write("Answer with one of the letters in brackets.\n");
    }
  }
}

function rejected(comment: string | null): Decision {
  return { decision: "reject", ...(comment !== null && comment.trim() !== "" && { comment }) };
}

function replied(comment: string | null): Decision | null {
  return comment === null ? null : { decision: "respond", comment };
}

function edited(io: Io, text: string | null): Decision | null {
  try {
    return text === null ? null : { decision: "edit", editedInput: JSON.parse(text) as unknown };
  } catch {
    io.stderr.write("That was no JSON: nothing is decided yet.\n");
    return null;
  }
}
